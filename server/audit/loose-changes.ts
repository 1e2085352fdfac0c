import { indianDate } from '#shared/format/dates.ts';
import type { Operation } from '#shared/protocol/sync.ts';
import type { Database, Transaction } from '../database/database.ts';
import type { Author } from '../records/author.ts';
import { LARGE_SET, passesStep, type InSet } from './brought-in.ts';
import { audit } from './record.ts';

/** More than a person adds or changes by hand in a day. */
const TOLD_FROM = 200;
/** What people set up for themselves. */
const OF_THE_USER = new Set(['savedView', 'openingView']);

type Key = `${'create' | 'update'} ${string}`;

/** By user, kind and entity, of one day. Each server process counts for itself, from its start. */
interface Counted {
  day: string;
  counts: Map<string, number>;
}

const countedAt = new WeakMap<Database, Counted>();

/**
 * New and changed records of one transaction that belong to no change set, or to a small one: nothing else shows them together,
 * and who gives each a set of its own brings in as many as who gives them none.
 */
export class LooseChanges {
  /** By set; those of none under ''. */
  readonly #made = new Map<Key, Map<string, number>>();

  add({ kind, entity, set }: Operation): void {
    if ((kind !== 'create' && kind !== 'update') || OF_THE_USER.has(entity)) return;
    const key: Key = `${kind} ${entity}`;
    const bySet = this.#made.get(key) ?? new Map<string, number>();
    const id = set?.id ?? '';
    this.#made.set(key, bySet.set(id, (bySet.get(id) ?? 0) + 1));
  }

  /**
   * Tells the audit log where they are many with those of the day so far, in their transaction.
   * @param sets what it did in each; Recent changes has the large ones as one
   */
  async write(
    trx: Transaction,
    database: Database,
    author: Author,
    sets: readonly Pick<InSet, 'id' | 'changes'>[],
  ): Promise<void> {
    const large = new Set(sets.filter(({ changes }) => changes > LARGE_SET).map(({ id }) => id));
    const day = indianDate(new Date().toISOString());
    let counted = countedAt.get(database);
    if (counted?.day !== day) countedAt.set(database, (counted = { day, counts: new Map() }));
    for (const [key, bySet] of this.#made) {
      const made = [...bySet].reduce((sum, [id, count]) => (large.has(id) ? sum : sum + count), 0);
      if (made === 0) continue;
      const whose = `${author._id} ${key}`;
      const before = counted.counts.get(whose) ?? 0;
      const rows = before + made;
      counted.counts.set(whose, rows);
      if (!passesStep(before, rows, TOLD_FROM)) continue;
      const [kind, entity = ''] = key.split(' ');
      await audit(trx, {
        action: kind === 'create' ? 'import' : 'records-changed',
        outcome: 'done',
        userId: author._id,
        address: author.address,
        detail: { entity, rows },
      });
    }
  }
}
