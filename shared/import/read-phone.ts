import { phoneDoubt, phoneNumbers, readPhone } from '#shared/format/phone.ts';
import type { CellRead } from './cell.ts';

/** `9.82E+09`, `9,82001E+09`. */
const SCIENTIFIC = /^(\d)(?:[.,](\d+))?e\+?(\d{1,2})$/i;
/** What programs put behind a number that they took for an amount. */
const DECIMALS = /^(\d{7,})[.,]0+$/;
/** A number of a town without the 0 that a table has taken for nothing. */
const TOWN = /^[1-5]\d{9}$/;
/** With its country, and without the sign before it. */
const WITH_COUNTRY = /^91[6-9]\d{9}$/;
/** So many zeros at the end of a number are seldom somebody's. */
const ROUNDED = /^\d+0{6}$/;

/**
 * The phone number, or several, of a cell: kept as written, with what a table takes away put back where it is plain.
 * @param label what the number is called, at the start of sentences
 */
export function readPhoneCell(text: string, label: string): CellRead {
  const written = text.trim().replace(DECIMALS, '$1');
  const scientific = SCIENTIFIC.exec(written);
  if (scientific) {
    const [, first = '', decimals = '', exponent = ''] = scientific;
    if (decimals.length !== Number(exponent)) return { problem: lostDigits(written, label) };
    return readPhoneCell(first + decimals, label);
  }
  const read = readPhone(written, label);
  if ('problem' in read || read.value === null) return read;
  const value = phoneNumbers(written).length > 1 ? written : whole(written);
  const doubt = phoneDoubt(value) ?? (ROUNDED.test(written) ? roundedDoubt(written) : null);
  return { value, ...(doubt === null ? {} : { doubt }) };
}

function whole(written: string): string {
  if (TOWN.test(written) && phoneDoubt(`0${written}`) === null) return `0${written}`;
  return WITH_COUNTRY.test(written) ? `+${written}` : written;
}

const lostDigits = (written: string, label: string): string =>
  `${label} is ${written}: the file has lost the digits of this number. Type the number here, or make the column text in the spreadsheet, enter the numbers again and save the file anew`;

const roundedDoubt = (written: string): string =>
  `${written} ends in many zeros: the file may have lost the digits of this number`;
