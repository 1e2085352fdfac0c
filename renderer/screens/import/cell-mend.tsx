import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import classes from './import.module.css';

interface CellMendProps {
  text: string;
  label: string;
  /** Resolves to whether the text is in the cell. */
  onKeep: (text: string, byKey: boolean) => Promise<boolean>;
  onLeave: (byKey: boolean) => void;
}

/** A cell while it is written in: Enter keeps, Escape leaves it as it was, going elsewhere keeps. */
export function CellMend({ text, label, onKeep, onLeave }: CellMendProps): ReactNode {
  const [draft, setDraft] = useState(text);
  const [busy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const over = useRef(false);
  useEffect(() => input.current?.select(), []);
  const keep = async (byKey: boolean): Promise<void> => {
    if (over.current) return;
    over.current = true;
    setBusy(true);
    const kept = await onKeep(draft, byKey);
    if (kept) return;
    over.current = false;
    setBusy(false);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    // They may also end a word in Devanagari.
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      void keep(true);
    } else if (event.key === 'Escape') {
      event.stopPropagation();
      over.current = true;
      onLeave(true);
    }
  };
  return (
    <input
      ref={input}
      className={classes.mend}
      aria-label={label}
      value={draft}
      readOnly={busy}
      onChange={(event) => setDraft(event.currentTarget.value)}
      onKeyDown={onKeyDown}
      onBlur={() => {
        if (draft === text && !over.current) {
          over.current = true;
          onLeave(false);
        } else void keep(false);
      }}
    />
  );
}
