import { MOST_AT_ONCE } from '#shared/protocol/list-calls.ts';
import type { Documented, DocumentPlace } from '#shared/protocol/document-calls.ts';
import type { Bridge } from '../../bridge/client.ts';

/** Changes are taken up together, at most this often, in milliseconds. */
const CHANGES_EVERY_MS = 250;

/**
 * Where the documents of the rows on the screen say what is searched. Rows that come together are asked for in one call; a
 * row shows what it had until the answer to another search is there.
 */
export class DocumentPlaces {
  readonly #desk: Pick<Bridge, 'call'>;
  readonly #entity: Documented;
  #search = '';
  readonly #known = new Map<string, DocumentPlace>();
  /** Who shows a row's, by id. */
  readonly #shown = new Map<string, Set<() => void>>();
  readonly #wanted = new Set<string>();
  /** Whether it is about to ask. */
  #asking = false;

  constructor(desk: Pick<Bridge, 'call'>, entity: Documented) {
    this.#desk = desk;
    this.#entity = entity;
  }

  /** What is searched in documents now; '' where nothing is. */
  search(search: string): void {
    if (search === this.#search) return;
    this.#search = search;
    if (search === '') this.#forget();
    else this.#ask(this.#shown.keys(), 0);
  }

  /** null where there is none, or none is known yet. */
  of(id: string): DocumentPlace | null {
    return this.#known.get(id) ?? null;
  }

  /** Keeps it known for as long as it is shown. Returns the way to stop. */
  show(id: string, listener: () => void): () => void {
    const listeners = this.#shown.get(id) ?? new Set();
    this.#shown.set(id, listeners.add(listener));
    this.#ask([id], 0);
    return () => {
      listeners.delete(listener);
      if (listeners.size > 0) return;
      this.#shown.delete(id);
      this.#known.delete(id);
    };
  }

  changed({ entity }: { entity: string }): void {
    if (entity === 'document') this.askAgain();
  }

  askAgain(): void {
    this.#ask(this.#shown.keys(), CHANGES_EVERY_MS);
  }

  #forget(): void {
    const known = [...this.#known.keys()];
    this.#known.clear();
    for (const id of known) this.#tell(id);
  }

  #ask(ids: Iterable<string>, afterMs: number): void {
    if (this.#search === '') return;
    for (const id of ids) this.#wanted.add(id);
    if (this.#wanted.size === 0 || this.#asking) return;
    this.#asking = true;
    setTimeout(() => void this.#fetch(), afterMs);
  }

  async #fetch(): Promise<void> {
    this.#asking = false;
    const search = this.#search;
    const ids = [...this.#wanted].filter((id) => this.#shown.has(id));
    this.#wanted.clear();
    if (search === '') return;
    for (let from = 0; from < ids.length; from += MOST_AT_ONCE) {
      const asked = ids.slice(from, from + MOST_AT_ONCE);
      try {
        const found = await this.#desk.call('documents.places', { entity: this.#entity, ids: asked, search });
        // What was searched meanwhile is asked for by itself.
        if (search !== this.#search) return;
        this.#take(asked, found);
      } catch {
        // Nothing the user asked for has failed: the rows are found, and the next change asks again.
      }
    }
  }

  #take(asked: readonly string[], found: readonly DocumentPlace[]): void {
    const places = new Map(found.toReversed().map((place) => [place.of, place]));
    for (const id of asked) {
      if (!this.#shown.has(id)) continue;
      const place = places.get(id);
      if (place) this.#known.set(id, place);
      else this.#known.delete(id);
      this.#tell(id);
    }
  }

  #tell(id: string): void {
    this.#shown.get(id)?.forEach((listener) => listener());
  }
}
