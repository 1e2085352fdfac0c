import { mayCreate } from '#shared/access/permissions.ts';
import { toRole } from '#shared/access/roles.ts';
import { storedFields, type EntityDefinition } from '#shared/model/entity.ts';
import type { ColumnValue } from '#shared/model/columns.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import { refusedWith } from '#shared/protocol/change-sets.ts';
import type { Operation, OperationResult, PushResponse } from '#shared/protocol/sync.ts';
import { auditBroughtIn } from '../audit/brought-in.ts';
import { LooseChanges } from '../audit/loose-changes.ts';
import type { Session, Sessions } from '../auth/sessions.ts';
import type { Database, LogWriter, Transaction } from '../database/database.ts';
import { bytesOf, insertRows, selectIn } from '../database/statements.ts';
import { ownTurn } from '../http/turns.ts';
import { ownersOf } from '../persons/records-of-person.ts';
import { authorOf, type Author } from './author.ts';
import { Batch } from './batch.ts';
import { ChangeSets } from './change-sets.ts';
import { anyErased, assertHeard, namedBy, noteLate } from './erased.ts';
import { CONFLICT_COLUMNS, conflictRows, StoodNotices } from './conflict-rows.ts';
import { hurryLateFiles } from './late-files.ts';
import { loadTimesOf } from './log-times.ts';
import { sizesOfLongTexts } from './long-texts.ts';
import {
  assertFewSignsTogether,
  placesOf,
  prepare,
  unitsOf,
  type Prepared,
  type Unit,
} from './prepared-operation.ts';
import { boundOperationsOf } from './prune-operations.ts';
import { RecordPasts } from './record-past.ts';
import { noteTelling, toldIn, type Telling } from './telling-results.ts';
import { addToSaved, ChangesOfRecords, countSaved, placeToSave } from './save-limits.ts';
import { applyOne } from './apply-one.ts';
import { forgetOlderViews } from './view-lines.ts';

/** More work of the same transaction, such as keeping a password; it runs where every operation was applied. */
export type Alongside = (trx: Transaction, log: LogWriter) => Promise<void>;

export interface ApplyOptions {
  /** Operations of `sync` keep their results, so that a retry gets the first answer again. */
  source: 'sync' | 'rest';
  /** Milliseconds since 1970, where a person saves. */
  now?: number;
  /** Of an undo by several calls: which set it is, and whether others are to follow this one. */
  underWay?: { id: string; undoes: string; isUnderWay: (trx: Transaction) => Promise<boolean> } | undefined;
  /** Runs before anything is applied; where it throws, the whole is refused. */
  first?: Alongside | undefined;
  alongside?: Alongside;
  /** Up to where in the log whoever sends saved views has heard who was erased. */
  heardErased?: number;
  /**
   * Runs last in each transaction, when all is in the log. What is to be told of the write is read here: after it, all
   * who hear of it ask at once, and whoever wrote would stand behind them.
   */
  last?: Alongside;
}

/** A unit of a call, with the hashes of new records in it that were refused as being of somebody who was erased. */
type UnitOptions = ApplyOptions & { late: Set<string> };

/** What became of the operations. */
export type AppliedOperations = Omit<PushResponse, 'receipt'>;

interface KnownResult {
  id: string;
  userId: string;
  contentHash: string;
  result: string;
}

/** A unit of which one operation was refused: nothing of it is kept. */
class WholeRefused extends Error {
  readonly refused: OperationResult & { status: 'refused' };

  constructor(refused: OperationResult & { status: 'refused' }) {
    super(refused.error);
    this.refused = refused;
  }
}

/** After so many operations others are heard: SQLite answers at once, so that all of a push would be one turn of the event loop. */
const HEARD_AFTER = 20;
/** So many lines of the log are one transaction, but for what stands or falls together: others' saves come in between. */
const MOST_LINES = 1_000;
/**
 * What stands or falls together is no more than this, but for the first of it: a merge is some operations, from which tens of
 * thousands may follow. A hundred thousand would hold up everybody else's saves for half a minute.
 */
const MOST_LINES_WHOLE = 10_000;
const FIRST_OF_WHOLE = 10;
const TOO_MUCH_FOLLOWS =
  'More follows from these changes than can be done in one go. Do it for fewer records at once.';

/**
 * Applies operations in order (sync rules 3 to 5). Those of one part of a change set are one transaction, and stand or
 * fall together; all others are judged for themselves, so that a refused one does not hold up the rest.
 * @throws PlainError `session-ended` where the author's session ended meanwhile; `too-large`; `too-many-requests`.
 */
export async function applyOperations(
  services: { database: Database; sessions: Sessions },
  session: Session,
  operations: readonly unknown[],
  options: ApplyOptions,
): Promise<AppliedOperations> {
  const leave = await placeToSave(services.database, session);
  try {
    return await applyInOrder(services, session, operations, options);
  } finally {
    leave();
  }
}

async function applyInOrder(
  services: { database: Database; sessions: Sessions },
  session: Session,
  operations: readonly unknown[],
  options: ApplyOptions,
): Promise<AppliedOperations> {
  const author = authorOf(session);
  const results: OperationResult[] = [];
  let { first } = options;
  const late = new Set<string>();
  let stand: Omit<AppliedOperations, 'results'> | undefined;
  const prepared = operations.map(prepare);
  assertFewSignsTogether(prepared);
  await countSaved(services.database, session, prepared.length);
  const sizes = await sizesOfLongTexts(services.database, placesOf(prepared));
  for (const unit of unitsOf(prepared, sizes)) {
    let rest = unit.operations;
    do {
      // Others are heard in between.
      if (stand) await ownTurn();
      const part = { ...unit, operations: rest };
      const applied = await applyUnit(services, author, part, { ...options, first, late });
      first = undefined;
      results.push(...applied.results);
      await hurryLateFiles(services.database, author._id, rest, applied.results);
      stand = applied;
      rest = rest.slice(applied.results.length);
    } while (rest.length > 0);
  }
  if (!stand) throw new Error('There is no push without a unit');
  return { results, seq: stand.seq, at: stand.at };
}

async function applyUnit(
  services: { database: Database; sessions: Sessions },
  author: Author,
  unit: Unit,
  options: UnitOptions,
): Promise<AppliedOperations> {
  try {
    return await applyTogether(services, author, unit, options);
  } catch (error) {
    if (!(error instanceof WholeRefused)) throw error;
    return refuseTogether(services, author, unit, error.refused, options);
  }
}

/**
 * @returns results of the first operations, as many as one transaction may do; of a whole unit all
 * @throws WholeRefused where one of a whole unit is refused; nothing of it stays.
 */
async function applyTogether(
  { database, sessions }: { database: Database; sessions: Sessions },
  author: Author,
  { operations: prepared, whole }: Unit,
  options: UnitOptions,
): Promise<AppliedOperations> {
  return database.write(async (trx, log) => {
    await assertStillAllowed(trx, author);
    await options.first?.(trx, log);
    if (options.heardErased !== undefined) await assertHeard(trx, options.heardErased, prepared);
    const known =
      options.source === 'sync' ? await knownResults(trx, prepared) : new Map<string, KnownResult>();
    const batch = new Batch({ trx, log, database }, author, sessions.endAll);
    batch.late = options.late;
    const earlier = new Set(known.keys());
    await loadTouched(batch, prepared);
    const anew = prepared.filter(({ id }) => !earlier.has(id));
    if (whole) noteMerges(batch, anew);
    const sets = new ChangeSets(trx, author, log.at);
    const pasts = new RecordPasts(batch, database.dialect);
    // Of a call that finds nothing left to undo no change names the set.
    const undo = options.underWay ? [options.underWay] : [];
    await sets.load([...undo, ...prepared.flatMap(({ operation }) => operation?.set ?? [])]);
    const results: OperationResult[] = [];
    const kept: ColumnValue[][] = [];
    const telling: Telling[] = [];
    const conflicts: ColumnValue[][] = [];
    const standing = new StoodNotices(author, log.at);
    const begun = log.seq;
    const loose = new LooseChanges();
    const changes = new ChangesOfRecords();
    let again = 0;
    for (const [index, { id, operation, contentHash, refusal }] of prepared.entries()) {
      if (index > 0 && index % HEARD_AFTER === 0) await ownTurn();
      const before = known.get(id);
      if (before) {
        again += 1;
        const result = answerAgain(before, author, contentHash);
        noteLate(options.late, operation, result);
        if (whole && result.status === 'refused') throw new WholeRefused(result);
        results.push(result);
        continue;
      }
      const start = log.seq;
      batch.inSet(operation?.set?.id ?? null);
      const { result, overtaken, stood, arrivedAt, barred } = await applyOne(
        { batch, sets, pasts, now: options.now },
        id,
        operation ?? refusal,
      );
      noteLate(options.late, operation, result);
      if (whole && result.status === 'refused') throw new WholeRefused(result);
      results.push(result);
      if (operation && result.status === 'applied') {
        const made = arrivedAt === undefined ? operation : { ...operation, recordId: arrivedAt };
        conflicts.push(...conflictRows(made, author, result.seq, overtaken, log.at));
        standing.after(made, result.seq, stood);
        const created = operation.kind === 'create' ? operation.entity : undefined;
        if (log.seq > start) loose.add(operation);
        if (log.seq > start) changes.add(touchedBy(batch, operation), log.seq - start);
        if (operation.set && log.seq > start) sets.applied(operation.set, created);
        if (operation.set && barred) sets.barred(operation.set);
      }
      if (options.source === 'sync' && operation) {
        const text = JSON.stringify(result);
        known.set(id, { id, userId: author._id, contentHash, result: text });
        const unchangedBy = log.seq === start ? author._id : null;
        kept.push([id, author._id, author.deskId, contentHash, text, log.seq, log.at, unchangedBy]);
        telling.push(...toldIn(operation, result));
      }
      // What follows from a change may be thousands of others. The rest has a transaction of its own.
      if (!whole && log.seq - begun > MOST_LINES) break;
      if (whole && index >= FIRST_OF_WHOLE && log.seq - begun > MOST_LINES_WHOLE)
        throw new WholeRefused({ id, status: 'refused', code: 'too-large', error: TOO_MUCH_FOLLOWS });
    }
    await batch.finish();
    // A refused one may bear the id of somebody else's set.
    if (options.underWay && results.every(({ status }) => status === 'applied'))
      sets.underWay(options.underWay, await options.underWay.isUnderWay(trx));
    await sets.write(log);
    await auditBroughtIn(trx, author, sets.done);
    await loose.write(trx, database, author, sets.done);
    await keepResults(trx, author, kept);
    await noteTelling(trx, telling);
    const told = [...conflicts, ...standing.rows()];
    await insertRows(trx, 'conflicts', CONFLICT_COLUMNS, told);
    if (options.alongside && results.every((result) => result.status === 'applied'))
      await options.alongside(trx, log);
    await options.last?.(trx, log);
    await forgetOlderViews(trx, prepared);
    addToSaved(database, author._id, batch.logged + bytesOf(told), again, changes);
    return { results, seq: log.seq, at: log.at };
  });
}

/** The record of an operation, and what it is about, as the person of a note; but of who merges, which brings many notes along. */
function touchedBy(batch: Batch, { entity: name, recordId }: Operation): string[] {
  if (mayCreate(batch.entity('mergedRecord'), batch.author.role)) return [recordId];
  const row = batch.known(name, recordId);
  const about = ownersOf(batch.entity(name)).map(([field]) => row?.[field]);
  return [recordId, ...about.filter((id) => typeof id === 'string')];
}

/** The answers of a unit of which nothing was kept: the one that was wrong, and those that belong to it. */
async function refuseTogether(
  { database }: { database: Database },
  author: Author,
  { operations }: Unit,
  refused: WholeRefused['refused'],
  { source, last }: ApplyOptions,
): Promise<AppliedOperations> {
  return database.write(async (trx, log) => {
    const known = source === 'sync' ? await knownResults(trx, operations) : new Map<string, KnownResult>();
    const kept: ColumnValue[][] = [];
    // The answers are kept, and a title may name who was erased, whatever it was that was refused first.
    const isNameless = refused.code === 'erased' || (await mayNameErased(database, trx, operations));
    const results = operations.map(({ id, operation, contentHash }): OperationResult => {
      const before = known.get(id);
      if (before) return answerAgain(before, author, contentHash);
      const result: OperationResult =
        id === refused.id
          ? refused
          : refusedWith(refused, id, isNameless ? '' : (operation?.set?.title ?? ''));
      const text = JSON.stringify(result);
      if (source === 'sync' && operation) {
        known.set(id, { id, userId: author._id, contentHash, result: text });
        kept.push([id, author._id, author.deskId, contentHash, text, log.seq, log.at, author._id]);
      }
      return result;
    });
    await keepResults(trx, author, kept);
    await last?.(trx, log);
    return { results, seq: log.seq, at: log.at };
  });
}

/** Beyond so many records that are named it is not looked up whether one was erased. */
const MOST_LOOKED_UP = 5_000;

/** Whether any of them is, or may be, about somebody who was erased, or names one. */
async function mayNameErased(
  { model }: Database,
  trx: Transaction,
  operations: readonly Prepared[],
): Promise<boolean> {
  const named = operations.flatMap(({ operation }) =>
    operation ? namedBy(model.entity(operation.entity), operation) : [],
  );
  return named.length > MOST_LOOKED_UP || anyErased(trx, named);
}

async function keepResults(trx: Transaction, author: Author, kept: ColumnValue[][]): Promise<void> {
  await insertRows(trx, 'operations', OPERATION_COLUMNS, kept);
  if (kept.some((row) => row.at(-1) !== null)) await boundOperationsOf(trx, author._id);
}

const OPERATION_COLUMNS = ['id', 'userId', 'deskId', 'contentHash', 'result', 'seq', 'at', 'unchangedBy'];

/**
 * The session was looked up when the call came in; what ended it since then counts.
 * @throws PlainError `session-ended`.
 */
export async function assertStillAllowed(trx: Transaction, author: Author): Promise<void> {
  const [now] = await trx.all<{
    endedAt: string | null;
    roleName: string | null;
    isActive: number | null;
    deletedAt: string | null;
  }>(
    `SELECT s."endedAt", u."roleName", u."isActive", u."deletedAt" FROM "sessions" s
     JOIN "user" u ON u."_id" = s."userId" WHERE s."id" = ?`,
    [author.sessionId],
  );
  const stands = now?.endedAt === null && now.deletedAt === null && now.isActive !== 0;
  if (!stands || toRole(now.roleName) !== author.role) {
    throw new PlainError('session-ended', 'Your session has ended. Sign in again.');
  }
}

async function knownResults(
  trx: Transaction,
  prepared: readonly Prepared[],
): Promise<Map<string, KnownResult>> {
  const ids = prepared.filter(({ operation }) => operation).map(({ id }) => id);
  const rows = await selectIn<KnownResult>(
    trx,
    'operations',
    'id',
    ids,
    '"id", "userId", "contentHash", "result"',
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** Reads the records that the operations touch, and those they refer to, with one query for each entity. */
async function loadTouched(batch: Batch, prepared: readonly Prepared[]): Promise<void> {
  const ids = new Map<string, Set<string>>();
  const add = (entityName: string, id: string): void => {
    const ofEntity = ids.get(entityName);
    if (ofEntity) ofEntity.add(id);
    else ids.set(entityName, new Set([id]));
  };
  for (const { operation } of prepared) {
    if (!operation) continue;
    add(operation.entity, operation.recordId);
    for (const { name, target } of referencesOf(batch.entity(operation.entity))) {
      const value = operation.changes[name];
      if (typeof value === 'string') add(target, value);
    }
  }
  for (const [entityName, ofEntity] of ids) await batch.load(entityName, ofEntity);
  const offered = prepared.flatMap(({ operation }) => (operation?.again ? [operation] : []));
  await loadTimesOf(
    batch,
    offered.flatMap(({ entity, recordId }) => batch.known(entity, recordId) ?? []),
  );
}

/** What is merged away by one of these, whichever of them comes first. */
function noteMerges(batch: Batch, prepared: readonly Prepared[]): void {
  if (!mayCreate(batch.entity('mergedRecord'), batch.author.role)) return;
  for (const { operation } of prepared) {
    if (operation?.entity !== 'mergedRecord') continue;
    const { kind, recordId, changes } = operation;
    const lead = batch.known('mergedRecord', recordId);
    // One that is there already keeps what it says; whoever offers it again may say anything.
    const merges = lead ? (lead['deletedAt'] === null) === (kind === 'create') : kind === 'create';
    const was = merges && (lead ?? changes)['was'];
    if (typeof was === 'string') batch.mergesAway(was);
  }
}

const references = new WeakMap<EntityDefinition, readonly { name: string; target: string }[]>();

function referencesOf(entity: EntityDefinition): readonly { name: string; target: string }[] {
  let found = references.get(entity);
  if (!found) {
    found = storedFields(entity).flatMap(([name, { target }]) =>
      target ? [{ name, target: target.entity }] : [],
    );
    references.set(entity, found);
  }
  return found;
}

function answerAgain(before: KnownResult, author: Author, contentHash: string): OperationResult {
  if (before.userId === author._id && before.contentHash === contentHash) {
    return JSON.parse(before.result) as OperationResult;
  }
  return {
    id: before.id,
    status: 'refused',
    code: 'conflict',
    error: 'Another change was already sent under this id.',
  };
}
