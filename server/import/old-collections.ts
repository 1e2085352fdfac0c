import { constants } from 'node:buffer';
import { readdirSync } from 'node:fs';
import { open, readFile, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { entityNames, entityOf, type EntityName } from '#shared/model/entities.ts';
import { visibleText } from '#shared/format/visible-text.ts';
import { NOT_IN_IDS } from '../records/prepared-operation.ts';
import { plainValue } from './extended-json.ts';
import { linesOf } from './lines-of.ts';

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
    for (const [at, each] of (await arrayIn(file)).entries()) yield asRecord(each, at + 1);
    return;
  }
  let line = 0;
  for await (const bytes of linesOf(file)) {
    line += 1;
    const text = bytes === null ? undefined : textOf(bytes);
    if (text === undefined) yield { at: line, reason: bytes === null ? 'It is too long' : 'It is not UTF-8' };
    else if (text.trim() !== '') yield readRecord(text, line);
  }
}

async function arrayIn(file: string): Promise<unknown[]> {
  // Of more there is no text.
  if ((await stat(file)).size > constants.MAX_STRING_LENGTH) {
    throw new Error(`${file} is too large for one array. Export the collection again without --jsonArray.`);
  }
  const text = textOf(await readFile(file));
  if (text === undefined) throw new Error(`${file} is not UTF-8. Export the collection again.`);
  try {
    return JSON.parse(text) as unknown[];
  } catch (error) {
    throw new Error(`${file} is not JSON. Export the collection again.`, { cause: error });
  }
}

function readRecord(text: string, at: number): OldRecord | BrokenRecord {
  try {
    return asRecord(JSON.parse(text), at);
  } catch {
    return { at, reason: 'It is not JSON' };
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Without the mark that it may begin with; undefined where it is not UTF-8: what is not would come in as other signs. */
function textOf(bytes: Buffer): string | undefined {
  try {
    return utf8.decode(bytes);
  } catch {
    return undefined;
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

/** In an address they are steps to another one. */
const NOT_IN_ADDRESSES: ReadonlySet<string> = new Set(['.', '..']);

function asRecord(given: unknown, at: number): OldRecord | BrokenRecord {
  const record = plainValue(given);
  if (typeof record !== 'object' || record === null) return { at, reason: 'It is not a record' };
  const fields = new Map<string, unknown>(Object.entries(record));
  const id = fields.get('_id');
  if (typeof id !== 'string' || id === '' || id.length > 100) return { at, reason: 'It has no _id' };
  // What a field that names it would cut off would make it another record's id.
  const isKept = visibleText(id).trim() === id;
  if (!isKept || NOT_IN_IDS.test(id) || NOT_IN_ADDRESSES.has(id)) {
    return { at, reason: 'Its _id is not one that a record can have' };
  }
  return { ...Object.fromEntries(fields), _id: id };
}
