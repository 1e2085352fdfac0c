import { join } from 'node:path';
import type { Database } from '../database/database.ts';
import { SnapshotFolder } from '../sync/snapshots/snapshot-folder.ts';
import { Snapshots } from '../sync/snapshots/snapshots.ts';

/** The service of snapshots as a server has it that makes none. */
export function noSnapshots(database: Database, dataFolder: string): Snapshots {
  return new Snapshots({
    database,
    folder: new SnapshotFolder(join(dataFolder, 'snapshots')),
    writer: '',
    onMade: () => undefined,
    onFailed: () => undefined,
    fromRows: null,
    quietMs: 0,
  });
}
