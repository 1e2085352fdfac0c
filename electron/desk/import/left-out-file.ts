import { basename } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { text } from '#shared/model/field.ts';
import { writeWholeFile } from '#shared/node/whole-file.ts';
import type { ExportResult } from '#shared/protocol/list-calls.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import { csvFile } from '../export/csv-file.ts';
import type { FileColumn, FileFormat } from '../export/file-format.ts';
import type { ChosenPlace } from '../export/list-export.ts';
import { writeFailure } from '../export/write-failure.ts';
import { xlsxFile } from '../export/xlsx-file.ts';
import { textsOf } from './kept-cells.ts';
import type { Judged, StagedRows } from './staged-rows.ts';

/** Rows of a slice. */
const AT_ONCE = 100;
/** No file system takes these in a name. */
const NOT_IN_NAMES = /[<>:"/\\|?*]/g;
const LONGEST_STEM = 80;

/** Writes the rows that did not come in, in the columns of the file, with one more that says why. */
export async function writeLeftOut(
  staged: StagedRows,
  format: 'csv' | 'xlsx',
  chooseSavePlace: (fileName: string) => Promise<ChosenPlace | null>,
): Promise<ExportResult> {
  const place = await chooseSavePlace(`${stemOf(staged.work.fileName)}-left-out.${format}`);
  if (!place) return { outcome: 'cancelled', rows: 0, fileName: '', download: null };
  try {
    const rows = await (format === 'csv'
      ? writeAs(csvFile, staged, place)
      : writeAs(xlsxFile, staged, place));
    const fileName = place.fileName ?? basename(place.path);
    return { outcome: 'saved', rows, fileName, download: place.download ?? null };
  } catch (error) {
    throw writeFailure(error, place.path) ?? error;
  }
}

async function writeAs<Cell>(
  format: FileFormat<Cell>,
  staged: StagedRows,
  { path, unfinishedName }: ChosenPlace,
): Promise<number> {
  const field = text('Cell');
  const { columns: ofFile } = staged.work;
  const columns: FileColumn[] = [...ofFile.map(({ heading }) => heading), 'Why'].map((heading) => ({
    heading,
    field,
  }));
  let rows = 0;
  async function* slices(): AsyncGenerator<Cell[][]> {
    for (let after = 0; ;) {
      await nextTurn();
      if (!staged.open) throw new PlainError('unavailable', 'You were signed out meanwhile.');
      const found = staged.leftOut(after, AT_ONCE);
      const last = found.at(-1);
      if (!last) return;
      yield found.map(({ cells, found: judged }) => {
        const texts = textsOf(cells);
        const ofRow = ofFile.map((_, at) => texts[at] ?? '');
        return [...ofRow, whyOf(JSON.parse(judged) as Judged)].map((each) => format.cells.text(each));
      });
      after = last.row;
      rows += found.length;
    }
  }
  // Hidden until it is whole: the folder is the user's.
  await writeWholeFile(path, (file) => format.write(file, 'Left out', columns, slices()), {
    unfinishedName,
  });
  return rows;
}

function whyOf({ issues, sameAs }: Judged): string {
  if (issues.length > 0) return `${issues.map(({ message }) => message).join('. ')}.`;
  return sameAs === null ? '' : `The same person as in row ${sameAs}.`;
}

function stemOf(fileName: string): string {
  const stem = fileName
    .replace(/\.[^.]*$/, '')
    .replace(NOT_IN_NAMES, '_')
    .slice(0, LONGEST_STEM)
    .trim();
  return stem === '' ? 'import' : stem;
}
