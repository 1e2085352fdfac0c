import { z } from 'zod';
import { entityNames, type EntityName } from '#shared/model/entities.ts';
import type { OutboxMeta } from './outbox-meta.ts';

const NAME = 'manyUnfinished';
const REACHED = 'manyReached';

const workSchema = z.object({
  id: z.string(),
  title: z.string(),
  kind: z.enum(['set', 'delete', 'restore']),
  entity: z.enum(entityNames as [EntityName, ...EntityName[]]),
  ids: z.array(z.string()),
  changes: z.record(z.string(), z.unknown()),
  at: z.number(),
});

/** A change of many records: of which, and what becomes of them. */
export interface ManyWork extends z.infer<typeof workSchema> {
  /** Of the change set. */
  id: string;
  /** When the user said so, in milliseconds since 1970. */
  at: number;
}

const reachedSchema = z.object({ ids: z.number(), part: z.number(), changed: z.number() });

/**
 * How far it is: of its ids so many are dealt with, from the first; `changed` of them had an operation, the last ones in
 * the part `part`, which is -1 before the first.
 */
export type Reached = Readonly<z.infer<typeof reachedSchema>>;

export const NOWHERE: Reached = { ids: 0, part: -1, changed: 0 };

/** The part of the outbox that remembers a change of many parts until its last one is there: it goes on after a crash. */
export class UnfinishedWork {
  readonly #meta: OutboxMeta;

  constructor(meta: OutboxMeta) {
    this.#meta = meta;
  }

  /** null where there is none, or what is there cannot be read. */
  read(): ManyWork | null {
    const text = this.#meta.read(NAME);
    if (text === undefined) return null;
    try {
      return workSchema.parse(JSON.parse(text));
    } catch {
      this.forget();
      return null;
    }
  }

  keep(work: ManyWork): void {
    this.#meta.write(NAME, JSON.stringify(work));
  }

  /** How far the one is that is kept. What it did may be forgotten here long since, and is not done again. */
  reached(): Reached {
    try {
      return reachedSchema.parse(JSON.parse(this.#meta.read(REACHED) ?? ''));
    } catch {
      return NOWHERE;
    }
  }

  /** To be called in the commit of what was done. */
  reach(reached: Reached): void {
    this.#meta.write(REACHED, JSON.stringify(reached));
  }

  forget(): void {
    this.#meta.write(NAME, null);
    this.#meta.write(REACHED, null);
  }
}
