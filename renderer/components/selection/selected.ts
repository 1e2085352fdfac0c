import type { Picked } from '#shared/protocol/list-calls.ts';
import { MOST_LEFT_OUT, MOST_SELECTED } from '#shared/protocol/many.ts';

/**
 * Which rows of a list are selected: some by their ids, or all that the list finds but some. All of a list are not named:
 * which they are, the desk says when something is done with them.
 */
export interface Selected {
  all: boolean;
  /** The selected ones, or with `all` those left out. */
  ids: ReadonlySet<string>;
}

export const nothingSelected: Selected = { all: false, ids: new Set() };
export const everythingSelected: Selected = { all: true, ids: new Set() };

export function isSelected({ all, ids }: Selected, id: string): boolean {
  return all !== ids.has(id);
}

/** With these rows selected, or not; null where that would be more than can be named. */
export function withRows(selected: Selected, rows: readonly string[], wanted: boolean): Selected | null {
  const ids = new Set(selected.ids);
  for (const id of rows) {
    if (wanted === selected.all) ids.delete(id);
    else ids.add(id);
  }
  return ids.size > (selected.all ? MOST_LEFT_OUT : MOST_SELECTED) ? null : { ...selected, ids };
}

/** Without rows that are no longer in the list. */
export function without(selected: Selected, gone: readonly string[]): Selected {
  if (gone.every((id) => !selected.ids.has(id))) return selected;
  const left = new Set(gone);
  return { ...selected, ids: new Set([...selected.ids].filter((id) => !left.has(id))) };
}

/** Whether nothing is; all but all of a list are told by counting. */
export function isNothing({ all, ids }: Selected): boolean {
  return !all && ids.size === 0;
}

/** As the desk is told of it. */
export function pickedOf({ all, ids }: Selected): Picked {
  if (!all) return { ids: [...ids] };
  return ids.size === 0 ? {} : { except: [...ids] };
}
