import { streamXlsxRows } from 'hucre/xlsx';
import { FileProblem, PROBLEMS } from './file-kind.ts';
import type { ReadAsked } from './reader-messages.ts';
import type { RowSender } from './row-sender.ts';
import { partsOf, sheetNames } from './workbook-parts.ts';

/**
 * Reads a sheet of an Excel workbook. Of formulas there is what the spreadsheet had reckoned last: nothing is reckoned
 * here, and no macro is looked at.
 * @throws FileProblem
 */
export async function readWorkbook(bytes: Buffer, asked: ReadAsked, sender: RowSender): Promise<void> {
  const sheets = sheetNames(bytes, partsOf(bytes));
  const sheet = asked.sheet ?? sheets[0] ?? '';
  if (!sheets.includes(sheet)) throw new FileProblem(PROBLEMS.noSheet);
  sender.say({ type: 'form', form: { kind: 'xlsx', encoding: null, delimiter: null, sheets, sheet } });
  for await (const { index, values } of streamXlsxRows(bytes, { sheet: sheets.indexOf(sheet) }))
    sender.add(index + 1, values);
  sender.end();
}
