import { useEffect, type ReactNode } from 'react';
import { loadedLater } from '../loaded-later.tsx';
import { closeErasureSetting, useErasureSetting } from './erasure-setting.ts';

const ErasureSettingDialog = loadedLater(
  async () => (await import('./erasure-setting-dialog.tsx')).ErasureSettingDialog,
);

/** Shows the dialog where it was asked for. */
export function ErasureSettingHost(): ReactNode {
  const open = useErasureSetting((state) => state.open);
  // What was open for one who has signed out is not for the next.
  useEffect(() => closeErasureSetting, []);
  if (!open) return null;
  return <ErasureSettingDialog onClose={closeErasureSetting} />;
}
