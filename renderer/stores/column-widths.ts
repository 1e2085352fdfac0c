/**
 * Widths that a user has given to the columns of a list, on this PC: in the browser's storage like the colours and the
 * menu's width, since they fit this screen. Kept by the user's id; nothing of a record is in them.
 */

type Widths = Readonly<Record<string, number>>;

const PREFIX = 'column-widths:';
/** What a column can have, in pixels; anything else was not written here. */
const SANE = { least: 20, most: 4_000 };

const keyOf = (userId: string, list: string): string => `${PREFIX}${userId}:${list}`;

/** The kept widths in pixels by column, none where the storage holds something else. */
export function keptWidths(userId: string, list: string): Widths {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(userId, list)) ?? '{}');
    if (typeof kept !== 'object' || kept === null) return {};
    return Object.fromEntries(
      Object.entries(kept).filter(
        (entry): entry is [string, number] =>
          typeof entry[1] === 'number' && entry[1] >= SANE.least && entry[1] <= SANE.most,
      ),
    );
  } catch {
    return {};
  }
}

/** Keeps the widths; a full or forbidden storage is no reason to disturb the user. */
export function keepWidths(userId: string, list: string, widths: Widths): void {
  try {
    if (Object.keys(widths).length === 0) localStorage.removeItem(keyOf(userId, list));
    else localStorage.setItem(keyOf(userId, list), JSON.stringify(widths));
  } catch {
    return;
  }
}

/** Forgets what is kept of a user, where everything of theirs is removed from this PC. */
export function forgetWidths(userId: string): void {
  Object.keys(localStorage)
    .filter((key) => key.startsWith(`${PREFIX}${userId}:`))
    .forEach((key) => localStorage.removeItem(key));
}
