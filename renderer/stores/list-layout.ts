/**
 * What a user has made of a list on this PC: its columns and their widths, whether it is a board, and which columns of
 * that are collapsed. In the browser's storage like
 * the colours and the menu's width, since it fits this screen; a saved view keeps it for all of them. Kept by the user's
 * id; nothing of a record is in it.
 */

export type Widths = Readonly<Record<string, number>>;

const WIDTHS = 'column-widths:';
const COLUMNS = 'list-columns:';
const BOARD = 'list-board:';
const COLLAPSED = 'board-collapsed:';
const ALL = [WIDTHS, COLUMNS, BOARD, COLLAPSED];
/** What a column can have, in pixels; anything else was not written here. */
const SANE = { least: 20, most: 4_000 };

/** The kept widths in pixels by column; null where none are kept, or the storage holds something else. */
export function keptWidths(userId: string, list: string): Widths | null {
  const kept = read(`${WIDTHS}${userId}:${list}`);
  if (typeof kept !== 'object' || kept === null) return null;
  return Object.fromEntries(
    Object.entries(kept).filter(
      (entry): entry is [string, number] =>
        typeof entry[1] === 'number' && entry[1] >= SANE.least && entry[1] <= SANE.most,
    ),
  );
}

/** Keeps the widths; null forgets them. */
export function keepWidths(userId: string, list: string, widths: Widths | null): void {
  write(`${WIDTHS}${userId}:${list}`, widths);
}

/** The names of the kept columns in their order; null where none are kept. */
export function keptColumns(userId: string, list: string): readonly string[] | null {
  const kept = read(`${COLUMNS}${userId}:${list}`);
  return Array.isArray(kept) && kept.length > 0 && kept.every((name) => typeof name === 'string')
    ? kept
    : null;
}

/** Keeps which columns there are; null forgets it. */
export function keepColumns(userId: string, list: string, columns: readonly string[] | null): void {
  write(`${COLUMNS}${userId}:${list}`, columns);
}

/** The field by whose values the list was shown last as a board; null for the list. */
export function keptBoard(userId: string, list: string): string | null {
  const kept = read(`${BOARD}${userId}:${list}`);
  return typeof kept === 'string' ? kept : null;
}

export function keepBoard(userId: string, list: string, board: string | null): void {
  write(`${BOARD}${userId}:${list}`, board);
}

/** The keys of the columns of a board that are collapsed. */
export function keptCollapsed(userId: string, board: string): readonly string[] {
  const kept = read(`${COLLAPSED}${userId}:${board}`);
  return Array.isArray(kept) ? kept.filter((key) => typeof key === 'string') : [];
}

export function keepCollapsed(userId: string, board: string, keys: readonly string[]): void {
  write(`${COLLAPSED}${userId}:${board}`, keys.length > 0 ? keys : null);
}

/** Forgets what is kept of a user, where everything of theirs is removed from this PC. */
export function forgetLayouts(userId: string): void {
  Object.keys(localStorage)
    .filter((key) => ALL.some((kind) => key.startsWith(`${kind}${userId}:`)))
    .forEach((key) => localStorage.removeItem(key));
}

function read(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

/** A full or forbidden storage is no reason to disturb the user. */
function write(key: string, value: unknown): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(value));
  } catch {
    return;
  }
}
