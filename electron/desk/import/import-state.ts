import { fold } from '#shared/import/fold.ts';
import type { ImportRow, ImportState, UnknownOption } from '#shared/protocol/import.ts';
import { textsOf } from './kept-cells.ts';
import type { ImportWork, Judged, StagedRows } from './staged-rows.ts';

/** How an import stands. */
export function importState(staged: StagedRows): ImportState {
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
      rows: staged.countBelow(work.heading),
    },
    columns: work.columns,
    fixed: work.fixed,
    unknown: isJudged ? unknownOf(staged) : [],
    counts: isJudged ? staged.counts() : null,
    choice: work.choice,
    result: work.step === 'report' ? resultOf(staged) : null,
  };
}

function resultOf(staged: StagedRows): NonNullable<ImportState['result']> {
  const { added, changed, skipped } = staged.outcomes();
  const { wrong, twice } = staged.counts();
  const { set, stopped } = staged.work;
  return { set: added + changed > 0 ? set : null, added, changed, skipped, leftOut: wrong + twice, stopped };
}

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
