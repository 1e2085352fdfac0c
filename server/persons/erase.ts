import { isDataSubject, type DataSubject } from '#shared/access/persons.ts';
import { normaliseText } from '#shared/model/search-text.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import type { ErasedOrNot } from '#shared/protocol/erasure.ts';
import { audit } from '../audit/record.ts';
import type { Transaction } from '../database/database.ts';
import { assertStillAllowed } from '../records/apply-operations.ts';
import type { Author } from '../records/author.ts';
import { erasedHash, hashesOfErased } from '../records/erased.ts';
import type { Services } from '../services.ts';
import { eraseRecords, withoutErased } from './erase-records.ts';
import { recordsOfPerson, type PersonRecord } from './records-of-person.ts';
import { withoutValues } from '../http/errors.ts';
import { leaveNoTrace } from './no-trace.ts';
import { removeOwedFiles } from './owed-files.ts';
import { isDistinctive, textsOfPerson } from './texts-of-person.ts';
import { assertStillProposed } from './proposals.ts';

type EraseNow = Pick<
  Services,
  'database' | 'files' | 'thumbnails' | 'erased' | 'erasedBesideBackups' | 'snapshots' | 'logger'
>;

/** What the log says. */
export const FILES_LEFT = 'the files of people who were erased could not be removed; it is tried again';

type AssertMay = (trx: Transaction, records: readonly PersonRecord[]) => Promise<void>;

export interface EraseRequest {
  entity: DataSubject;
  id: string;
  /** The name as the person who asks for it has typed it. */
  name: string;
  reason: string;
}

/**
 * Erases a person in every form: nothing that says who it was stays on the server, and desks are told at their next contact
 * (decision 33). Twice is as good as once. Gives how many records it was.
 * @throws PlainError `not-found`; `session-ended` where it ended while the call came in; `invalid` where the typed name is another one, or the reason names the person
 */
export async function erasePerson(
  services: EraseNow,
  author: Author,
  request: EraseRequest,
): Promise<number> {
  const count = await eraseWithTraces(services, author, request);
  if (count > 0) await leaveNoTrace(services.database);
  return count;
}

/**
 * Erases those of the people who are still proposed, one after the other, each in a transaction of its own; one who is refused
 * does not hold up the others. What the database files still hold of them goes once, at the end.
 */
export async function eraseProposed(
  services: EraseNow & Pick<Services, 'retention'>,
  author: Author,
  { people, reason }: { people: readonly { id: string; name: string }[]; reason: string },
): Promise<ErasedOrNot[]> {
  const results: ErasedOrNot[] = [];
  const now = await services.retention.now();
  const isProposed: AssertMay = (trx, records) => assertStillProposed(trx, records, now);
  try {
    for (const { id, name } of people) {
      try {
        const request = { entity: 'inquiry', id, name, reason } as const;
        results.push({ id, erased: await eraseWithTraces(services, author, request, isProposed) });
      } catch (error) {
        if (!(error instanceof PlainError)) throw error;
        results.push({ id, error: error.message });
      }
    }
  } finally {
    if (results.some((result) => 'erased' in result && result.erased > 0))
      await leaveNoTrace(services.database);
  }
  return results;
}

/** As `erasePerson`; the database files still hold what was overwritten. */
async function eraseWithTraces(
  services: EraseNow,
  author: Author,
  { entity, id, name, reason }: EraseRequest,
  assertMay?: AssertMay,
): Promise<number> {
  const { database, erased } = services;
  let listed: string[] = [];
  const erasing = database.write(async (trx, log) => {
    await assertStillAllowed(trx, author);
    const records = await recordsOfPerson({ all: trx.all.bind(trx), model: database.model }, entity, id);
    const [first] = records;
    if (!first) throw new PlainError('not-found', 'There is no such person here.');
    const left = await withoutErased(trx, records);
    if (left.length === 0) return 0;
    const named = namedRecords(first, left);
    assertNamed(named, name);
    assertNameless(named, reason, await textsOfPerson(trx, left));
    await assertMay?.(trx, left);
    // First: what is in the list and was not erased, as after a power cut, is erased at the next start.
    listed = left.map((record) => erasedHash(record.entity.name, record.row._id));
    await erased.add(listed);
    await eraseRecords(trx, log, database, left, { eraser: author });
    await audit(trx, {
      action: 'person-erased',
      outcome: 'done',
      userId: author._id,
      address: author.address,
      detail: { entity, recordId: id, rows: left.length, why: reason },
    });
    return left.length;
  });
  const count = await erasing.catch(async (error: unknown) => {
    // Where this fails too it is tried again; where this process ends before that, they are erased at the next start.
    services.erased.toTakeBack(listed);
    await takeBack(services).catch(() => undefined);
    throw error;
  });
  await services.erasedBesideBackups.add(listed);
  // Whoever has erased somebody is not told that this failed: it is done as soon as the disk takes it.
  await removeOwedFiles(services).catch((error: unknown) =>
    services.logger.error({ error: withoutValues(error) }, FILES_LEFT),
  );
  services.snapshots.forget();
  return count;
}

/**
 * Takes out of the list those of whom whoever asked was told that they were not erased. The database may know better: its last
 * answer was lost, or somebody else has erased them.
 */
export async function takeBack({ database, erased }: Pick<EraseNow, 'database' | 'erased'>): Promise<void> {
  const listed = erased.leftToTakeBack;
  if (listed.length === 0) return;
  await database.write(async (trx) => {
    const known = new Set(await hashesOfErased(trx));
    await erased.takeBack(listed.filter((hash) => !known.has(hash)));
  });
  erased.tookBack(listed);
}

/**
 * By whose name the person may be called: by that of the record that is asked for. One that was erased already has none any
 * more; then by those of the person's records that are left.
 */
function namedRecords(first: PersonRecord, left: readonly PersonRecord[]): readonly PersonRecord[] {
  if (left.includes(first)) return [first];
  const own = left.filter(({ entity }) => isDataSubject(entity.name));
  return own.length > 0 ? own : [first];
}

function assertNamed(records: readonly PersonRecord[], name: string): void {
  const isNamed = records.some(({ entity, row }) => {
    const title = row[entity.title];
    const called = typeof title === 'string' && title.trim() !== '' ? title : entity.label;
    return normaliseText(name) === normaliseText(called);
  });
  if (isNamed) return;
  const message = 'The name is not that of the person. Type it as it stands in the heading';
  throw new PlainError('invalid', `${message}.`, [{ field: 'name', code: 'invalid', message }]);
}

const DIGITS_OF_A_NUMBER = 10;
const lastDigits = (text: string): string => text.replace(/\D/g, '').slice(-DIGITS_OF_A_NUMBER);

/**
 * The reason stays in the audit log.
 * @param texts by which the person is known: names, numbers, addresses
 */
function assertNameless(records: readonly PersonRecord[], reason: string, texts: readonly string[]): void {
  const said = normaliseText(reason);
  const words = new Set(said.split(/[^\p{L}\p{N}]+/u));
  const digits = reason.replace(/\D/g, '');
  const isSaid = (text: string): boolean => {
    const number = lastDigits(text);
    if (number.length === DIGITS_OF_A_NUMBER && !text.includes('@')) return digits.includes(number);
    return isDistinctive(text) && said.includes(normaliseText(text));
  };
  const called = records
    .map(({ entity, row }) => row[entity.title])
    .filter((title) => typeof title === 'string');
  const isCalled = normaliseText(called.join(' '))
    .split(' ')
    .some((word) => word.length > 2 && words.has(word));
  if (!isCalled && !texts.some(isSaid)) return;
  const message = 'The reason names the person. It is kept: say it without name, number and address';
  throw new PlainError('invalid', `${message}.`, [{ field: 'reason', code: 'invalid', message }]);
}
