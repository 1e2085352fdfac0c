import { existsSync } from 'node:fs';
import { fold } from '#shared/import/fold.ts';
import { normaliseText } from '#shared/model/search-text.ts';
import { eraseFile } from '../storage/erase.ts';
import type { ErasedPeople } from '../workspace/erased-people.ts';
import { fileColumnsLeft } from './file-columns.ts';
import { textsOf } from './kept-cells.ts';
import type { KeptCell } from './reader-messages.ts';
import type { StagedRows } from './staged-rows.ts';

const AT_ONCE = 1_000;

/**
 * Takes out of an import what it has of people who are erased: their rows, known by a record, a number, an address or a name
 * of several words, and the file, which has them still. Gives how many rows went; null where that is not all, because the
 * file is not read yet or something else of the import names them: then all of it has to go.
 */
export function forgetPeople(staged: StagedRows, people: ErasedPeople): number | null {
  const isKnown = people.texts.length > 0 || people.numbers.length > 0;
  const { going, form, step } = staged.work;
  if (going === 'receiving' || going === 'reading' || (step === 'file' && existsSync(staged.bytesPath)))
    return isKnown ? null : 0;
  const gone = rowsOf(staged, people);
  // Of a workbook only one sheet is in the rows.
  const mayHold = isKnown && (form?.sheets.length ?? 0) > 1;
  if ((gone.length > 0 || mayHold) && existsSync(staged.bytesPath)) eraseFile(staged.bytesPath);
  if (gone.length > 0) {
    staged.takeOut(gone, fold);
    staged.keep(fileColumnsLeft(staged));
    staged.leaveNothing();
  }
  return names(people, [JSON.stringify(staged.work)]) ? null : gone.length;
}

function rowsOf(staged: StagedRows, people: ErasedPeople): number[] {
  const rows: number[] = [];
  const marks = [...people.numbers, ...people.texts.map(longestWord)];
  let after = -1;
  for (;;) {
    const some = staged.keptAfter(after, AT_ONCE);
    for (const { row, cells, found, record } of some) {
      after = row;
      const isOfRecord = people.records.has(record) || people.records.has(matched(found));
      if (isOfRecord || (mayName(marks, cells) && names(people, textsOf(JSON.parse(cells) as KeptCell[]))))
        rows.push(row);
    }
    if (some.length < AT_ONCE) return rows;
  }
}

/** The record that a row was found to be of; '' where there is none. */
const matched = (found: string): string => /"match":\{"entity":"[^"]*","id":"([^"]*)"/.exec(found)?.[1] ?? '';

const longestWord = (text: string): string =>
  (text.match(/[\p{L}\p{N}]+/gu) ?? []).reduce((long, word) => (word.length > long.length ? word : long), '');

/** A first look at a row as it is kept: most are of others. */
function mayName(marks: readonly string[], cells: string): boolean {
  const plain = normaliseText(cells);
  const digits = cells.replace(/\D/g, '');
  return marks.some((mark) => plain.includes(mark) || digits.includes(mark));
}

/** Whether texts say who it is; a name may stand in several of them, side by side. */
function names({ texts, numbers }: ErasedPeople, written: readonly string[]): boolean {
  const plain = normaliseText(written.join(' '));
  if (texts.some((text) => plain.includes(text))) return true;
  if (numbers.length === 0) return false;
  const digits = written.map((text) => text.replace(/\D/g, ''));
  return numbers.some((number) => digits.some((each) => each.includes(number)));
}
