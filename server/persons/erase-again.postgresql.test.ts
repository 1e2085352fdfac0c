import { expect, test } from 'vitest';
import type { Database } from '../database/database.ts';
import { erasedHash } from '../records/erased.ts';
import { newCandidate } from '../testing/client.ts';
import { startOnSameData, startTestServer } from '../testing/server.ts';
import { eraseAgain } from './erase-again.ts';
import { ErasedBesideBackups } from './erased-beside-backups.ts';
import { ErasedList } from './erased-list.ts';

test('several servers that start at once on data that was put back all start, and one of them erases', async () => {
  const first = await startTestServer();
  const second = await startOnSameData(first);
  try {
    const { dataFolder } = first;
    const admin = await first.signIn('Admin');
    await admin.push(newCandidate('again'), newCandidate('stays'));
    const erased = new ErasedList(dataFolder);
    const others = Array.from({ length: 50 }, (_, at) => `never-here-${at}`);
    await erased.add(['again', ...others].map((id) => erasedHash('candidate', id)));
    const atStart = (database: Database): Promise<number> =>
      eraseAgain({
        database,
        erased,
        erasedBesideBackups: new ErasedBesideBackups({
          folder: () => null,
          epoch: database.epoch,
          tell: () => undefined,
        }),
      });
    const counts = await Promise.all([atStart(first.database), atStart(second.database)]);
    expect(counts.toSorted()).toEqual([0, 1]);
    const lines = await first.database.all(`SELECT "id" FROM "audit_log" WHERE "action" = 'person-erased'`);
    expect(lines).toHaveLength(1);
    expect((await admin.get('/api/students/again')).status).toBe(404);
    expect((await admin.get('/api/students/stays')).status).toBe(200);
  } finally {
    await second.close();
    await first.stop();
  }
});
