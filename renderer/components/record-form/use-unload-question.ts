import { useEffect, useEffectEvent } from 'react';
import { DISCARDED } from './unsaved-changes.ts';

/**
 * Has leaving the page asked about: a browser asks by itself, in the desktop application the main process does.
 * @param onDiscard puts it away once the user has said that it may go: what follows may be on the same screen.
 */
export function useUnloadQuestion(dirty: boolean, onDiscard?: () => void): void {
  const discard = useEffectEvent(() => onDiscard?.());
  useEffect(() => {
    if (!dirty) return;
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault();
    const putAway = (): void => discard();
    window.addEventListener('beforeunload', warn);
    window.addEventListener(DISCARDED, putAway);
    return () => {
      window.removeEventListener('beforeunload', warn);
      window.removeEventListener(DISCARDED, putAway);
    };
  }, [dirty]);
}
