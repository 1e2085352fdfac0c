import { createHash } from 'node:crypto';
import { entityOf } from '#shared/model/entities.ts';
import { storedFields } from '#shared/model/entity.ts';
import { changeSetSchema, partOf, runsOf } from '#shared/protocol/change-sets.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import { operationSchema, type Operation } from '#shared/protocol/sync.ts';
import { fitOnePart, GatheredTexts, type TextSizes } from './long-texts.ts';
import { signsIn } from './sanitise.ts';

/** An operation as it was sent, read as far as it can be. */
export interface Prepared {
  id: string;
  operation: Operation | null;
  contentHash: string;
  /** The part of a change set that it belongs to, also where the rest of it cannot be read. */
  part: string | null;
  /** Why there is no operation, where more can be said than that it cannot be read. */
  refusal?: PlainError;
}

/** Control characters, and halves of surrogate pairs: two ids that differ in these would be stored as one. */
export const NOT_IN_IDS = /[\p{Cc}\p{Cs}]/u;

/**
 * What a new record may be called by: signs that are seen, and that no field changes. An id beside another one that differs in a
 * blank would stand for it where a field names it, as in a merge, and whatever is done to the one would be done to the other.
 */
const NEW_ID = /^[\x21-\x7e]+$/;

/** In an address these are folders, however they are written there: nobody could look at, undo or erase what is called so. */
const NOT_IN_ADDRESSES: ReadonlySet<string> = new Set(['.', '..']);

const isReadable = (operation: Operation): boolean =>
  !NOT_IN_IDS.test(idsOf(operation)) &&
  !NOT_IN_ADDRESSES.has(operation.set?.id ?? '') &&
  (operation.kind !== 'create' || isNewId(operation.recordId));

const isNewId = (id: string): boolean => NEW_ID.test(id) && !NOT_IN_ADDRESSES.has(id);

/** The schema leaves such a name out without a word, and the change would look as if it had been made whole. */
function namesPrototype(given: unknown): boolean {
  const changes: unknown = typeof given === 'object' && given && 'changes' in given ? given.changes : null;
  return typeof changes === 'object' && changes !== null && Object.hasOwn(changes, '__proto__');
}

/** Reads an operation. One that cannot be read is answered under its id, as far as it has one. */
export function prepare(given: unknown): Prepared {
  const parsed = operationSchema.safeParse(given);
  if (parsed.success && !namesPrototype(given) && isReadable(parsed.data)) {
    const { id, kind, entity, recordId, base, changes, set } = parsed.data;
    const said: unknown[] = [kind, entity, recordId, base, changes];
    if (kind === 'undo') said.push(set?.undoes);
    const contentHash = createHash('sha256').update(JSON.stringify(said)).digest('base64url');
    return { id, operation: parsed.data, contentHash, part: partIn(given) };
  }
  const id = typeof given === 'object' && given !== null && 'id' in given ? given.id : '';
  const unread = {
    id: typeof id === 'string' ? id.slice(0, 100) : '',
    operation: null,
    contentHash: '',
    part: partIn(given),
  };
  if (!parsed.success || !namesPrototype(given)) return unread;
  const message = `${entityOf(parsed.data.entity).label} has no field "__proto__"`;
  const refusal = new PlainError('invalid', `${message}.`, [
    { field: '__proto__', code: 'unknown', message },
  ]);
  return { ...unread, refusal };
}

function partIn(given: unknown): string | null {
  const set = changeSetSchema.safeParse(
    typeof given === 'object' && given && 'set' in given ? given.set : null,
  );
  return set.success ? partOf(set.data) : null;
}

const idsOf = ({ id, recordId, set }: Operation): string =>
  [id, recordId, set?.id ?? '', set?.undoes ?? ''].join('');

/** Beginnings of tags and written characters in all rich texts of one push: as many as are made safe in a blink. */
const MOST_SIGNS_TOGETHER = 40_000;

/**
 * Each text is bounded by itself; hundreds of the largest, made safe one after the other, would hold up everybody else for
 * seconds. One alone is always taken.
 * @throws PlainError `too-large`, upon which desks send less at once.
 */
export function assertFewSignsTogether(operations: readonly Prepared[]): void {
  const counts = operations.flatMap(({ operation }) =>
    operation ? richTextsOf(operation).map(signsIn) : [],
  );
  const sum = counts.reduce((so, count) => so + count, 0);
  if (counts.length > 1 && sum > MOST_SIGNS_TOGETHER)
    throw new PlainError('too-large', 'These texts are made of too many parts together. Send less at once.');
}

function richTextsOf({ entity, changes }: Operation): string[] {
  return storedFields(entityOf(entity)).flatMap(([name, { kind }]) => {
    const value = kind === 'richText' && Object.hasOwn(changes, name) ? changes[name] : null;
    return typeof value === 'string' ? [value] : [];
  });
}

/** Operations that are taken in by one transaction. */
export interface Unit {
  operations: Prepared[];
  /** Where one is refused, all are. */
  whole: boolean;
}

/**
 * Parts operations, in their order, into units: those of one part of a change set stand or fall together, and all
 * between such parts are judged one by one, as many in one transaction as have few enough long texts.
 */
export function unitsOf(operations: readonly Prepared[], sizes: TextSizes): Unit[] {
  const units: Unit[] = [];
  let texts = new GatheredTexts(sizes);
  for (const run of runsOf(operations, ({ part }) => part)) {
    const places = placesOf(run);
    if (run.length > 1) {
      units.push({ operations: fitOnePart(places, sizes) ? run : run.map(refusedAsTooLong), whole: true });
      continue;
    }
    const last = units.at(-1);
    if (last && !last.whole && places.every((place) => texts.take(place))) {
      last.operations.push(...run);
      continue;
    }
    units.push({ operations: run, whole: false });
    texts = new GatheredTexts(sizes);
    for (const place of places) texts.take(place);
  }
  return units.length === 0 ? [{ operations: [], whole: false }] : units;
}

/** What the operations touch, as far as they can be read. */
export function placesOf(operations: readonly Prepared[]): Operation[] {
  return operations.flatMap(({ operation }) => (operation ? [operation] : []));
}

const TOO_LONG = 'These articles are too long for one change together. Change fewer of them at once.';

const refusedAsTooLong = (prepared: Prepared): Prepared => ({
  ...prepared,
  operation: null,
  refusal: new PlainError('bad-request', TOO_LONG),
});
