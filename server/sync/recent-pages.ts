import type { Page } from './page.ts';

/** So many of the last pages are kept, for desks that ask for the same a little later. */
const MOST_PAGES = 50;
/** A longer page is shared only by those who ask while it is read. In characters. */
const LONGEST_KEPT = 200_000;

/** Pages by what was asked for: who asks for one that is being read waits for it, and the last ones are kept. */
export class RecentPages<Kind extends Page> {
  readonly #pages = new Map<string, Promise<Kind>>();

  forget(): void {
    this.#pages.clear();
  }

  /** The page of the key, from `read` where nobody has asked for it lately. One that failed is read again. */
  once(key: string, read: () => Promise<Kind>): Promise<Kind> {
    const known = this.#pages.get(key);
    if (known) return known;
    const page = read();
    this.#pages.set(key, page);
    const forget = (): void => {
      if (this.#pages.get(key) === page) this.#pages.delete(key);
    };
    page.then(({ content }) => {
      if (content.length > LONGEST_KEPT) forget();
    }, forget);
    // The first in the map's order is the one that was read first.
    const oldest = this.#pages.keys().next().value;
    if (this.#pages.size > MOST_PAGES && oldest !== undefined) this.#pages.delete(oldest);
    return page;
  }
}
