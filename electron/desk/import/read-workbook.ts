import { streamXlsxRows } from 'hucre/xlsx';
import { cellMarks, markedRow } from './cell-marks.ts';
import { FileProblem, PROBLEMS } from './file-kind.ts';
import type { ReadAsked } from './reader-messages.ts';
import type { RowSender } from './row-sender.ts';
import { firstShown, partsOf, sheetNames } from './workbook-parts.ts';

/**
 * Reads a sheet of an Excel workbook. Of formulas there is what the spreadsheet had reckoned last, and a sign where it never has:
 * nothing is reckoned here, and no macro is looked at.
 * @throws FileProblem
 */
export async function readWorkbook(bytes: Buffer, asked: ReadAsked, sender: RowSender): Promise<void> {
  const parts = partsOf(bytes);
  const sheets = sheetNames(bytes, parts);
  const sheet = asked.sheet ?? firstShown(bytes, parts) ?? '';
  if (!sheets.includes(sheet)) throw new FileProblem(PROBLEMS.noSheet);
  sender.say({ type: 'form', form: { kind: 'xlsx', encoding: null, delimiter: null, sheets, sheet } });
  const marks = await cellMarks(bytes, parts, sheet);
  for await (const { index, values } of streamXlsxRows(bytes, { sheet: sheets.indexOf(sheet) }))
    sender.add(index + 1, markedRow(values, marks.get(index + 1)));
  sender.end();
}
