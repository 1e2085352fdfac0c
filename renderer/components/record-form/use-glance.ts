import { useCallback, useState, type KeyboardEvent } from 'react';
import { isPlainKey } from '../keyboard/plain-key.ts';
import { hotkeys } from '../keyboard/shortcuts.ts';
import type { Glance, GlanceGiven } from './glance.ts';

interface GlanceState {
  /** What the dialog begins with; nothing once all fields are asked for. */
  glance: Glance | undefined;
  /** Whether a field is being written in, whose Escape is its own. */
  writing: boolean;
  onEditing: GlanceGiven['onEditing'];
  /** Whether the key was one of going through the list, or asked for all fields. */
  keys: (event: KeyboardEvent<HTMLElement>) => boolean;
}

/** The summary that a dialog begins with, and its keys: as those of the panel beside a list. */
export function useGlance(given: Glance | undefined): GlanceState {
  const [isWhole, setWhole] = useState(false);
  const [written, setWritten] = useState(0);
  const onEditing = useCallback((by: 1 | -1) => setWritten((now) => now + by), []);
  const glance = isWhole ? undefined : given;
  const keys = (event: KeyboardEvent<HTMLElement>): boolean => {
    const isTab = event.target instanceof HTMLElement && event.target.getAttribute('role') === 'tab';
    if (!glance || event.defaultPrevented) return false;
    if (event.key === 'ArrowDown' && !isTab) glance.onStep(1);
    else if (event.key === 'ArrowUp' && !isTab) glance.onStep(-1);
    else if (isPlainKey(event, hotkeys.whole)) setWhole(true);
    else return false;
    return true;
  };
  return { glance, writing: written > 0, onEditing, keys };
}
