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
  const asking = useRef(false);
  useEffect(() => {
    latest.current = { blocker, onDiscard };
  });
  // With each blocker, not with each change of its state: a Back right after "Keep editing" is drawn together with it.
  useEffect(() => {
    if (blocker.state !== 'blocked' || asking.current) return;
    asking.current = true;
    void askToDiscard(what).then((discard) => {
      asking.current = false;
      const now = latest.current;
      if (discard) now.onDiscard();
      if (discard) now.blocker.proceed?.();
      else now.blocker.reset?.();
    });
  }, [blocker, what]);
}
