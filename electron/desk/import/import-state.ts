import { fold } from '#shared/import/fold.ts';
import type { ImportRow, ImportState, UnknownOption } from '#shared/protocol/import.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { textsOf } from './kept-cells.ts';
import type { ImportWork } from './import-work.ts';
import type { Judged, StagedRows } from './staged-rows.ts';

/** How an import stands. One whose file is damaged stands as one that cannot be read. */
export function importState(staged: StagedRows, outbox: Outbox): ImportState {
  try {
    return stateOf(staged, outbox);
  } catch (error) {
    if (!(error instanceof PlainError) || staged.work.problem === null) throw error;
    return stateOf(staged, outbox);
  }
}

function stateOf(staged: StagedRows, outbox: Outbox): ImportState {
  const { work } = staged;
  const isJudged = work.step === 'preview' || work.step === 'run' || work.step === 'report';
  return {
    id: work.id,
    entity: work.entity,
    fileName: work.fileName,
    step: work.step,
    busy: work.going,
    problem: work.problem,
    reading: work.form && {
      ...work.form,
      heading: work.heading,
      head: work.head,
      rows: staged.countBelowHeading(),
    },
    columns: work.columns,
    fixed: work.fixed,
    said: work.said,
    unknown: isJudged ? unknownOf(staged) : [],
    counts: isJudged ? staged.counts() : null,
    choice: work.choice,
    result: work.step === 'report' ? resultOf(staged, outbox) : null,
  };
}

function resultOf(staged: StagedRows, outbox: Outbox): NonNullable<ImportState['result']> {
  const { added, changed, skipped } = staged.outcomes();
  const { wrong, twice } = staged.counts();
  const { stopped, why, takenOut } = staged.work;
  const set = added + changed > 0 ? staged.work.set : null;
  const { last, isTakenBack, isHalfUndone } =
    set === null ? NEVER : outbox.sets.undone(set, (of, by) => outbox.undos.goesOn(of, by));
  return {
    set,
    last: takenOut ? null : last,
    isTakenBack: takenOut || isTakenBack,
    isHalfUndone,
    wasUndone: takenOut || isHalfUndone || last !== set,
    added,
    changed,
    skipped,
    leftOut: wrong + twice,
    refused: set === null ? 0 : outbox.sets.refused(set),
    byOthers: staged.work.byOthers,
    stopped,
    why,
  };
}

const NEVER = { last: null, isTakenBack: false, isHalfUndone: false };

function unknownOf(staged: StagedRows): UnknownOption[] {
  const meanings = new Map(
    Object.entries(staged.work.meanings).flatMap(([field, meant]) =>
      Object.entries(meant).map(([written, means]): [string, string | null] => [
        `${field} ${fold(written)}`,
        means,
      ]),
    ),
  );
  return staged.unknown().map(({ field, key, written, count }) => {
    const means = meanings.get(`${field} ${key}`);
    return { field, written, count, ...(means === undefined ? {} : { means }) };
  });
}

/** A row of the preview. */
export function importRow(
  { columns }: ImportWork,
  { row, state, found, choice, cells }: NonNullable<ReturnType<StagedRows['row']>>,
): ImportRow {
  const { issues, doubts, match, sameAs } = JSON.parse(found) as Judged;
  const texts = textsOf(cells);
  return {
    row,
    state,
    cells: columns.map((_, at) => texts[at] ?? ''),
    issues,
    doubts,
    match,
    sameAs,
    choice,
  };
}

/** The last part of a file's name, without what cannot be seen and turns letters around. */
export function plainName(fileName: string): string {
  const last = fileName.split(/[\\/]/).at(-1) ?? '';
  const clean = last.replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '').trim();
  return clean === '' || /^\.+$/.test(clean) ? 'file' : clean;
}
