import { useCallback, useEffect, useRef, useState } from 'react';

/** Texts that wait for the pause after their last letter, by what tells them. */
const waiting = new Set<() => void>();

/** What empties each box in sight. */
const boxes = new Set<() => void>();

/** Ends the pauses: what stands in the boxes counts now. */
export function settleTyping(): void {
  for (const tell of waiting) tell();
}

/** Empties the boxes without telling anybody: their list does that for all of them at once. */
export function emptyTyping(): void {
  for (const empty of boxes) empty();
}

interface TypedText {
  /** What the box shows. */
  text: string;
  /** Takes what was typed; the pause begins anew. */
  type: (written: string) => void;
  /** Tells a text at once, in the place of what waits. */
  tell: (written: string) => void;
  /** Whether a text, less the spaces around it, is what was told last. */
  isTold: (written: string) => boolean;
}

/**
 * The text of a box that a list follows: shown with each letter, told after a pause in typing, and changed with
 * `value` where that is not what was typed here, as by going back.
 */
export function useTypedText(value: string, onTell: (text: string) => void, pauseMs: number): TypedText {
  const [text, setText] = useState(value);
  const told = useRef(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const settle = useRef<() => void>(undefined);

  const stop = useCallback(() => {
    clearTimeout(timer.current);
    if (settle.current) waiting.delete(settle.current);
  }, []);
  useEffect(() => {
    if (value === told.current) return;
    told.current = value;
    // Whoever types on before the change is here means what is typed.
    if (settle.current && waiting.has(settle.current)) return;
    setText(value);
  }, [value]);
  useEffect(() => {
    const empty = (): void => {
      stop();
      setText('');
      // A text that was told a moment ago is perhaps not shown by `value` yet, which then never changes.
      told.current = '';
    };
    boxes.add(empty);
    return () => {
      boxes.delete(empty);
      stop();
    };
  }, [stop]);

  const tell = (written: string): void => {
    stop();
    setText(written);
    told.current = written.trim();
    onTell(told.current);
  };
  return {
    text,
    type(written) {
      stop();
      setText(written);
      settle.current = () => tell(written);
      waiting.add(settle.current);
      timer.current = setTimeout(settle.current, pauseMs);
    },
    tell,
    isTold: (written) => written.trim() === told.current,
  };
}
