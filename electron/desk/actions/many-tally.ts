import { entityOf } from '#shared/model/entities.ts';
import { fieldOf } from '#shared/model/entity.ts';
import { formatNumber } from '#shared/format/numbers.ts';
import { inSentence } from '#shared/format/label-in-sentence.ts';
import { setTitle } from '#shared/protocol/change-sets.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import type { LeftOut, ManyResult } from '#shared/protocol/many.ts';
import type { ManyWork } from '../outbox/unfinished-work.ts';

const GONE = 'It is no longer there.';

/** What becomes of the records of a change of many, counted as it goes on. */
export class ManyTally {
  readonly #work: ManyWork;
  readonly #left = new Map<string, LeftOut>();
  done: number;
  same = 0;

  /** @param done those that an earlier run has changed */
  constructor(work: ManyWork, done: number) {
    this.#work = work;
    this.done = done;
  }

  /** A record stays as it is, because of a refusal. Throws one that is not about the record. */
  leave(error: unknown): void {
    if (!(error instanceof PlainError)) throw error;
    if (error.code === 'forbidden') this.#add('not-yours', error.message);
    else if (error.code === 'not-found') this.leaveGone();
    else if (error.code === 'conflict' || error.code === 'invalid') this.#add('rule', error.message);
    else throw error;
  }

  leaveGone(): void {
    this.#add('gone', GONE);
  }

  #add(why: LeftOut['why'], reason: string): void {
    const key = why === 'rule' ? reason : why;
    this.#left.set(key, { why, reason, count: (this.#left.get(key)?.count ?? 0) + 1 });
  }

  result(stopped: boolean): ManyResult {
    const { id, kind, entity, ids } = this.#work;
    return {
      set: this.done > 0 ? id : null,
      kind,
      entity,
      field: labelOf(this.#work),
      selected: ids.length,
      done: this.done,
      same: this.same,
      left: [...this.#left.values()],
      stopped,
    };
  }
}

function labelOf({ entity, changes }: Pick<ManyWork, 'entity' | 'changes'>): string | null {
  const [name] = Object.keys(changes);
  return name === undefined ? null : fieldOf(entityOf(entity), name).label;
}

/**
 * A change of many in the user's words: `Interview Status of 40 candidates`.
 * @param only what people call the record, where it is one
 */
export function manyTitle(
  { kind, entity, changes }: Pick<ManyWork, 'kind' | 'entity' | 'changes'>,
  count: number,
  only?: string,
): string {
  const { plural } = entityOf(entity);
  const what = count === 1 && only !== undefined ? only : `${formatNumber(count)} ${inSentence(plural)}`;
  switch (kind) {
    case 'set':
      return setTitle(`${labelOf({ entity, changes }) ?? 'Changes'} of ${what}`);
    case 'delete':
      return setTitle(`Deleted ${what}`);
    case 'restore':
      return setTitle(`Restored ${what}`);
  }
}
