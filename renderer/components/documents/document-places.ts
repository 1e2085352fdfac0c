import type { Documented, DocumentPlace } from '#shared/protocol/document-calls.ts';
import type { Bridge } from '../../bridge/client.ts';
import { BesideRows } from '../data-grid/beside-rows.ts';

/** Where the documents of the rows on the screen say what is searched. */
export class DocumentPlaces extends BesideRows<DocumentPlace> {
  readonly #desk: Pick<Bridge, 'call'>;
  readonly #entity: Documented;
  #search = '';

  constructor(desk: Pick<Bridge, 'call'>, entity: Documented) {
    super();
    this.#desk = desk;
    this.#entity = entity;
  }

  /** What is searched in documents now; '' where nothing is. */
  search(search: string): void {
    if (search === this.#search) return;
    this.#search = search;
    if (search === '') this.forget();
    else this.askNow();
  }

  changed({ entity }: { entity: string }): void {
    if (entity === 'document') this.askAgain();
  }

  protected override async fetch(ids: string[]): Promise<DocumentPlace[] | null> {
    const search = this.#search;
    if (search === '') return null;
    const found = await this.#desk.call('documents.places', { entity: this.#entity, ids, search });
    // What was searched meanwhile is asked for by itself.
    return search === this.#search ? found : null;
  }

  protected override idOf({ of }: DocumentPlace): string {
    return of;
  }
}
