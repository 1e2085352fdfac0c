import { createHash } from 'node:crypto';
import type { OldRecord } from './old-collections.ts';

/** What the first record of each `_id` of one kind held, in this import: a second one may hold what is nowhere else. */
export class FirstRecords {
  readonly #contents = new Map<string, string>();

  /** Whether another record of the `_id`, with other contents, came before this one. */
  isOther(old: OldRecord): boolean {
    const contents = createHash('sha256').update(JSON.stringify(old)).digest('base64');
    const first = this.#contents.get(old._id);
    if (first === undefined) this.#contents.set(old._id, contents);
    return first !== undefined && first !== contents;
  }
}
