import { fieldsReadableOnEveryRow, type Actor } from '#shared/access/permissions.ts';
import { decodeValue, type ColumnValue } from '#shared/model/columns.ts';
import { fieldOf, type EntityDefinition } from '#shared/model/entity.ts';
import { quote } from '#shared/model/list-query.ts';
import type { TodayRow } from '#shared/protocol/today.ts';
import type { Cache } from '../../cache/cache.ts';
import { tableOf } from '#shared/node/cache/cache-schema.ts';
import type { ReferenceTexts } from '../../cache/reference-texts.ts';

/** What a row shows. */
const FIELDS: Readonly<Record<TodayRow['entity'], readonly string[]>> = {
  candidate: [
    'fullName',
    'mobile',
    'whatsapp',
    'enrolledCourse',
    'interviewStatus',
    'interviewerName',
    'interviewDate',
    'nextCall',
    'map',
    'fee',
    'recievedAmount',
    'paymentStatus',
    'discussion',
  ],
  inquiry: ['Name', 'mobile', 'internshipType', 'leadStatus', 'nextCall', 'assignedTo', 'createdAt', 'notes'],
  contactInquiry: ['name', 'mobile', 'email', 'assignedTo', 'createdAt', 'message'],
};

/** Of long texts as much as a row can show. */
const MOST_CHARACTERS = 240;

/** The row of a record; null where the record is gone. */
export function readRow(
  { cache, texts }: { cache: Cache; texts: ReferenceTexts },
  definition: EntityDefinition,
  actor: Actor,
  { entity, id, at }: { entity: TodayRow['entity']; id: string; at: string },
): TodayRow | null {
  const readable = fieldsReadableOnEveryRow(definition, actor.role);
  const names = FIELDS[entity].filter((name) => readable.has(name));
  const columns = names.map((name) => {
    const column = quote(name);
    return fieldOf(definition, name).kind === 'longText'
      ? `substr(${column}, 1, ${MOST_CHARACTERS}) AS ${column}`
      : column;
  });
  const stored = cache.statements
    .prepare(`SELECT "_waiting", ${columns.join(', ')} FROM ${tableOf(definition)} WHERE "_id" = ?`)
    .get(id) as Record<string, ColumnValue> | undefined;
  if (!stored) return null;
  const record: Record<string, unknown> & { _id: string } = { _id: id };
  const references: Record<string, string> = {};
  for (const name of names) {
    const value = stored[name] ?? null;
    record[name] = decodeValue(fieldOf(definition, name), value);
    const text = texts.shown(definition, name, value);
    if (text !== undefined) references[name] = text;
  }
  return { entity, at, record, references, waiting: stored['_waiting'] === 1 };
}
