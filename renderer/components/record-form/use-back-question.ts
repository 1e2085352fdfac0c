import { useEffect, useRef } from 'react';
import { NavigationType, useBlocker } from 'react-router-dom';
import { askToDiscard } from './unsaved-changes.ts';

/**
 * Back and Forward, by key, button or mouse, ask before they take an unsaved form away. Other ways to leave ask by
 * themselves: the dialog when it is closed, Ctrl+K before it goes, the browser before it unloads.
 * @param what where the changes were typed, as in "this candidate".
 * @param onDiscard called before the page goes where the user wanted.
 */
export function useBackQuestion(dirty: boolean, what: string, onDiscard: () => void): void {
  const blocker = useBlocker(({ historyAction }) => dirty && historyAction === NavigationType.Pop);
  // Pressing Back again while the question stands makes another blocker, and no second question.
  const latest = useRef({ blocker, onDiscard });
  useEffect(() => {
    latest.current = { blocker, onDiscard };
  });
  const blocked = blocker.state === 'blocked';
  useEffect(() => {
    if (!blocked) return;
    void askToDiscard(what).then((discard) => {
      const now = latest.current;
      if (discard) now.onDiscard();
      if (discard) now.blocker.proceed?.();
      else now.blocker.reset?.();
    });
  }, [blocked, what]);
}
