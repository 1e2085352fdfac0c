import type { Field, FieldKind } from '#shared/model/field.ts';
import type { ColDef } from 'ag-grid-community';
import type { RowLines } from './grid-theme.ts';
import type { GridRow } from './list-row.ts';

/** How wide columns are by themselves, by what their fields hold. */

export type Size = Pick<ColDef<GridRow>, 'width' | 'minWidth' | 'flex'>;

const SIZES: Readonly<Partial<Record<FieldKind, Size>>> = {
  phone: { width: 200, minWidth: 150 },
  email: { flex: 1.2, minWidth: 130 },
  longText: { flex: 2, minWidth: 140 },
  richText: { flex: 2, minWidth: 140 },
  date: { width: 116 },
  datetime: { width: 186, minWidth: 120 },
  money: { width: 120 },
  number: { width: 90 },
  boolean: { width: 90 },
  option: { flex: 1.1, minWidth: 110 },
};

/** Where texts wrap. Their smallest widths fit the longest lists into the smallest window. */
const WRAPPED_SIZES: typeof SIZES = {
  ...SIZES,
  phone: { flex: 0.3, minWidth: 142 },
  email: { flex: 1.3, minWidth: 148 },
  longText: { flex: 2, minWidth: 110 },
  richText: { flex: 2, minWidth: 110 },
  datetime: { flex: 0.6, minWidth: 112 },
  option: { flex: 0.8, minWidth: 84 },
};

/** Options such as the offer letter's are told apart by their last word: a badge must show it. */
const LONG_OPTION = { flex: 0.9, minWidth: 180 };
const WRAPPED_LONG_OPTION = { flex: 0.9, minWidth: 108 };
const LONG_OPTION_CHARACTERS = 16;

/** With less around it. */
const TIGHT_PHONE = { flex: 0.3, minWidth: 136 };

export function sizeOf(field: Field, { lines, tight }: { lines: RowLines; tight: boolean }): Size {
  const wraps = lines > 1;
  if (wraps && tight && field.kind === 'phone') return TIGHT_PHONE;
  const isLong =
    field.kind === 'option' && field.options?.some((each) => each.length > LONG_OPTION_CHARACTERS);
  if (isLong) return wraps ? WRAPPED_LONG_OPTION : LONG_OPTION;
  return (wraps ? WRAPPED_SIZES : SIZES)[field.kind] ?? { flex: 0.9, minWidth: wraps ? 80 : 100 };
}

export function titleSize(lines: RowLines): Size {
  return { flex: 1.2, minWidth: lines > 1 ? 96 : 130 };
}
