import { MOST_IMPORT_BYTES } from '#shared/protocol/import.ts';

const MEGABYTE = 1024 * 1024;

/** Why a file is not even sent, as a sentence; null where it is. What it holds is judged by the desk. */
export function fileRefusal({ name, size }: { name: string; size: number }): string | null {
  if (size === 0) return `${name} is empty. Choose a file that has rows.`;
  if (size > MOST_IMPORT_BYTES)
    return `${name} is larger than ${MOST_IMPORT_BYTES / MEGABYTE} MB. Split it into several files.`;
  if (/\.(?:xls|xlsb|ods|numbers)$/i.test(name))
    return `${name} is of a kind that cannot be read. Save it as an Excel workbook (.xlsx) or as CSV.`;
  return null;
}
