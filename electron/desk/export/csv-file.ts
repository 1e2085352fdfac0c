import { csvCell, csvLines, CSV_START } from '#shared/format/csv.ts';
import { harmless } from '#shared/format/csv-text.ts';
import type { FileFormat } from './file-format.ts';

/** A CSV file as spreadsheets show it (decision 7). */
export const csvFile: FileFormat<string> = {
  cells: { value: csvCell, text: harmless },
  write: async (file, _name, columns, slices) => {
    await file.appendFile(CSV_START + csvLines([columns.map(({ heading }) => heading)]));
    for await (const rows of slices) await file.appendFile(csvLines(rows));
  },
};
