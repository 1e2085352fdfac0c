import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, lstatSync, readFileSync } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { counted } from '#shared/format/counted.ts';
import { flushFile } from '#shared/node/whole-file.ts';

/** Name of the file that says what a backup holds. It is written last: a folder without it is no backup. */
export const MANIFEST_FILE = 'backup.json';

const manifestSchema = z.strictObject({
  /** 2: with a dump of PostgreSQL in place of the SQLite database. */
  format: z.union([z.literal(1), z.literal(2)]),
  /** Version of the server that made it. */
  version: z.string(),
  /** ISO time of the state that it holds. */
  at: z.iso.datetime(),
  seq: z.int().min(0),
  /** Rows of each table. */
  tables: z.record(z.string(), z.int().min(0)),
  files: z.array(
    z.strictObject({
      /** From the backup's folder, with `/`: the database, its dump or a file, so that no backup brings a secret along. */
      path: z.string().regex(/^(server\.db|placement\.dump|files\/(?!.*\.\.)[\w./-]+)$/),
      bytes: z.int().min(0),
      sha256: z.string().regex(/^[0-9a-f]{64}$/),
    }),
  ),
  /** How many of the files that the database knows were not there, or were damaged; left out where none. */
  missing: z.int().min(1).optional(),
});

export type Manifest = z.infer<typeof manifestSchema>;
/** What a database holds: rows of each table, and where the log stands. */
export type Held = Pick<Manifest, 'tables' | 'seq'>;
/** Of the files that the database knows. */
export const KNOWN_FILES = 'SELECT "hash" FROM "files"';
/** Name of the dump of a PostgreSQL database in a backup. */
export const DUMP_FILE = 'placement.dump';
export type Progress = (done: number, total: number, what: string) => void;
export type BackedUpFile = Manifest['files'][number];

/**
 * Reads what a backup holds. Throws with one sentence where the folder is no backup.
 * @param isRight whether the text of its list is the one that is wanted
 */
export function readManifest(folder: string, isRight: (text: string) => boolean = () => true): Manifest {
  let text: string;
  try {
    text = textOfManifest(folder);
  } catch (error) {
    throw new Error(`${folder} is not a backup: it has no ${MANIFEST_FILE}.`, { cause: error });
  }
  if (!isRight(text)) {
    throw new Error(
      `${folder} is not a backup that this application made, or was changed since. Restore from another one.`,
    );
  }
  const parsed = manifestSchema.safeParse(parseJson(text));
  if (!parsed.success)
    throw new Error(`${join(folder, MANIFEST_FILE)} cannot be read. Restore from another one.`);
  return parsed.data;
}

/** Most that is read of it: a hundred bytes for each of some hundred thousand files. */
export const MOST_LIST_BYTES = 64 * 1024 * 1024;

/** Throws where it is none: a link, a pipe, or larger than any of ours. */
export function textOfManifest(folder: string): string {
  const path = join(folder, MANIFEST_FILE);
  const found = lstatSync(path);
  if (!found.isFile() || found.size > MOST_LIST_BYTES) throw new Error(`${path} is not of ours`);
  return readFileSync(path, 'utf8');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Length and SHA-256 of a file. */
export async function digestOf(file: string): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { bytes, sha256: hash.digest('hex') };
}

/** Copies a file onto the disk, and gives length and SHA-256 of what was read. */
export async function copyFile(from: string, to: string): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256');
  let bytes = 0;
  await mkdir(dirname(to), { recursive: true });
  const count = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  await pipeline(createReadStream(from), count, createWriteStream(to, { mode: 0o600 }));
  await flushFile(to);
  return { bytes, sha256: hash.digest('hex') };
}

/** All files below a folder, with `/`, in order; none where there is no folder. */
export async function filesBelow(folder: string): Promise<string[]> {
  const found: string[] = [];
  const walk = async (below: string): Promise<void> => {
    for (const entry of await readdir(join(folder, below), { withFileTypes: true })) {
      const path = below === '' ? entry.name : `${below}/${entry.name}`;
      if (entry.isDirectory()) await walk(path);
      else if (entry.isFile()) found.push(path);
    }
  };
  try {
    await walk('');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  }
  return found.sort();
}

/** Says that files were missing where a backup was made. */
export const missingSentence = (missing: number): string =>
  `${counted({ label: 'picture or document', plural: 'pictures or documents' }, missing)} that the database knows ${missing === 1 ? 'is' : 'are'} not among the server’s files, or damaged there. Have its disk looked at; an older backup may still have ${missing === 1 ? 'it' : 'them'}.`;
