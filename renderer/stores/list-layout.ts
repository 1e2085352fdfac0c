/**
 * What a user has made of a list's columns on this PC: their widths, and which there are. In the browser's storage like
 * the colours and the menu's width, since it fits this screen; a saved view keeps it for all of them. Kept by the user's
 * id; nothing of a record is in it.
 */

export type Widths = Readonly<Record<string, number>>;

const WIDTHS = 'column-widths:';
const COLUMNS = 'list-columns:';
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

/** Forgets what is kept of a user, where everything of theirs is removed from this PC. */
export function forgetLayouts(userId: string): void {
  Object.keys(localStorage)
    .filter((key) => key.startsWith(`${WIDTHS}${userId}:`) || key.startsWith(`${COLUMNS}${userId}:`))
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
