import type { ImportState } from '#shared/protocol/import.ts';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { bridge } from '../../bridge/bridge.ts';
import { useImportNews } from '../../components/import/use-import-state.ts';
import { showFailure } from '../../components/messages/messages.tsx';
import { judgeRows } from '../../stores/imports.ts';
import {
  askedOptions,
  doubledColumns,
  draftOf,
  isUnsaid,
  saidBefore,
  sameDraft,
  type ChangeColumns,
  type ColumnDraft,
} from './column-draft.ts';
import { SaidKeeper } from './said-keeper.ts';

export interface ColumnsInWork {
  draft: ColumnDraft;
  change: ChangeColumns;
  /** What people read for fixed values that are references, by field. */
  texts: Readonly<Record<string, string>>;
  say: (field: string, text: string) => void;
  /** Whether the desk has not been told all of it. */
  changed: boolean;
  judging: boolean;
  /** Has all rows judged by it. Resolves to whether the preview can be shown; false where something is to be said first. */
  judge: () => Promise<boolean>;
}

/**
 * What the user says of the columns; begins with what was said before or the desk found, and anew when the file is read in
 * another way. The desk keeps it with the import.
 * @param isShown whether the user is at the columns
 */
export function useColumnDraft(state: ImportState | null, isShown: boolean): ColumnsInWork {
  const { take } = useImportNews();
  const [draft, setDraft] = useState<ColumnDraft | null>(null);
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>({});
  const [judging, setJudging] = useState(false);
  const told: ColumnDraft = state ? draftOf(state) : { fields: [], fixed: {}, meanings: {} };
  const headings = JSON.stringify([state?.id, state?.reading, state?.columns.map(({ heading }) => heading)]);
  const [of, setOf] = useState(headings);
  if (of !== headings) {
    setOf(headings);
    setDraft(null);
  }
  const current = draft ?? (state && saidBefore(state)) ?? told;
  const [keeper] = useState(() => new SaidKeeper((said) => bridge.call('import.say', said), take));
  useKeptWhenLeft(keeper, isShown);
  useEffect(() => keeper.about(headings), [keeper, headings]);
  const latest = useRef(current);
  useLayoutEffect(() => {
    latest.current = current;
  });
  const change: ChangeColumns = (make) => {
    const next = make(latest.current);
    latest.current = next;
    setDraft(next);
    if (state) keeper.say({ id: state.id, said: sameDraft(next, told) ? null : next });
  };

  const judge = async (): Promise<boolean> => {
    if (!state || doubledColumns(state.entity, current.fields).size > 0) return false;
    setJudging(true);
    const seen = askedOptions(current, state.unknown);
    keeper.now();
    try {
      const next = await judgeRows({ id: state.id, ...current });
      keeper.forget();
      take(next);
      setDraft(null);
      if (!next?.counts || next.problem !== null) return false;
      const asked = askedOptions(draftOf(next), next.unknown).filter((each) => isUnsaid(draftOf(next), each));
      // Whoever has seen a value and said nothing of it goes on: its rows are among the wrong ones.
      return asked.every(({ field, written }) =>
        seen.some((each) => each.field === field && each.written === written),
      );
    } catch (error) {
      showFailure('Failed to check the rows', error, judge);
      return false;
    } finally {
      setJudging(false);
    }
  };

  return {
    draft: current,
    change,
    texts,
    say: (field, text) => setTexts((now) => ({ ...now, [field]: text })),
    changed: state?.counts === null || !sameDraft(current, told),
    judging: judging || state?.busy === 'judging',
    judge,
  };
}

/** What was said last is kept at once when the step, the screen or the page is left. */
function useKeptWhenLeft(keeper: SaidKeeper, isShown: boolean): void {
  useEffect(() => {
    const keep = (): void => keeper.now();
    if (!isShown) return undefined;
    document.addEventListener('visibilitychange', keep);
    window.addEventListener('pagehide', keep);
    return () => {
      document.removeEventListener('visibilitychange', keep);
      window.removeEventListener('pagehide', keep);
      keep();
    };
  }, [keeper, isShown]);
}
