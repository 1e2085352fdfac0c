import { createHash } from 'node:crypto';
import { toRole } from '#shared/access/roles.ts';
import { storedFields, type EntityDefinition } from '#shared/model/entity.ts';
import { entityOf } from '#shared/model/entities.ts';
import type { ColumnValue } from '#shared/model/columns.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import {
  operationSchema,
  type FieldConflict,
  type Operation,
  type OperationResult,
  type PushResponse,
} from '#shared/protocol/sync.ts';
import type { Session, Sessions } from '../auth/sessions.ts';
import type { Database, LogWriter, Transaction } from '../database/database.ts';
import { insertRows, selectIn } from '../database/statements.ts';
import { authorOf, type Author } from './author.ts';
import { Batch } from './batch.ts';
import { createRecord, updateRecord } from './change-record.ts';
import { CONFLICT_COLUMNS, conflictRows, StoodNotices } from './conflict-rows.ts';
import type { Applied } from './overtaken.ts';
import { boundOperationsOf } from './prune-operations.ts';
import { deleteRecord, restoreRecord } from './remove-record.ts';

/** More work of the same transaction, such as keeping a password; it runs where every operation was applied. */
export type Alongside = (trx: Transaction, log: LogWriter) => Promise<void>;

export interface ApplyOptions {
  /** Operations of `sync` keep their results, so that a retry gets the first answer again. */
  source: 'sync' | 'rest';
  /** Milliseconds since 1970, where a person saves. */
  now?: number;
  /** Runs before anything is applied; where it throws, the whole is refused. */
  first?: Alongside;
  alongside?: Alongside;
}

/** What became of the operations. */
export type AppliedOperations = Omit<PushResponse, 'receipt'>;

interface Prepared {
  id: string;
  operation: Operation | null;
  contentHash: string;
  /** Why there is no operation, where more can be said than that it cannot be read. */
  refusal?: PlainError;
}

interface KnownResult {
  id: string;
  userId: string;
  contentHash: string;
  result: string;
}

/** Control characters, and halves of surrogate pairs: two ids that differ in these would be stored as one. */
const NOT_IN_IDS = /[\p{Cc}\p{Cs}]/u;

/**
 * Applies operations in order, in one transaction (sync rules 3 to 5). Each is judged for itself: a
 * refused one does not hold up the others.
 * @throws PlainError `session-ended` where the author's session ended meanwhile.
 */
export async function applyOperations(
  services: { database: Database; sessions: Sessions },
  session: Session,
  operations: readonly unknown[],
  options: ApplyOptions,
): Promise<AppliedOperations> {
  const { database, sessions } = services;
  const author = authorOf(session);
  const prepared = operations.map(prepare);
  return database.write(async (trx, log) => {
    await assertStillAllowed(trx, author);
    await options.first?.(trx, log);
    const known =
      options.source === 'sync' ? await knownResults(trx, prepared) : new Map<string, KnownResult>();
    const batch = new Batch({ trx, log, database }, author, sessions.endAll);
    await loadTouched(batch, prepared);
    const results: OperationResult[] = [];
    const kept: ColumnValue[][] = [];
    const conflicts: ColumnValue[][] = [];
    const standing = new StoodNotices(author, log.at);
    for (const { id, operation, contentHash, refusal } of prepared) {
      const before = known.get(id);
      if (before) {
        results.push(answerAgain(before, author, contentHash));
        continue;
      }
      const start = log.seq;
      const { result, overtaken, stood } = await applyOne(
        batch,
        author,
        id,
        operation ?? refusal,
        options.now,
      );
      results.push(result);
      if (operation && result.status === 'applied') {
        conflicts.push(...conflictRows(operation, author, result.seq, overtaken, log.at));
        standing.after(operation, result.seq, stood);
      }
      if (options.source === 'sync' && operation) {
        const text = JSON.stringify(result);
        known.set(id, { id, userId: author._id, contentHash, result: text });
        const unchangedBy = log.seq === start ? author._id : null;
        kept.push([id, author._id, author.deskId, contentHash, text, log.seq, log.at, unchangedBy]);
      }
    }
    await batch.finish();
    await insertRows(trx, 'operations', OPERATION_COLUMNS, kept);
    if (kept.some((row) => row.at(-1) !== null)) await boundOperationsOf(trx, author._id);
    await insertRows(trx, 'conflicts', CONFLICT_COLUMNS, [...conflicts, ...standing.rows()]);
    if (options.alongside && results.every((result) => result.status === 'applied'))
      await options.alongside(trx, log);
    return { results, seq: log.seq, at: log.at };
  });
}

const OPERATION_COLUMNS = ['id', 'userId', 'deskId', 'contentHash', 'result', 'seq', 'at', 'unchangedBy'];

/** The schema leaves such a name out without a word, and the change would look as if it had been made whole. */
function namesPrototype(given: unknown): boolean {
  const changes: unknown = typeof given === 'object' && given && 'changes' in given ? given.changes : null;
  return typeof changes === 'object' && changes !== null && Object.hasOwn(changes, '__proto__');
}

function prepare(given: unknown): Prepared {
  const parsed = operationSchema.safeParse(given);
  if (parsed.success && !namesPrototype(given) && !NOT_IN_IDS.test(parsed.data.recordId + parsed.data.id)) {
    const { id, kind, entity, recordId, base, changes } = parsed.data;
    const content = JSON.stringify([kind, entity, recordId, base, changes]);
    return {
      id,
      operation: parsed.data,
      contentHash: createHash('sha256').update(content).digest('base64url'),
    };
  }
  const id = typeof given === 'object' && given !== null && 'id' in given ? given.id : '';
  const unread = { id: typeof id === 'string' ? id.slice(0, 100) : '', operation: null, contentHash: '' };
  if (!parsed.success || !namesPrototype(given)) return unread;
  const message = `${entityOf(parsed.data.entity).label} has no field "__proto__"`;
  const refusal = new PlainError('invalid', `${message}.`, [
    { field: '__proto__', code: 'unknown', message },
  ]);
  return { ...unread, refusal };
}

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

async function applyOne(
  batch: Batch,
  author: Author,
  id: string,
  operation: Operation | PlainError | undefined,
  now: number | undefined,
): Promise<{ result: OperationResult } & Required<Pick<Applied, 'overtaken' | 'stood'>>> {
  try {
    if (operation instanceof PlainError) throw operation;
    if (!operation) throw new PlainError('bad-request', 'The change is not as agreed and cannot be read.');
    const { seq, overtaken, stood = [] } = await perform(batch, operation, now);
    // Of a deleted record the author may not be allowed to read all that others wrote.
    const shown = operation.kind === 'update' ? overtaken : [];
    const conflicts = shown.map(({ field, lost, won }): FieldConflict => ({ field, lost, won }));
    return {
      result: { id, status: 'applied', seq, ...(conflicts.length > 0 ? { conflicts } : {}) },
      overtaken: overtaken.filter(({ userId, deskId }) => userId !== author._id || deskId !== author.deskId),
      stood,
    };
  } catch (error) {
    if (!(error instanceof PlainError)) throw error;
    const { code, message, fields } = error;
    return {
      result: { id, status: 'refused', code, error: message, ...(fields ? { fields } : {}) },
      overtaken: [],
      stood: [],
    };
  }
}

function perform(batch: Batch, operation: Operation, now: number | undefined): Promise<Applied> {
  const { recordId, base, changes, again } = operation;
  const entity = batch.entity(operation.entity);
  const request = { entity, recordId, base, changes, again, ...(now === undefined ? {} : { now }) };
  switch (operation.kind) {
    case 'create':
      return createRecord(batch, request);
    case 'update':
      return updateRecord(batch, request);
    case 'delete':
      return deleteRecord(batch, request);
    case 'restore':
      return restoreRecord(batch, request);
  }
}
