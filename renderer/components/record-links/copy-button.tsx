import { IconCopy } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { showError, showToast } from '../messages/messages.tsx';
import classes from './record-links.module.css';

/** How long "Copied" is said (section 9), in milliseconds. */
const COPIED_MS = 1_500;

/** Puts a text on the clipboard and says so. */
export function copyText(text: string): void {
  navigator.clipboard.writeText(text).then(
    () => showToast({ title: 'Copied', autoClose: COPIED_MS }),
    () => showError('The text could not be copied. Select it and press Ctrl+C.'),
  );
}

interface CopyButtonProps {
  text: string;
  /** Accessible name, such as "Copy email of Asha Verma". */
  label: string;
  inGrid?: boolean;
}

export function CopyButton({ text, label, inGrid = false }: CopyButtonProps): ReactNode {
  return (
    <button
      type="button"
      className={classes.icon}
      aria-label={label}
      title={label}
      onClick={(event) => {
        event.stopPropagation();
        copyText(text);
      }}
      onDoubleClick={(event) => event.stopPropagation()}
      {...(inGrid ? { tabIndex: -1, 'data-row-control': '' } : {})}
    >
      <IconCopy size={15} stroke={1.7} aria-hidden />
    </button>
  );
}
