import { createReadStream, readdirSync } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { entityNames, entityOf, type EntityName } from '#shared/model/entities.ts';
import { plainValue } from './extended-json.ts';

/** What the old system may have called a collection beside what the model calls the entity. */
const OTHER_NAMES: Readonly<Partial<Record<EntityName, readonly string[]>>> = {
  user: ['employees'],
  roleAssignment: ['assignrole'],
  candidate: ['student'],
  inquiry: ['intern'],
  contactInquiry: ['contact'],
  careerSlide: ['career'],
  dataLink: ['link'],
  hrRecord: ['hr'],
};

const keyOf = (name: string): string => name.toLowerCase().replaceAll(/[^a-z]/g, '');

/** Names under which each kind of record may have been kept, in small letters without signs. */
const NAMES: ReadonlyMap<EntityName, ReadonlySet<string>> = new Map(
  entityNames.map((entity) => {
    const { name, plural, path } = entityOf(entity);
    return [entity, new Set([name, plural, path].map(keyOf).concat(OTHER_NAMES[entity] ?? []))];
  }),
);

/** In this order: who is referred to comes before who refers. */
export const IMPORT_ORDER = entityNames;

export interface OldCollection {
  entity: EntityName;
  file: string;
}

/** The files of a folder that hold old records, and the names of those that do not seem to. */
export function collectionsIn(folder: string): { collections: OldCollection[]; others: string[] } {
  const collections: OldCollection[] = [];
  const others: string[] = [];
  for (const name of readdirSync(folder).sort()) {
    if (!/^\.(json|jsonl|ndjson)$/i.test(extname(name))) {
      others.push(name);
      continue;
    }
    // mongoexport is often told to write DATABASE.COLLECTION.json.
    const words = name.replace(/\.[^.]+$/, '').split('.');
    const key = keyOf(words.at(-1) ?? '');
    const entity = IMPORT_ORDER.find((each) => NAMES.get(each)?.has(key));
    if (entity) collections.push({ entity, file: join(folder, name) });
    else others.push(name);
  }
  return { collections, others };
}

export type OldRecord = { _id: string } & Record<string, unknown>;

/** A line, or a record of an array, that cannot be taken in. */
export interface BrokenRecord {
  /** In the file, from 1: of the line, or of the record in an array. */
  at: number;
  reason: string;
}

export const isBroken = (each: OldRecord | BrokenRecord): each is BrokenRecord => !('_id' in each);

/**
 * The records of a file: a JSON array, or one JSON object a line. What is broken is given as such, and the rest goes on.
 * @throws Error naming the file where it is an array that cannot be read at all.
 */
export async function* recordsOf(file: string): AsyncGenerator<OldRecord | BrokenRecord> {
  if (await isArray(file)) {
    let given: unknown;
    try {
      given = JSON.parse(withoutMark(await readFile(file, 'utf8')));
    } catch (error) {
      throw new Error(`${file} is not JSON. Export the collection again.`, { cause: error });
    }
    for (const [at, each] of (given as unknown[]).entries()) yield readRecord(() => each, at + 1);
    return;
  }
  let line = 0;
  for await (const text of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
    line += 1;
    if (withoutMark(text).trim() !== '')
      yield readRecord(() => JSON.parse(withoutMark(text)) as unknown, line);
  }
}

function readRecord(read: () => unknown, at: number): OldRecord | BrokenRecord {
  try {
    return asRecord(read(), at);
  } catch {
    return { at, reason: 'It is not JSON' };
  }
}

const withoutMark = (text: string): string => text.replace(/^\uFEFF/, '');

async function isArray(file: string): Promise<boolean> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(1_024) });
    return withoutMark(buffer.subarray(0, bytesRead).toString('utf8')).trimStart().startsWith('[');
  } finally {
    await handle.close();
  }
}

function asRecord(given: unknown, at: number): OldRecord | BrokenRecord {
  const record = plainValue(given);
  if (typeof record !== 'object' || record === null) return { at, reason: 'It is not a record' };
  const fields = new Map<string, unknown>(Object.entries(record));
  const id = fields.get('_id');
  if (typeof id !== 'string' || id === '' || id.length > 100) return { at, reason: 'It has no _id' };
  return { ...Object.fromEntries(fields), _id: id };
}
