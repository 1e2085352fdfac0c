import type { GridApi } from 'ag-grid-community';
import { isPlainKey } from '../keyboard/plain-key.ts';
import type { GridRow } from './list-row.ts';

/** Keys of the grid that the library does not have. */

const CONTROL = '[data-row-control]';

/**
 * Tab goes from a cell to the links and buttons of its row, one after the other, and then out of the grid: not
 * through every cell and row on the screen. Returns whether it had somewhere to go within the row.
 */
export function tabWithinRow(target: EventTarget | null, backwards: boolean): boolean {
  if (!(target instanceof HTMLElement)) return false;
  const controls = [...(target.closest('[role="row"]')?.querySelectorAll<HTMLElement>(CONTROL) ?? [])];
  const wanted = backwards ? Node.DOCUMENT_POSITION_PRECEDING : Node.DOCUMENT_POSITION_FOLLOWING;
  const onTheWay = controls.filter((control) => (target.compareDocumentPosition(control) & wanted) !== 0);
  const next = backwards ? onTheWay.at(-1) : onTheWay[0];
  next?.focus();
  return next !== undefined;
}

/** Whether a key or a click went to a link or button inside a cell, or to its icon: it acts by itself. */
export function isRowControl(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(CONTROL) !== null;
}

/** Whether a key went to a field inside a cell that is typed in: every key but Tab is then its own. */
export function isRowInput(target: EventTarget | null): target is HTMLInputElement {
  return target instanceof HTMLInputElement && isRowControl(target);
}

/**
 * Ctrl+C on a cell copies its text, unless text is selected: then the browser copies that.
 * @param copy puts a text on the clipboard and says so.
 */
export function copyCell(event: KeyboardEvent, textOf: () => string, copy: (text: string) => void): void {
  if (event.key.toLowerCase() !== 'c' || !(event.ctrlKey || event.metaKey)) return;
  if ((window.getSelection()?.toString() ?? '') !== '') return;
  const text = textOf();
  if (text === '') return;
  event.preventDefault();
  copy(text);
}

/** A cell that a key went to: its place in the list, and its row as far as that was read. */
export interface KeyedCell {
  index: number;
  row: GridRow | undefined;
  name: string;
  text: () => string;
  cell: HTMLElement;
}

export function cellAt(api: GridApi<GridRow> | null, target: EventTarget | null): KeyedCell | null {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[role="gridcell"][col-id]') : null;
  const place = cell?.closest('[row-index]')?.getAttribute('row-index');
  if (!api || !cell || place === undefined || place === null) return null;
  const index = Number(place);
  const name = cell.getAttribute('col-id') ?? '';
  const rowNode = api.getDisplayedRowAtIndex(index);
  const text = (): string => String((rowNode && api.getCellValue({ rowNode, colKey: name })) ?? '');
  return { index, row: rowNode?.data, name, text, cell };
}

/** What letters do to a row. */
export type RowKeys = Readonly<Record<string, (row: GridRow) => void>>;

export function runRowKey(keys: RowKeys | undefined, event: KeyboardEvent, row: GridRow): void {
  for (const [letter, run] of Object.entries(keys ?? {})) {
    if (isPlainKey(event, letter)) run(row);
  }
}
