import { realFiles as fs } from './real-files.ts';

const HEADER = 32;
const FRAME_HEADER = 24;

/** How far a write-ahead file has been synced: bytes of the log of this salt. */
interface Synced {
  salt: string;
  end: number;
}

/**
 * What of the databases of one process is safe from a power cut. A commit under `synchronous = FULL` syncs all that the
 * write-ahead file has; what is committed otherwise is safe once SQLite begins the file anew, which it does after a check-point.
 */
export class SyncedLogs {
  readonly #synced = new Map<string, Synced>();
  /** Databases that commit, or have committed, without syncing. */
  readonly #lazy = new Set<string>();

  /** From now on commits of this database may be without syncing; those before were not. */
  lazyFromNow(database: string): void {
    if (this.#lazy.has(database)) return;
    this.#lazy.add(database);
    this.synced(database);
  }

  /** A commit has synced all that there is. */
  synced(database: string): void {
    // Where everything is synced always, nobody will ask.
    if (this.#lazy.has(database))
      this.#synced.set(database, endOf(`${database}-wal`, this.#synced.get(database)));
  }

  /** The bytes of the write-ahead file between which a power cut may cut it off; null where nothing is in danger. */
  inDanger(database: string): { from: number; to: number } | null {
    if (!this.#lazy.has(database)) return null;
    const synced = this.#synced.get(database);
    const now = endOf(`${database}-wal`, synced);
    if (now.end <= HEADER) return null;
    const from = synced?.salt === now.salt ? synced.end : HEADER;
    return from < now.end ? { from, to: now.end } : null;
  }
}

/** Where the frames of the log's present salt end; looked for from where they ended before. */
function endOf(path: string, before: Synced | undefined): Synced {
  let file: number;
  try {
    file = fs.openSync(path, 'r');
  } catch {
    return { salt: '', end: 0 };
  }
  try {
    const header = Buffer.alloc(HEADER);
    if (fs.readSync(file, header, 0, HEADER, 0) < HEADER) return { salt: '', end: 0 };
    const salt = header.toString('hex', 16, 24);
    const frame = FRAME_HEADER + header.readUInt32BE(8);
    let end = before?.salt === salt ? before.end : HEADER;
    const head = Buffer.alloc(FRAME_HEADER);
    while (
      fs.readSync(file, head, 0, FRAME_HEADER, end) === FRAME_HEADER &&
      head.toString('hex', 8, 16) === salt
    )
      end += frame;
    return { salt, end };
  } finally {
    fs.closeSync(file);
  }
}
