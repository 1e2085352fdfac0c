import { lazy, Suspense, useEffect, type ReactNode } from 'react';
import { closeErasureSetting, useErasureSetting } from './erasure-setting.ts';

const ErasureSettingDialog = lazy(async () => ({
  default: (await import('./erasure-setting-dialog.tsx')).ErasureSettingDialog,
}));

/** Shows the dialog where it was asked for. */
export function ErasureSettingHost(): ReactNode {
  const open = useErasureSetting((state) => state.open);
  // What was open for one who has signed out is not for the next.
  useEffect(() => closeErasureSetting, []);
  if (!open) return null;
  return (
    <Suspense fallback={null}>
      <ErasureSettingDialog onClose={closeErasureSetting} />
    </Suspense>
  );
}
