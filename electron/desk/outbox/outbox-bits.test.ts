import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writePage } from '../sync/page-writer.ts';
import { openSqlite } from '../storage/sqlite-file.ts';
import { openKept } from '../testing/kept-keys.ts';
import { openOffice } from '../testing/office.ts';
import { openWorkspace, pageOf, sampleCandidates } from '../testing/sample-rows.ts';
import { create, PERSON } from '../testing/record-steps.ts';
import { temporaryFolder, TestDesk } from '../testing/test-desk.ts';
import { until } from '../testing/until.ts';
import { retryAll, retryRefused } from '../workspace/refused-again.ts';
import { discard } from '../workspace/settle-entry.ts';
import { trayEntries } from '../workspace/tray.ts';
import type { Workspace } from '../workspace/workspace.ts';

const office = openOffice();
const ROWS = sampleCandidates(8);
const SENTENCE =
  'This change was damaged on the disk of this computer. Compare it with the record, then enter it again.';

let folder: ReturnType<typeof temporaryFolder>;
let workspace: Workspace;
const outbox = (): string => join(folder.path, 'outbox.db');

beforeEach(() => {
  folder = temporaryFolder();
  workspace = openWorkspace(folder.path);
  writePage(workspace.cache, workspace.overlay, pageOf('candidate', ROWS, { seq: 8 }));
  for (const [at, row] of ROWS.entries()) {
    const changes = { city: `City ${at}`, remarks: 'as it was said' };
    workspace.writer.save({ entity: 'candidate', id: row._id, base: row._seq, changes }, workspace.actor);
  }
});

afterEach(() => {
  workspace.close();
  folder.remove();
});

/** The outbox of the one user who has signed in at a desk. */
function fileOf(place: string): string {
  const names = readdirSync(place, { recursive: true, encoding: 'utf8' });
  return join(place, names.find((name) => name.endsWith('outbox.db')) ?? '');
}

const reopen = (): void => {
  workspace = openWorkspace(folder.path);
};
const notices = (): string[] => workspace.outbox.notices.all().map(({ message }) => message);
const waiting = (): number[] => workspace.outbox.unanswered().map(({ n }) => n);

type Place = 'table' | 'index';

/** Changes bytes of the closed outbox where a text stands on a leaf page of a table or of an index: the `time`-th. */
function flip(from: string, to: string, place: Place = 'table', time = 1): void {
  const bytes = readFileSync(outbox());
  const size = bytes.readUInt16BE(16);
  let left = time;
  for (let at = bytes.indexOf(from); at >= 0; at = bytes.indexOf(from, at + 1)) {
    const page = Math.floor(at / size) * size;
    if (page === 0 || bytes[page] !== (place === 'table' ? 0x0d : 0x0a)) continue;
    left -= 1;
    if (left > 0) continue;
    bytes.write(to, at);
    writeFileSync(outbox(), bytes);
    return;
  }
  throw new Error(`${from} does not stand there`);
}

function applyAll(): void {
  const applied = workspace.outbox.unanswered().map((operation, at) => ({ ...operation, seq: 20 + at }));
  for (const { id, seq } of applied) workspace.outbox.markApplied(id, seq, new Date().toISOString());
  workspace.overlay.acknowledge(applied);
}

describe('a damaged byte in an index of the outbox', () => {
  it.each([
    ['waiting', 'waidint'],
    ['candidate', 'cadidatee'],
  ])('%s -> %s costs no operation', (from, to) => {
    workspace.close();
    flip(from, to, 'index');
    reopen();
    expect(waiting()).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(workspace.outbox.ofRecord('candidate', ROWS[0]?._id ?? '')).toHaveLength(1);
    expect(notices()).toEqual([expect.stringContaining('Nothing is missing')]);
  });

  it('that comes while it is open does not hide what waits from a wipe', () => {
    const other = openSqlite(outbox(), { synchronous: 'FULL' });
    other.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    other.close();
    workspace.close();
    for (const from of Array.from({ length: 8 }, () => 'waiting')) flip(from, 'waidint', 'index');
    const rows = openSqlite(outbox(), { synchronous: 'FULL' });
    expect(rows.prepare(`SELECT count(*) AS count FROM operations WHERE status = 'waiting'`).get()).toEqual({
      count: 0,
    });
    rows.close();
    reopen();
    expect(workspace.outbox.hasUnsettled()).toBe(true);
    expect(workspace.outbox.unansweredCount()).toBe(8);
  });
});

describe('an operation that cannot be what was written', () => {
  it.each([
    ['candidate', 'cadidatee', 'waiting'],
    ['candidate', 'cadidatee', 'applied'],
    ['updatecandidate', 'upfatecandidate', 'waiting'],
  ])('%s -> %s is taken out of the way, the rest opens (%s)', (from, to, status) => {
    if (status === 'applied') applyAll();
    workspace.close();
    flip(from, to);
    reopen();
    expect(workspace.outbox.laidOver(0)).toHaveLength(7);
    expect(notices()[0]).toContain('could not be read');
    expect(trayEntries(workspace).length).toBe(status === 'applied' ? 0 : 7);
  });

  it('only in how it stands is offered again', () => {
    workspace.close();
    flip('waiting', 'waidint');
    reopen();
    expect(waiting()).toHaveLength(8);
    expect(workspace.outbox.unanswered().filter(({ status }) => status === 'sent')).toHaveLength(1);
  });
});

describe('an operation of which a byte has changed', () => {
  it.each([
    ['as it was said', 'as it was paid'],
    ['"remarks"', '"remarkz"'],
    [ROWS[3]?._id ?? '', 'c00009X'],
  ])('%s -> %s waits no longer: it is in the tray, and no retry sends it', async (from, to) => {
    workspace.close();
    flip(from, to);
    reopen();
    expect(waiting()).toHaveLength(7);
    const [refused] = trayEntries(workspace).filter(({ kind }) => kind === 'refused');
    expect(refused?.message).toBe(SENTENCE);
    await expect(retryRefused(workspace, refused?.id ?? '', () => undefined)).rejects.toThrow(SENTENCE);
    expect(await retryAll(workspace, () => undefined)).toEqual({ offered: 0, kept: 1 });
    workspace.close();
    reopen();
    expect(waiting()).toHaveLength(7);
    await discard(workspace, refused?.id ?? '', () => undefined);
    expect(trayEntries(workspace)).toHaveLength(7);
  });

  it('is not offered to a restored server where it was applied, and that is told', () => {
    applyAll();
    workspace.close();
    flip('as it was said', 'as it was paid');
    reopen();
    expect(notices()).toEqual([expect.stringContaining('1 change of yours that the server has already')]);
    workspace.outbox.offerAgain();
    expect(waiting()).toHaveLength(7);
  });

  it('is not offered again where that happened while the outbox was open', () => {
    applyAll();
    const other = openSqlite(outbox(), { synchronous: 'FULL' });
    other.exec(`UPDATE operations SET recordId = 'another' WHERE n = 3`);
    other.close();
    workspace.outbox.offerAgain();
    expect(waiting()).toEqual([1, 2, 4, 5, 6, 7, 8]);
  });

  it('is found too in what was put together from a damaged file', () => {
    workspace.close();
    flip('as it was said', 'as it was paid');
    const bytes = readFileSync(outbox());
    writeFileSync(outbox(), bytes.fill(0xa5, 0, 100));
    reopen();
    expect(waiting()).toHaveLength(7);
    expect(workspace.outbox.refused()).toHaveLength(1);
    expect(notices()).toEqual([expect.stringContaining('1 change is damaged')]);
  });

  it('is refused here in place of being sent, where that happened while the desk works', async () => {
    const place = office.newFolder();
    const desk = await TestDesk.open(place, office.network.url);
    office.desks.push(desk);
    await desk.signIn('superadmin');
    await desk.inStep();
    office.network.cut();
    await create(desk, 'candidate', PERSON);
    await create(desk, 'candidate', { ...PERSON, fullName: 'Kavya Rao', email: 'kavya@mail.test' });
    expect((await desk.call('sync.status', {})).waiting).toBe(2);
    const other = openKept(fileOf(place));
    other.exec(`UPDATE operations SET changes = replace(changes, '${PERSON.fullName}', 'Mx')`);
    other.close();
    void desk.call('sync.now', {});
    const refused = async (): Promise<string[]> => {
      const tray = await desk.call('sync.tray', {});
      return tray.filter(({ kind }) => kind === 'refused').map(({ message }) => message);
    };
    await until('it is refused', async () => (await refused())[0] === SENTENCE);
    office.network.mend();
    await desk.inStep();
    expect(await refused()).toHaveLength(1);
    const query = { entity: 'candidate', list: 'candidates', offset: 0, limit: 100 } as const;
    const { rows } = await desk.call('records.list', { ...query, search: 'Mx' });
    expect(rows).toEqual([]);
  });
});

describe('the checksums', () => {
  it('of operations from before are made when the step runs', () => {
    workspace.close();
    const db = openSqlite(outbox(), { synchronous: 'FULL' });
    db.exec(
      'DROP TABLE drafts; DROP INDEX operations_by_set; DROP INDEX operations_by_undone; PRAGMA user_version = 4',
    );
    for (const name of ['sum', 'setId', 'setTitle', 'setPart', 'undoes', 'leftAsIs', 'setCount'])
      db.exec(`ALTER TABLE operations DROP COLUMN ${name}`);
    db.close();
    reopen();
    expect(waiting()).toHaveLength(8);
    workspace.close();
    flip('as it was said', 'as it was paid');
    reopen();
    expect(waiting()).toHaveLength(7);
  });

  it('stay right where values are taken out, and where SQLite keeps a text another way', () => {
    const [one] = workspace.outbox.unanswered();
    if (!one) throw new Error('Nothing waits');
    workspace.outbox.strip(one, { code: 'account-closed', error: 'Closed.' });
    workspace.outbox.forgetValues();
    workspace.outbox.append([{ ...one, id: 'half', title: 'half \ud83d of a sign \u0000 x' }]);
    workspace.close();
    reopen();
    expect(workspace.outbox.refused()).toMatchObject([{ damaged: false, error: { error: 'Closed.' } }]);
    expect(waiting()).toHaveLength(8);
    expect(notices()).toEqual([]);
  });

  it('of 10,000 operations hold up an opening for a moment only', () => {
    const [one] = workspace.outbox.unanswered();
    if (!one) throw new Error('Nothing waits');
    workspace.outbox.append(Array.from({ length: 10_000 }, (_, at) => ({ ...one, id: `many ${at}` })));
    workspace.close();
    const start = performance.now();
    reopen();
    const took = performance.now() - start;
    expect(took).toBeLessThan(5_000);
    expect(workspace.outbox.unansweredCount()).toBe(10_008);
  });
});
