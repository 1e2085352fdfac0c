import type { Page } from './page.ts';

/** So many of the last pages are kept, for desks that ask for the same a little later. */
const MOST_PAGES = 50;
/** A longer page is shared only by those who ask while it is read. In characters. */
const LONGEST_KEPT = 200_000;
/** Where the log went on since, a page is given for so long to those who ask for no more than it has. */
const GIVEN_WHEN_OVERTAKEN_MS = 5_000;
/** What is being read for longer has a connection that hangs, perhaps: whoever comes then does not wait for it. */
const READ_IN_MS = 2_000;

/** How far somebody asks, in numbers of the log. */
export interface Asked {
  /** Where the log stands. */
  position: number;
  /** As far as a page has to reach, where not all of it is left out for its size: at most `position`. */
  upTo: number;
}

interface Kept<Kind> {
  page: Promise<Kind>;
  /** It was read after the log stood here. */
  position: number;
  readAt: number;
  isRead: boolean;
}

/** Pages by what was asked for: who asks for one that is being read waits for it, and the last ones are kept. */
export class RecentPages<Kind extends Page> {
  readonly #pages = new Map<string, Kept<Kind>>();

  forget(): void {
    this.#pages.clear();
  }

  /**
   * The page of the key that reaches as far as is asked, from `read` where nobody has asked for it lately. One that failed is read
   * again.
   */
  once(key: string, asked: Asked, read: () => Promise<Kind>): Promise<Kind> {
    const known = this.#pages.get(key);
    if (known && isFor(known, asked)) return known.page;
    const readAt = performance.now();
    const kept: Kept<Kind> = { page: read(), position: asked.position, readAt, isRead: false };
    // The first in the map's order is the one that was read first.
    this.#pages.delete(key);
    this.#pages.set(key, kept);
    const forget = (): void => {
      if (this.#pages.get(key) === kept) this.#pages.delete(key);
    };
    kept.page.then(({ content }) => {
      kept.isRead = true;
      if (content.length > LONGEST_KEPT) forget();
    }, forget);
    const oldest = this.#pages.keys().next().value;
    if (this.#pages.size > MOST_PAGES && oldest !== undefined) this.#pages.delete(oldest);
    return kept.page;
  }
}

function isFor({ position, readAt, isRead }: Kept<unknown>, asked: Asked): boolean {
  const age = performance.now() - readAt;
  if (!isRead && age > READ_IN_MS) return false;
  return position === asked.position || (position >= asked.upTo && age < GIVEN_WHEN_OVERTAKEN_MS);
}
