import { isDialogOpen } from '../../components/keyboard/open-dialogs.ts';
import type { TodayRow } from '#shared/protocol/today.ts';
import {
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  type RefObject,
} from 'react';
import { useLogging } from '../../components/activities/log-call.ts';
import { currentAfter, keyOf, nextOf } from './current-row.ts';
import { isFocusLost } from '../../components/keyboard/keep-focus.ts';

export interface CurrentRow {
  /** null for an empty list. */
  current: string | null;
  setCurrent: (key: string) => void;
  /** Makes a row the current one and puts the focus there. */
  enter: (key: string | null) => void;
}

/**
 * The row that keys work on. It stays the same while the list changes; when it leaves, the next one takes its place; and
 * once something was logged about it, the next one is current.
 */
export function useCurrentRow(rows: readonly TodayRow[], grid: RefObject<HTMLElement | null>): CurrentRow {
  const keys = rows.map(keyOf);
  const [state, setState] = useState<{ keys: readonly string[]; current: string | null }>({
    keys,
    current: keys[0] ?? null,
  });
  const current = currentAfter(state.keys, keys, state.current);
  if (current !== state.current || !sameKeys(keys, state.keys)) setState({ keys, current });

  const setCurrent = useCallback(
    (key: string) => setState((now) => (now.current === key ? now : { ...now, current: key })),
    [setState],
  );
  const enter = useCallback(
    (key: string | null) => {
      if (key === null) return;
      setCurrent(key);
      const row = rowOf(grid, key);
      row?.focus({ preventScroll: true });
      row?.scrollIntoView({ block: 'nearest' });
    },
    [grid, setCurrent],
  );

  // A row that is gone takes the focus with it: it goes on in the row that has taken its place.
  const within = useRef(false);
  useEffect(() => {
    const element = grid.current;
    if (!element) return;
    const noteFocus = (): void => {
      within.current = true;
    };
    const noteBlur = ({ relatedTarget }: FocusEvent): void => {
      if (relatedTarget !== null) within.current = element.contains(relatedTarget as Node);
    };
    element.addEventListener('focusin', noteFocus);
    element.addEventListener('focusout', noteBlur);
    return () => {
      element.removeEventListener('focusin', noteFocus);
      element.removeEventListener('focusout', noteBlur);
    };
  });
  useLayoutEffect(() => {
    if (within.current && isFocusLost()) enter(current);
  }, [current, enter]);

  const goOn = useRef<string | null>(null);
  const loggedAbout = useEffectEvent(({ entity, id }: { entity: string; id: string }) => {
    const key = `${entity} ${id}`;
    if (!keys.includes(key)) return;
    goOn.current = nextOf(keys, key);
    setCurrent(goOn.current);
  });
  const dialogGone = useEffectEvent(() => {
    const key = goOn.current;
    goOn.current = null;
    // Logged from a view that is still open: it stays there.
    if (isDialogOpen()) return;
    if (key !== null) enter(keys.includes(key) ? key : current);
    else if (within.current && isFocusLost()) enter(current);
  });
  useEffect(
    () =>
      useLogging.subscribe((now, before) => {
        if (now.logged && now.logged !== before.logged) loggedAbout(now.logged.person);
        // The dialog gives the focus back to where it was before; then it goes on.
        if (!now.open && before.open) requestAnimationFrame(() => dialogGone());
      }),
    [],
  );
  return { current, setCurrent, enter };
}

function rowOf({ current: grid }: RefObject<HTMLElement | null>, key: string): HTMLElement | null {
  return grid?.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`) ?? null;
}

function sameKeys(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((key, at) => key === other[at]);
}
