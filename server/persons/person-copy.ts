import type { Actor } from '#shared/access/permissions.ts';
import type { DataSubject } from '#shared/access/persons.ts';
import { valueText } from '#shared/format/field-text.ts';
import { formatNumber, formatRupees } from '#shared/format/numbers.ts';
import { decodeValue } from '#shared/model/columns.ts';
import { fieldOf, storedFields, type EntityDefinition } from '#shared/model/entity.ts';
import { filesNamedBy } from '#shared/model/named-files.ts';
import { quote } from '#shared/model/list-query.ts';
import type { Field } from '#shared/model/field.ts';
import type { HistoryField } from '#shared/protocol/history.ts';
import type { Database } from '../database/database.ts';
import type { Row } from '../database/rows.ts';
import { readHistory } from '../history/read-history.ts';
import { addReferenceTexts } from '../history/reference-texts.ts';
import { recordsOfPerson, type PersonRecord } from './records-of-person.ts';

/** Lines of a record's history that are read at once: each may hold two long texts. */
const LINES = 50;

export interface CopiedValue {
  label: string;
  /** As people read it. */
  text: string;
}

export interface CopiedRecord {
  kind: string;
  id: string;
  deleted: boolean;
  values: CopiedValue[];
  /** The same as programs read it, by the names of the fields. */
  data: Record<string, unknown>;
  /** Newest first, read as it is asked for: a record may have been changed thousands of times. */
  history: AsyncIterable<CopiedLine>;
}

/** A change of a record. */
export interface CopiedLine {
  at: string;
  by: string | null;
  what: string;
  changes: (CopiedValue & { before: string })[];
}

export interface CopiedFile {
  hash: string;
  name: string;
  type: string;
  size: number;
}

/** All that is kept about a person, but for the bytes of the files. */
export interface PersonCopy {
  name: string;
  madeAt: string;
  madeBy: string;
  /** How many records there are. */
  count: number;
  /** Read as they are asked for. */
  records: AsyncIterable<CopiedRecord>;
  files: CopiedFile[];
}

/** Gathers what is kept about a person; null where there is no such record. */
export async function copyOfPerson(
  database: Database,
  actor: Actor & { name: string },
  entity: DataSubject,
  id: string,
): Promise<PersonCopy | null> {
  const found = await recordsOfPerson(database, entity, id);
  const [first] = found;
  if (!first) return null;
  const title = first.row[first.entity.title];
  return {
    name: typeof title === 'string' && title !== '' ? title : first.entity.label,
    madeAt: new Date().toISOString(),
    madeBy: actor.name,
    count: found.length,
    records: copiedRecords(database, actor, found),
    files: await filesOf(database, found),
  };
}

async function* copiedRecords(
  database: Database,
  actor: Actor,
  found: readonly PersonRecord[],
): AsyncGenerator<CopiedRecord> {
  for (const { entity, row } of found) {
    const [whole] = await database.all<Row>(`SELECT * FROM ${quote(entity.name)} WHERE "_id" = ?`, [row._id]);
    if (whole) yield await copiedRecord(database, actor, entity, whole);
  }
}

async function copiedRecord(
  database: Database,
  actor: Actor,
  entity: EntityDefinition,
  row: Row,
): Promise<CopiedRecord> {
  const data: Record<string, unknown> = {};
  const shown: HistoryField[] = [];
  for (const [name, field] of storedFields(entity)) {
    const value = decodeValue(field, row[name] ?? null);
    if (value === null || value === undefined) continue;
    data[name] = value;
    shown.push({ name, label: field.label, old: null, new: value });
  }
  await addReferenceTexts(database, actor, entity, shown);
  const values = shown.map(({ name, label, new: value, newText }) => ({
    label,
    text: textOf(fieldOf(entity, name), value, newText),
  }));
  return {
    kind: entity.label,
    id: row._id,
    deleted: row['deletedAt'] !== null,
    values,
    data,
    history: historyOf(database, actor, entity, row._id),
  };
}

async function* historyOf(
  database: Database,
  actor: Actor,
  entity: EntityDefinition,
  id: string,
): AsyncGenerator<CopiedLine> {
  let before: number | undefined;
  for (;;) {
    const page = await readHistory(database, actor, entity, id, { limit: LINES, before });
    for (const { at, by, kind, fields } of page) {
      const changes = fields.map(({ name, label, old, new: now, oldText, newText }) => ({
        label,
        before: textOf(fieldOf(entity, name), old, oldText),
        text: textOf(fieldOf(entity, name), now, newText),
      }));
      yield { at, by: by?.name ?? null, what: kind, changes };
    }
    before = page.at(-1)?.seq;
    if (page.length < LINES || before === undefined) return;
  }
}

function textOf(field: Field, value: unknown, shown: string | undefined): string {
  if (shown !== undefined) return shown;
  return valueText(field, value, ({ kind }, figure) =>
    kind === 'money' ? formatRupees(figure) : formatNumber(figure),
  );
}

/** The pictures and documents that the records name. */
async function filesOf(database: Database, records: readonly PersonRecord[]): Promise<CopiedFile[]> {
  const files = new Map<string, CopiedFile>();
  for (const { entity, row } of records) {
    for (const { hash, field } of filesNamedBy(entity, row)) {
      const [kept] = await database.all<{ type: string; size: number }>(
        'SELECT "type", "size" FROM "files" WHERE "hash" = ?',
        [hash],
      );
      const title = entity.name === 'document' ? row[entity.title] : fieldOf(entity, field).label;
      if (kept) files.set(hash, { hash, name: String(title), type: kept.type, size: Number(kept.size) });
    }
  }
  return [...files.values()];
}
