import { mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { writeWholeFileNow } from '#shared/node/whole-file.ts';

const manifestSchema = z.object({
  id: z.uuid(),
  /** What it holds (`viewOf`), and in which form. */
  view: z.string(),
  schema: z.string(),
  /** Which log it is of, and up to where. */
  epoch: z.string(),
  seq: z.int(),
  mark: z.string(),
  madeAt: z.iso.datetime(),
  /** Rows by entity. */
  counts: z.record(z.string(), z.int()),
  pieces: z.array(z.object({ bytes: z.int(), sha256: z.string() })),
});

/** What is known of a snapshot; the file of it is written last, so that one without it is not whole. */
export type Manifest = z.infer<typeof manifestSchema>;

const ENDING = '.json';
const UUID = /^[0-9a-f-]{36}$/;
const UUID_LENGTH = 36;
/** No snapshot takes so long to write. */
const LEFT_ALONE_MS = 2 * 60 * 60_000;

/**
 * The snapshots in the data folder: of each its manifest, its pieces one after the other, and the database that the next one
 * goes on from. Server processes with one data folder share them; nothing of them is kept in memory.
 */
export class SnapshotFolder {
  readonly path: string;
  /** Being written by this process just now. */
  readonly #writing = new Set<string>();

  constructor(path: string) {
    this.path = path;
  }

  database(id: string): string {
    return join(this.path, `${id}.db`);
  }

  pieces(id: string): string {
    return join(this.path, `${id}.pieces`);
  }

  /** From now until `written` nothing here removes what bears the id. */
  write(id: string): void {
    mkdirSync(this.path, { recursive: true, mode: 0o700 });
    this.#writing.add(id);
  }

  /** What has no manifest by now was given up. */
  written(id: string): void {
    this.#writing.delete(id);
    if (!this.find(id)) this.remove(id);
  }

  keep(manifest: Manifest): void {
    writeWholeFileNow(join(this.path, manifest.id + ENDING), JSON.stringify(manifest));
  }

  /** The whole ones, newest first. */
  all(): Manifest[] {
    return this.#names()
      .filter((name) => name.endsWith(ENDING))
      .flatMap((name) => this.#read(name.slice(0, -ENDING.length)) ?? [])
      .sort((one, other) => other.seq - one.seq);
  }

  find(id: string): Manifest | undefined {
    return UUID.test(id) ? this.#read(id) : undefined;
  }

  async piece({ id, pieces }: Manifest, at: number): Promise<Buffer | null> {
    const piece = pieces[at];
    if (!piece) return null;
    const start = pieces.slice(0, at).reduce((sum, { bytes }) => sum + bytes, 0);
    const file = await open(this.pieces(id), 'r').catch(() => null);
    if (!file) return null;
    try {
      const { bytesRead, buffer } = await file.read(Buffer.alloc(piece.bytes), 0, piece.bytes, start);
      return bytesRead === piece.bytes ? buffer : null;
    } finally {
      await file.close();
    }
  }

  /** The manifest first: what has none is not given to anybody. */
  remove(id: string): void {
    rmSync(join(this.path, id + ENDING), { force: true });
    rmSync(this.pieces(id), { force: true });
    rmSync(this.database(id), { force: true });
  }

  /** Everything that this process is not writing just now. Another one that writes finds its file gone, and gives up. */
  clear(): void {
    for (const { id } of this.all()) this.remove(id);
    this.#removeLeft(() => true);
  }

  /**
   * Removes what a process that died has left.
   * @param alone whether no other process has this folder, which may be writing just now
   */
  tidy({ alone }: { alone: boolean }): void {
    const old = Date.now() - LEFT_ALONE_MS;
    this.#removeLeft(
      (path) => alone || (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Infinity) < old,
    );
  }

  /** Of what has no manifest. */
  #removeLeft(isToGo: (path: string) => boolean): void {
    const whole = new Set(this.all().map(({ id }) => id));
    for (const name of this.#names()) {
      const id = name.slice(0, UUID_LENGTH);
      if (whole.has(id) || this.#writing.has(id)) continue;
      const path = join(this.path, name);
      if (isToGo(path)) rmSync(path, { force: true });
    }
  }

  #names(): string[] {
    try {
      return readdirSync(this.path);
    } catch {
      return [];
    }
  }

  #read(id: string): Manifest | undefined {
    try {
      const text = readFileSync(join(this.path, id + ENDING), 'utf8');
      return manifestSchema.safeParse(JSON.parse(text)).data;
    } catch {
      return undefined;
    }
  }
}
