import type { ImportState } from '#shared/protocol/import.ts';
import { useState } from 'react';
import { useImportNews } from '../../components/import/use-import-state.ts';
import { showFailure } from '../../components/messages/messages.tsx';
import { judgeRows } from '../../stores/imports.ts';
import {
  askedOptions,
  doubledColumns,
  draftOf,
  isUnsaid,
  sameDraft,
  type ColumnDraft,
} from './column-draft.ts';

export interface ColumnsInWork {
  draft: ColumnDraft;
  change: (draft: ColumnDraft) => void;
  /** What people read for fixed values that are references, by field. */
  texts: Readonly<Record<string, string>>;
  say: (field: string, text: string) => void;
  /** Whether the desk has not been told all of it. */
  changed: boolean;
  judging: boolean;
  /** Has all rows judged by it. Resolves to whether the preview can be shown; false where something is to be said first. */
  judge: () => Promise<boolean>;
}

/** What the user says of the columns; begins with what the desk found, and anew when the file is read in another way. */
export function useColumnDraft(state: ImportState | null): ColumnsInWork {
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
  const current = draft ?? told;

  const judge = async (): Promise<boolean> => {
    if (!state || doubledColumns(state.entity, current.fields).size > 0) return false;
    setJudging(true);
    const seen = askedOptions(current, state.unknown);
    try {
      const next = await judgeRows({ id: state.id, ...current });
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
    change: setDraft,
    texts,
    say: (field, text) => setTexts((now) => ({ ...now, [field]: text })),
    changed: state?.counts === null || (draft !== null && !sameDraft(draft, told)),
    judging: judging || state?.busy === 'judging',
    judge,
  };
}
