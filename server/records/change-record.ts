import { mayHandOver, OWNER_FIELD } from '#shared/access/leads.ts';
import { inSentence } from '#shared/format/label-in-sentence.ts';
import { fieldOf, valuesOfAuthor, type EntityDefinition } from '#shared/model/entity.ts';
import { normaliseText, sortKeyColumn } from '#shared/model/search-text.ts';
import { validateChanges, type FieldIssue } from '#shared/model/validation.ts';
import { takenSentence } from '#shared/model/unique.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import type { Again } from '#shared/protocol/sync.ts';
import type { Row } from '../database/rows.ts';
import type { Batch } from './batch.ts';
import { overtakenFields, type Applied, type Overtaken } from './overtaken.ts';
import { mergedInto, wayOfMerges } from './merged.ts';
import { isUnseenAgain, judge, olderFields, type Judgement } from './offered-again.ts';
import { assertMayCreate, assertMayUpdate, noSuchRecord, refuseDeleted } from './refusals.ts';
import { entityRules } from './rules/index.ts';
import type { Change } from './change.ts';
import { assertFiles, noteFiles } from './named-files.ts';
import { isSame } from './same-value.ts';
import { takeRichText } from './sanitise.ts';
import { followingUnseen, valuesSeen } from './unseen-amounts.ts';
import { parseVersions, versionOf } from './versions.ts';
import { rightsOn } from './visibility.ts';

export interface ChangeRequest {
  entity: EntityDefinition;
  recordId: string;
  /** The seq of the record that the author saw. */
  base: number;
  changes: Readonly<Record<string, unknown>>;
  /** Given where the server was put back to an older state since the change was made. */
  again?: Again | undefined;
  /** ISO time at which what is written was acknowledged first, where that is brought back and judged already. */
  ackedAt?: string | null | undefined;
  /** Given where a person saves (REST); absent for a waiting operation. */
  now?: number;
  /** It gives a candidate to another person, as one of a change set; else nobody but the server writes who has it. */
  handsOver?: boolean;
  /** It takes back what was changed before. */
  takesBack?: boolean | undefined;
  /** The record that it was made for, where that was merged into this one, and what its author saw of it. */
  sentFor?: { row: Row; base: number } | undefined;
}

/** Makes a record. @throws PlainError `forbidden`, `invalid` or `conflict`. */
export async function createRecord(batch: Batch, request: ChangeRequest): Promise<Applied> {
  const { entity, recordId } = request;
  assertMayCreate(entity, batch.author.role);
  const there = batch.known(entity.name, recordId);
  if (there && request.again && there['_createdBy'] === batch.author._id)
    return { seq: Number(there['_seq']), overtaken: [] };
  if (there) {
    throw new PlainError('conflict', `There is already a record with this id.`);
  }
  if (request.now !== undefined) assertServerSetKept(entity, null, request.changes);
  const given = withoutServerSet(entity, request.changes);
  const own = valuesOfAuthor(entity, batch.author._id);
  const settable = rightsOn(entity, batch.author, { _id: recordId, ...own }).set;
  assertSettable(
    entity,
    Object.keys(given).filter((name) => !settable.has(name)),
  );
  const values = { ...valid(entity, given, 'create', request.now), ...own };
  const hadBecome = request.again?.seen;
  const change: Change = { kind: 'create', entity, id: recordId, row: null, values, hadBecome };
  const led = await assertReferences(batch, change);
  await assertFiles(batch, change);
  await assertUnique(batch, change);
  const rules = entityRules[entity.name];
  const checked = rules?.check?.(change, batch);
  if (checked) await checked;
  const seq = write(batch, change, led, { ackedAt: request.again?.ackedAt });
  await noteFiles(batch, change);
  const followed = rules?.follow?.(change, batch, seq);
  if (followed) await followed;
  return { seq, overtaken: [] };
}

/**
 * Changes fields of a record, merged by field (sync rule 4): the last in the server's order wins.
 * @throws PlainError `forbidden`, `not-found`, `invalid` or `conflict`.
 */
export async function updateRecord(batch: Batch, request: ChangeRequest): Promise<Applied> {
  const { entity, recordId } = request;
  assertMayUpdate(entity, batch.author.role);
  const row = batch.known(entity.name, recordId);
  if (!row) throw noSuchRecord(entity);
  const rights = rightsOn(entity, batch.author, row);
  if (rights.read.size === 0) throw noSuchRecord(entity);
  if (row['deletedAt'] !== null) {
    const into = await mergedInto(batch, entity.name, recordId);
    if (into && request.now === undefined) return updateMerged(batch, request, row, into);
    // Where the author could change nothing, no edit of theirs can have waited: nothing more is said of the record.
    if (rights.set.size === 0) throw noSuchRecord(entity);
    if (movesWithMerge(batch, request, row)) return { seq: Number(row['_seq']), overtaken: [] };
    await refuseDeleted(batch, entity, row);
  }

  if (request.now !== undefined) assertServerSetKept(entity, row, request.changes, rights.read);
  const handed = handedOver(batch, request);
  const given = { ...withoutServerSet(entity, request.changes), ...handed };
  const notSettable = Object.keys(given).filter(
    (name) => !rights.set.has(name) && !Object.hasOwn(handed, name) && storedField(entity, name),
  );
  const readOnly = notSettable.filter(
    (name) => rights.read.has(name) && isStored(entity, row, name, given[name]),
  );
  assertSettable(
    entity,
    notSettable.filter((name) => !readOnly.includes(name)),
  );
  for (const name of readOnly) delete given[name];

  const said = valid(entity, given, 'update', request.now, row, request.takesBack);
  const values = { ...said };
  const had: Record<string, unknown> = {};
  for (const name of Object.keys(values)) {
    if (!isSame(entity, row, name, values[name])) continue;
    had[name] = values[name];
    delete values[name];
  }
  const judged = await judgedAgain(batch, request, row, values);
  for (const { field } of judged?.stood ?? []) delete values[field];
  if (Object.keys(values).length === 0) return unchanged(batch, request, row, { had, judged });

  const { takesBack = false } = request;
  const change: Change = { kind: 'update', entity, id: recordId, row, values, takesBack };
  const led = await assertReferences(batch, change);
  await assertFiles(batch, change);
  await assertUnique(batch, change);
  const rules = entityRules[entity.name];
  const checked = rules?.check?.(change, batch);
  if (checked) await checked;
  Object.assign(values, await followingOf(batch, request, row, said, { ...had, ...values }));
  for (const name of Object.keys(values)) if (isSame(entity, row, name, values[name])) delete values[name];
  if (Object.keys(values).length === 0) return unchanged(batch, request, row, { had, judged });

  const overtaken =
    judged?.overtaken.flatMap((each): Overtaken[] =>
      Object.hasOwn(values, each.field) ? [{ ...each, won: values[each.field] }] : [],
    ) ??
    overtakenFields(batch, entity, row, Object.keys(values), request.base).map((field): Overtaken => ({
      ...field,
      won: values[field.field],
    }));
  const ackedAt = request.again?.ackedAt ?? request.ackedAt;
  // What is refused leaves nothing behind: only now is it written.
  await writeOnceMore(batch, request, row, had);
  const seq = write(batch, change, led, { ackedAt, sentFor: request.sentFor?.row._id });
  await noteFiles(batch, change);
  const followed = rules?.follow?.(change, batch, seq);
  if (followed) await followed;
  return { seq, overtaken, ...(judged ? { stood: judged.stood } : {}) };
}

/**
 * A waiting change of a record that was merged into another one is a change of that one (sync rule 4): its maker saw what
 * the one had of the other, and nothing else of it.
 */
async function updateMerged(batch: Batch, request: ChangeRequest, row: Row, into: Row): Promise<Applied> {
  const { base } = request;
  const versions = parseVersions(row['_versions']);
  const seen = Object.keys(request.changes).filter(
    (name) =>
      Object.hasOwn(row, name) &&
      (row[name] ?? null) === (into[name] ?? null) &&
      versionOf(row, versions, name)[0] <= base,
  );
  const applied = await updateRecord(batch, {
    ...request,
    recordId: into._id,
    base: 0,
    sentFor: { row, base },
  });
  return {
    ...applied,
    arrivedAt: applied.arrivedAt ?? into._id,
    overtaken: applied.overtaken.filter(({ field, lost }) => !seen.includes(field) && lost !== null),
  };
}

/**
 * Whether a merge does nothing but lead the record to the one that stays. Of one that was deleted meanwhile that is no reason to
 * refuse the merge: once it is restored it refers to that one (`followMerges`).
 */
function movesWithMerge(batch: Batch, { entity, changes }: ChangeRequest, row: Row): boolean {
  const names = Object.keys(changes);
  const moves = (name: string): boolean => {
    const from = storedField(entity, name) && fieldOf(entity, name).target ? row[name] : null;
    return typeof from === 'string' && batch.isMergedAway(from);
  };
  return names.length > 0 && names.every(moves);
}

/** What a hand-over writes of the fields that the server sets. @throws PlainError `forbidden` */
function handedOver(batch: Batch, { entity, changes, handsOver }: ChangeRequest): Record<string, unknown> {
  if (!handsOver) return {};
  if (!mayHandOver(batch.author.role))
    throw new PlainError('forbidden', `Your role may not hand over ${inSentence(entity.plural)}.`);
  return entity.name === 'candidate' ? { [OWNER_FIELD.candidate]: changes[OWNER_FIELD.candidate] } : {};
}

async function judgedAgain(
  batch: Batch,
  { entity, base, again }: ChangeRequest,
  row: Row,
  values: Readonly<Record<string, unknown>>,
): Promise<Judgement | undefined> {
  return again && judge(batch, { entity, row, base, again }, values);
}

/** What follows from the change where its author had not seen all that it follows from. @param values those of `said` that are taken */
function followingOf(
  batch: Batch,
  { entity, base, again, sentFor }: ChangeRequest,
  row: Row,
  said: Readonly<Record<string, unknown>>,
  values: Readonly<Record<string, unknown>>,
): ReturnType<typeof followingUnseen> {
  return followingUnseen(entity, row, said, values, {
    isUnseen: (name) =>
      again
        ? isUnseenAgain(batch, { entity, row, base, again }, name)
        : overtakenFields(batch, entity, row, [name], base).length > 0,
    seen: async (names) => {
      const { row: shown, base: asOf } = sentFor ?? { row, base };
      return again ? (again.seen ?? {}) : valuesSeen(batch, entity, shown, asOf, names, row._id);
    },
  });
}

/**
 * What the record has already, from before: somebody else's value, which this took the place of, may still be brought back.
 * Written once more it is newer than that. It changes nothing in the record: no rule of the entity has a say.
 */
async function writeOnceMore(
  batch: Batch,
  { entity, recordId, base, again }: ChangeRequest,
  row: Row,
  had: Readonly<Record<string, unknown>>,
): Promise<void> {
  const names = again ? await olderFields(batch, { entity, row, base, again }, Object.keys(had)) : [];
  if (names.length === 0) return;
  const values = Object.fromEntries(names.map((name) => [name, had[name]]));
  batch.change(entity.name, recordId, 'update', values, { ackedAt: again?.ackedAt });
}

/** Nothing is left to change. What stood against the change is told at a place of the log that desks still come to. */
async function unchanged(
  batch: Batch,
  request: ChangeRequest,
  row: Row,
  { had, judged }: { had: Readonly<Record<string, unknown>>; judged: Judgement | undefined },
): Promise<Applied> {
  await writeOnceMore(batch, request, row, had);
  const stood = judged?.stood ?? [];
  if (stood.length === 0) return { seq: Number(row['_seq']), overtaken: [] };
  return { seq: batch.notice(), overtaken: [], stood };
}

/**
 * A person who gives a field that the server sets, such as an employee's role, is told that it came to nothing; what
 * an old client read and sends back is no change.
 * @param readable the fields of the row that the author reads: whether another one is as given is not said
 * @throws PlainError `forbidden`, naming the field.
 */
function assertServerSetKept(
  entity: EntityDefinition,
  row: Row | null,
  changes: Readonly<Record<string, unknown>>,
  readable?: ReadonlySet<string>,
): void {
  const issues = Object.keys(changes).flatMap((name): FieldIssue[] => {
    const field = storedField(entity, name) ? fieldOf(entity, name) : undefined;
    const isRead = readable?.has(name) ?? true;
    if (!field?.serverSet || (isRead && isStored(entity, row ?? {}, name, changes[name]))) return [];
    return [{ field: name, code: 'invalid', message: `${field.label} (${name}) cannot be set here.` }];
  });
  if (issues[0]) throw new PlainError('forbidden', issues[0].message, issues);
}

/** What is left of the fields that the server sets is what clients send back: it is ignored. */
function withoutServerSet(
  entity: EntityDefinition,
  changes: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const kept: Record<string, unknown> = {};
  for (const name of Object.keys(changes)) {
    const field = Object.hasOwn(entity.fields, name) ? fieldOf(entity, name) : undefined;
    if (field?.kind === 'secret') {
      const message = `${field.label} is never part of a record. Set it while connected.`;
      throw new PlainError('invalid', message, [{ field: name, code: 'invalid', message }]);
    }
    if (!field?.serverSet) kept[name] = changes[name];
  }
  return kept;
}

/** Unknown fields are left to validation, which names them. */
const storedField = (entity: EntityDefinition, name: string): boolean => Object.hasOwn(entity.fields, name);

function assertSettable(entity: EntityDefinition, names: readonly string[]): void {
  const forbidden = names.filter((name) => storedField(entity, name));
  if (forbidden.length === 0) return;
  const issues = forbidden.map((name): FieldIssue => {
    const message = `Your role may not set ${fieldOf(entity, name).label} (${name}).`;
    return { field: name, code: 'invalid', message };
  });
  throw new PlainError('forbidden', issues[0]?.message ?? '', issues);
}

function valid(
  entity: EntityDefinition,
  given: Readonly<Record<string, unknown>>,
  mode: 'create' | 'update',
  now: number | undefined,
  row?: Row,
  takesBack = false,
): Record<string, unknown> {
  const { values, issues } = validateChanges(entity, given, {
    mode,
    ...(now === undefined ? {} : { now }),
    ...(row ? { stored: row } : {}),
  });
  if (issues.length > 0) throw new PlainError('invalid', `${issues[0]?.message ?? 'Not valid'}.`, issues);
  for (const name of Object.keys(values)) {
    const value = values[name];
    const field = fieldOf(entity, name);
    // What stood here before was made safe when it was written: once more for hundreds would hold up everybody else.
    if (typeof value === 'string' && field.kind === 'richText' && !takesBack) {
      const taken = takeRichText(field, value);
      if (taken.refusal !== undefined) {
        const issue: FieldIssue = { field: name, code: 'invalid', message: taken.refusal };
        throw new PlainError('invalid', `${taken.refusal}.`, [issue]);
      }
      values[name] = taken.html;
    }
  }
  return values;
}

/** Whether a value that the author may not set is the stored one, sent along. */
function isStored(entity: EntityDefinition, row: Partial<Row>, name: string, given: unknown): boolean {
  const { values, issues } = validateChanges(entity, { [name]: given }, { mode: 'update', stored: row });
  return issues.length === 0 && isSame(entity, row, name, values[name]);
}

/** Of what is hidden from the author the answer is that of a record that never was. */
async function assertReferences(batch: Batch, { entity, values }: Change): Promise<Led[]> {
  const led: Led[] = [];
  for (const name of Object.keys(values)) {
    const field = fieldOf(entity, name);
    const id = values[name];
    if (!field.target || typeof id !== 'string') continue;
    const target = batch.known(field.target.entity, id) ?? (await batch.get(field.target.entity, id));
    const isSeen = target && rightsOn(batch.entity(field.target.entity), batch.author, target).read.size > 0;
    if (isSeen && target['deletedAt'] === null) continue;
    const way = isSeen ? await wayOfMerges(batch, field.target.entity, id) : [];
    const into = way.at(-1);
    if (into?.['deletedAt'] === null) {
      values[name] = into._id;
      led.push({ name, way: [id, ...way.map(({ _id }) => _id)] });
      continue;
    }
    if (batch.isOfMergedAway(entity.name, name, id)) continue;
    const message = `${field.label} is not there any more. Choose another one`;
    throw new PlainError('invalid', `${message}.`, [{ field: name, code: 'invalid', message }]);
  }
  return led;
}

/** A reference to a record that was merged away: the ids from that one to the one that it refers to now. */
interface Led {
  name: string;
  way: readonly string[];
}

/** As it was sent, and then led on as each merge would have led it: its undo takes it along. Gives the last seq. */
function write(
  batch: Batch,
  { entity, id, kind, values }: Change,
  led: readonly Led[],
  said: Parameters<Batch['change']>[4],
): number {
  const stands = led.filter(({ name, way }) => values[name] === way.at(-1));
  const asSent = Object.fromEntries(stands.map(({ name, way }) => [name, way[0]]));
  let seq = batch.change(entity.name, id, kind, { ...values, ...asSent }, said);
  for (const { name, way } of stands)
    for (const step of way.slice(1)) seq = batch.change(entity.name, id, 'update', { [name]: step });
  return seq;
}

/** @throws PlainError `conflict` where another record has the value, compared without case. */
export async function assertUnique(batch: Batch, { entity, id, values }: Change): Promise<void> {
  for (const name of Object.keys(values)) {
    const field = fieldOf(entity, name);
    const value = values[name];
    if (!field.unique || typeof value !== 'string') continue;
    const others = await batch.find(entity.name, sortKeyColumn(name), normaliseText(value));
    if (others.every((row) => row._id === id)) continue;
    const message = takenSentence(entity, field, value);
    throw new PlainError('conflict', `${message}.`, [{ field: name, code: 'invalid', message }]);
  }
}
