import { randomUUID } from 'node:crypto';
import { formatDateTime } from '#shared/format/dates.ts';
import { formatNumber } from '#shared/format/numbers.ts';
import type { Notice } from '#shared/protocol/sync-calls.ts';
import { saysWho, withoutWho, type KnownBy } from '#shared/model/saying-who.ts';
import type { EntityName } from '#shared/model/entities.ts';
import { operationSum } from './operation-sum.ts';
import type { OutboxMeta } from './outbox-meta.ts';
import type { Promised } from './outbox-mark.ts';
import type { Salvaged } from './outbox-salvage.ts';

const PREFIX = 'notice:';
/** Longer than the first group of a bare UUID, which the names were before. */
const DIGITS = 9;
const NUMBERED = new RegExp(`^(\\d{${DIGITS}})-`);
const NOTHING_MISSING = 'Nothing is missing.';

/** Records that a sentence calls by their names, and what it says where these are not for the user any more. */
export interface Naming {
  records: readonly NamedRecord[];
  nameless: string;
}

interface NamedRecord {
  entity: EntityName;
  recordId: string;
}

type Kept = Omit<Notice, 'id'> & { naming?: Naming | undefined };

const order = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

/** The part of the outbox that holds what the user must read, until they put it away. */
export class OutboxNotices {
  readonly #meta: OutboxMeta;

  constructor(meta: OutboxMeta) {
    this.#meta = meta;
  }

  /** @param at ISO time */
  add(message: string, at: string, naming?: Naming): void {
    const before = this.#meta.below(PREFIX).map(({ name }) => Number(NUMBERED.exec(name)?.[1] ?? 0));
    const number = String(Math.max(0, ...before) + 1).padStart(DIGITS, '0');
    this.#write(`${number}-${randomUUID()}`, { message, at, naming });
  }

  /** The oldest first; those of one moment in the order in which they were added, since one may go on from another. */
  all(): Notice[] {
    return this.#kept().map(({ id, message, at }) => ({ id, message, at }));
  }

  count(): number {
    return this.#meta.below(PREFIX).length;
  }

  /** Before another damage is told: that nothing is missing may not be true any more. */
  takeBackComfort(): void {
    for (const { id, message } of this.all()) if (message.endsWith(NOTHING_MISSING)) this.putAway(id);
  }

  putAway(id: string): void {
    this.#write(id, null);
  }

  /** People were erased: what is told says nothing of them any more. Gives whether anything did. */
  forgetPeople(people: KnownBy): boolean {
    const naming = this.#kept().filter(({ message }) => saysWho(people, message));
    for (const { id, message, ...kept } of naming) {
      const left = withoutWho(people, message);
      this.#write(id, left === '' ? null : { ...kept, message: left });
    }
    return naming.length > 0;
  }

  /** Records are not for the user any more: what calls them by their names does not. Gives whether anything did. */
  forgetNames(isGone: (record: NamedRecord) => boolean): boolean {
    const naming = this.#kept().filter((each) => each.naming?.records.some(isGone));
    for (const { id, at, message, naming: names } of naming)
      this.#write(id, { message: names?.nameless ?? message, at });
    return naming.length > 0;
  }

  #kept(): (Kept & { id: string })[] {
    return this.#meta
      .below(PREFIX)
      .map(({ name, value }) => ({ id: name, ...(JSON.parse(value) as Kept) }))
      .sort((one, other) => order(one.at, other.at) || order(one.id, other.id));
  }

  #write(id: string, kept: Kept | null): void {
    this.#meta.write(PREFIX + id, kept && JSON.stringify(kept));
  }
}

const LOOK = 'Look whether they are there, and enter again what is missing.';

/** What the user reads after an outbox was damaged. */
export function damageSentence(salvaged: Salvaged, promised: Promised | null): string {
  const { operations } = salvaged;
  const read = operations.filter(({ status }) => status !== 'applied').length;
  const kept = read === 0 ? '' : ` ${changes(read)} could be read and ${read === 1 ? 'is' : 'are'} kept.`;
  const start = `The file that keeps your changes until they are sent was damaged; the disk of this computer may be failing.${kept}`;
  const newest = Number(operations.at(-1)?.['n'] ?? 0);
  const lost = [...salvaged.lost];
  if (promised && promised.n > newest) lost.push({ after: newest, upTo: promised.n });
  const damaged = operations.filter(
    (row) => row['status'] !== 'applied' && row['sum'] !== operationSum(row),
  ).length;
  if (lost.length === 0 && damaged > 0) {
    return `${start} ${changes(damaged)} ${damaged === 1 ? 'is' : 'are'} damaged; see what needs your attention.`;
  }
  if (lost.length === 0) return `${start} ${NOTHING_MISSING}`;
  const after = Math.min(...lost.map((each) => each.after));
  const upTo = Math.max(...lost.map((each) => each.upTo));
  const before = operations.findLast(({ n }) => Number(n) <= after)?.['at'];
  const next = operations.find(({ n }) => Number(n) > upTo)?.['at'] ?? promised?.at;
  return `${start} Changes made ${span(before, next)} could not be read. ${LOOK}`;
}

/** What the user reads where an outbox has less than was promised and there is nothing to read the rest from. */
export function shortSentence(
  last: { n: number; at: string | null },
  promised: Promised,
  same: boolean,
): string {
  if (!same) {
    return `The file that keeps your changes until they are sent is not the one that was here: it was replaced, or is gone. Changes made up to ${formatDateTime(promised.at)} that had not been sent are missing. ${LOOK}`;
  }
  const missing = promised.n - last.n;
  return `The file that keeps your changes until they are sent has lost its newest part: ${changes(missing)} made ${span(last.at, promised.at)} ${missing === 1 ? 'is' : 'are'} missing where ${missing === 1 ? 'it' : 'they'} had not been sent. ${LOOK}`;
}

/** What the user reads where nothing opens the outbox that was here. @param at ISO time of its last change, where known */
export function lockedAwaySentence(at: string | null): string {
  const upTo = at === null ? '' : ` up to ${formatDateTime(at)}`;
  return `The file that keeps your changes until they are sent could not be opened: it was locked with a key that is gone. Changes made on this computer${upTo} that had not been sent are missing. ${LOOK}`;
}

/** What the user reads where changes that the server has were damaged here. */
export function forgottenSentence(count: number): string {
  const [is, has] = count === 1 ? ['it is', 'was'] : ['they are', 'were'];
  return `${changes(count)} of yours that the server has already ${has} damaged on the disk of this computer. Should the server be put back to an older state, ${is} not sent to it again. The disk may be failing: have it looked at.`;
}

const changes = (count: number): string => `${formatNumber(count)} ${count === 1 ? 'change' : 'changes'}`;

function span(from: unknown, to: unknown): string {
  const say = (at: unknown): string | null => (typeof at === 'string' ? formatDateTime(at) : null);
  const [start, end] = [say(from), say(to)];
  if (start !== null && end !== null) return start === end ? `about ${start}` : `between ${start} and ${end}`;
  if (start !== null) return `after ${start}`;
  return end === null ? 'on this computer' : `up to ${end}`;
}
