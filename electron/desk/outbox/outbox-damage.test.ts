import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writePage } from '../sync/page-writer.ts';
import { makeKeys } from '../storage/key-file.ts';
import { openPage } from '../storage/page-cipher.ts';
import { openSqlite } from '../storage/sqlite-file.ts';
import { admin, openWorkspace, pageOf, sampleCandidates } from '../testing/sample-rows.ts';
import { temporaryFolder } from '../testing/test-desk.ts';
import type { Workspace } from '../workspace/workspace.ts';

const PAGE = 4_096;
const CHANGES = 120;
const rows = sampleCandidates(CHANGES);
const keys = makeKeys();

let folder: ReturnType<typeof temporaryFolder>;
let workspace: Workspace;
const outbox = (): string => join(folder.path, 'outbox.db');

beforeEach(() => {
  folder = temporaryFolder();
  workspace = openWorkspace(folder.path, admin, keys);
  writePage(workspace.cache, workspace.overlay, pageOf('candidate', rows, { seq: CHANGES }));
});

afterEach(() => {
  workspace.close();
  folder.remove();
});

let round = 0;

/** One edit of each of the first `count` records, some of them long; others each time. */
function saveEdits(count = CHANGES): void {
  round += 1;
  for (const [at, row] of rows.slice(0, count).entries()) {
    const changes = { city: `City ${at} ${round}`, remarks: 'नोट '.repeat(at % 20 === 7 ? 2_000 : 60) };
    workspace.writer.save({ entity: 'candidate', id: row._id, base: row._seq, changes }, workspace.actor);
  }
}

const reopen = (): void => {
  workspace = openWorkspace(folder.path, admin, keys);
};
const waiting = (): { n: number; id: string; changes: unknown; status: string }[] =>
  workspace.outbox.unanswered().map(({ n, id, changes, status }) => ({ n, id, changes, status }));
const notices = (): string[] => workspace.outbox.notices.all().map(({ message }) => message);
const keptAside = (): string[] =>
  readdirSync(folder.path).filter((name) => name.includes('outbox.db.damaged-'));

/** Overwrites bytes of a file that nobody has open. */
function spoil(path: string, at: number, length: number): void {
  const bytes = readFileSync(path);
  // Whatever stands there: a byte of an encrypted file may be any.
  for (let each = at; each < at + length; each += 1) bytes[each] = (bytes[each] ?? 0) ^ 0xa5;
  writeFileSync(path, bytes);
}

/** A page as it is within its encryption. */
const pageAt = (bytes: Buffer, at: number): Buffer =>
  openPage(keys.outbox, at / PAGE + 1, bytes.subarray(at, at + PAGE));

/** The pages of the outbox on which operations stand, in their order in the file. */
function pagesWithOperations(): number[] {
  const bytes = readFileSync(outbox());
  const pages: number[] = [];
  for (let at = PAGE; at < bytes.length; at += PAGE) {
    const page = pageAt(bytes, at);
    if (page[0] === 0x0d && page.includes('{"city":"City')) pages.push(at / PAGE);
  }
  return pages;
}

/** What a process that was killed leaves behind: the files as they are while it has them open. */
function leaveAsKilled(): void {
  const left = temporaryFolder();
  for (const name of readdirSync(folder.path).filter(
    (each) => !each.endsWith('-shm') && each.includes('.'),
  )) {
    copyFileSync(join(folder.path, name), join(left.path, name));
  }
  workspace.close();
  folder.remove();
  folder = left;
}

describe('an outbox that was damaged while it was closed', () => {
  it('gives back all of its operations where its first page is gone', () => {
    saveEdits();
    const [first] = workspace.outbox.unanswered();
    workspace.outbox.markSent([first?.id ?? '']);
    const before = waiting();
    workspace.close();
    spoil(outbox(), 0, PAGE);
    reopen();
    expect(waiting()).toEqual(before);
    expect(waiting()[0]?.status).toBe('sent');
    expect(notices()).toEqual([expect.stringContaining('Nothing is missing')]);
    expect(keptAside()).toContain('outbox.db.damaged-1');
  });

  it('gives back what stands on sound pages, and says when the rest was made and to whom', () => {
    saveEdits();
    const before = waiting();
    workspace.close();
    const [, bad = 0] = pagesWithOperations();
    spoil(outbox(), bad * PAGE, PAGE);
    reopen();
    const left = waiting();
    expect(left.length).toBeGreaterThan(CHANGES / 2);
    expect(left.length).toBeLessThan(CHANGES);
    expect(before).toEqual(expect.arrayContaining(left));
    const [damage, names] = notices();
    expect(damage).toMatch(/Changes made (between|about|up to) .*\d{4}.* could not be read/);
    expect(names).toMatch(/^Among the changes that could not be read are some of these records: /);
    // What is made next gets a number of its own, and a second damage does not take the place of the first.
    saveEdits(1);
    expect(workspace.outbox.lastNumber()).toBe(CHANGES + 1);
    workspace.close();
    spoil(outbox(), 0, PAGE);
    reopen();
    expect(keptAside()).toEqual(expect.arrayContaining(['outbox.db.damaged-1', 'outbox.db.damaged-2']));
    // The notices stay until they are put away.
    expect(notices().length).toBeGreaterThanOrEqual(3);
    for (const { id } of workspace.outbox.notices.all()) workspace.outbox.notices.putAway(id);
    workspace.close();
    reopen();
    expect(notices()).toEqual([]);
    expect(waiting().length).toBe(left.length + 1);
  });

  it('gives back the rest where one operation is no longer what it was', () => {
    saveEdits(10);
    workspace.close();
    const bytes = readFileSync(outbox());
    const pages = Array.from({ length: bytes.length / PAGE }, (_, page) => pageAt(bytes, page * PAGE));
    const page = pages.findIndex((each) => each.includes('{"city":"City 3 '));
    spoil(outbox(), page * PAGE + (pages[page]?.indexOf('{"city":"City 3 ') ?? 0), 1);
    reopen();
    expect(waiting().map(({ n }) => n)).toEqual([1, 2, 3, 5, 6, 7, 8, 9, 10]);
    expect(notices()[0]).toContain('could not be read');
  });

  it('is made anew where nothing of it can be read', () => {
    saveEdits(3);
    workspace.close();
    spoil(outbox(), 0, readFileSync(outbox()).length);
    reopen();
    expect(waiting()).toEqual([]);
    expect(notices()[0]).toContain('could not be read');
    expect(notices()[1]).toMatch(/some of these records: .+, .+, .+\.$/);
    saveEdits(1);
    expect(waiting().map(({ n }) => n)).toEqual([4]);
  });
});

describe('damaged outboxes that were put aside', () => {
  const DAY_MS = 86_400_000;
  /** One of an earlier run, with a write-ahead file. */
  function leaveBehind(number: number): void {
    for (const ending of ['', '-wal'])
      writeFileSync(`${outbox()}.damaged-${number}${ending}`, 'what somebody wrote');
  }
  const numbers = (): number[] =>
    [...new Set(keptAside().map((name) => Number(/damaged-(\d+)/.exec(name)?.[1])))].toSorted(
      (a, b) => a - b,
    );
  /** The application is started anew, after the server was heard so many days later. */
  function openedAfter(days: number): number[] {
    const at = new Date(Date.UTC(2026, 0, 1) + days * DAY_MS).toISOString();
    workspace.outbox.transaction(() =>
      workspace.outbox.server.heard({ seq: days + 1, receipt: `r${days}`, at }),
    );
    workspace.close();
    reopen();
    return numbers();
  }

  it('go at an opening: all but the newest three, and those that lie there for more than 30 days', () => {
    for (const number of [8, 9, 10, 11]) leaveBehind(number);
    expect(openedAfter(0)).toEqual([9, 10, 11]);
    expect(openedAfter(20)).toEqual([9, 10, 11]);
    leaveBehind(12);
    expect(openedAfter(29)).toEqual([10, 11, 12]);
    expect(openedAfter(31)).toEqual([12]);
    expect(openedAfter(60)).toEqual([]);
  });

  it('go by the clock of the server alone: that of the computer may have been years behind', () => {
    leaveBehind(1);
    for (const ending of ['', '-wal']) utimesSync(`${outbox()}.damaged-1${ending}`, 0, 0);
    workspace.close();
    reopen();
    // Nothing was heard yet.
    expect(numbers()).toEqual([1]);
    expect(openedAfter(0)).toEqual([1]);
    // The server itself was ahead once.
    expect(openedAfter(4_000)).toEqual([]);
    leaveBehind(2);
    expect(openedAfter(4_001)).toEqual([2]);
    expect(openedAfter(50)).toEqual([2]);
    expect(openedAfter(81)).toEqual([]);
  });

  it('stay as long as the process that made them runs, and are the newest whatever went before', () => {
    saveEdits(1);
    for (const number of [3, 4]) leaveBehind(number);
    for (let time = 0; time < 4; time += 1) {
      workspace.close();
      spoil(outbox(), 0, PAGE);
      reopen();
    }
    expect(numbers()).toEqual([5, 6, 7, 8]);
    expect(openedAfter(400)).toEqual([5, 6, 7, 8]);
  });

  it('that are no files of ours are left alone', () => {
    workspace.close();
    const other = `${outbox()}.damaged-note.txt`;
    writeFileSync(other, 'x');
    utimesSync(other, new Date(0), new Date(0));
    reopen();
    expect(existsSync(other)).toBe(true);
  });
});

describe('an outbox that lacks what was confirmed', () => {
  it('gives back what stands behind a damaged part of its write-ahead file', () => {
    saveEdits(40);
    const before = waiting();
    leaveAsKilled();
    const wal = `${outbox()}-wal`;
    const { length } = readFileSync(wal);
    // A frame in the middle: SQLite takes the file for shorter than it is.
    spoil(wal, 32 + Math.floor(length / 2 / (PAGE + 24)) * (PAGE + 24) + 10, 4);
    reopen();
    expect(waiting()).toEqual(before);
    expect(notices()).toEqual([expect.stringContaining('was damaged')]);
  });

  it.each<[part: string, damage: (wal: string, length: number) => void]>([
    ['its head', (wal) => spoil(wal, 0, 32)],
    ['its first part', (wal) => spoil(wal, 32, PAGE + 24)],
    ['all of it', (wal, length) => spoil(wal, 0, length)],
    ['all of it, as zeros', (wal, length) => writeFileSync(wal, Buffer.alloc(length))],
  ])('is called damaged where the write-ahead file alone was: %s', (_part, damage) => {
    // Nothing has gone from there into the file itself, not even which outbox it is.
    saveEdits(5);
    leaveAsKilled();
    const wal = `${outbox()}-wal`;
    damage(wal, readFileSync(wal).length);
    reopen();
    expect(notices()[0]).toMatch(/^The file that keeps your changes until they are sent was damaged/);
    expect(notices().join()).not.toContain('replaced');
    expect(keptAside()).toContain('outbox.db.damaged-1');
    expect(workspace.outbox.lastNumber()).toBe(5);
  });

  it('is noticed where its write-ahead file is gone', () => {
    saveEdits(20);
    workspace.close();
    reopen();
    saveEdits(60);
    leaveAsKilled();
    rmSync(`${outbox()}-wal`);
    reopen();
    expect(notices()[0]).toContain('has lost its newest part: 60 changes made');
    expect(waiting().length).toBe(20);
    workspace.close();
    reopen();
    expect(notices().filter((message) => message.includes('newest part'))).toHaveLength(1);
  });

  it('is noticed where it was deleted, emptied or replaced', () => {
    for (const away of [
      () => rmSync(outbox()),
      () => truncateSync(outbox(), 0),
      () => {
        rmSync(outbox());
        openSqlite(outbox(), { synchronous: 'FULL', encryption: keys.outbox }).close();
      },
    ]) {
      saveEdits(5);
      workspace.close();
      away();
      reopen();
      expect(waiting()).toEqual([]);
      expect(notices()[0]).toContain('it was replaced, or is gone');
    }
  });

  it('is noticed by the cache alone where its mark is gone too', () => {
    saveEdits(3);
    workspace.close();
    for (const name of ['outbox.db', 'outbox.db-wal', 'outbox.mark'])
      rmSync(join(folder.path, name), { force: true });
    reopen();
    expect(notices()).toEqual([expect.stringMatching(/is gone\. .*had not been sent: .+, .+, .+\. Look/)]);
    workspace.close();
    reopen();
    expect(notices()).toHaveLength(1);
  });

  it('is noticed by the cache where an older copy of it was put back together with its mark', () => {
    const names = ['outbox.db', 'outbox.mark'];
    const copy = (to: (name: string) => string, from: (name: string) => string): void =>
      names.forEach((name) => copyFileSync(from(name), to(name)));
    const here = (name: string): string => join(folder.path, name);
    const there = (name: string): string => `${here(name)}.before`;
    saveEdits(2);
    workspace.close();
    copy(there, here);
    reopen();
    saveEdits(3);
    workspace.close();
    copy(here, there);
    reopen();
    expect(waiting().map(({ n }) => n)).toEqual([1, 2]);
    expect(notices()).toHaveLength(2);
    const told = notices().join(' ');
    expect(told).toContain('has lost its newest part: 3 changes made');
    expect(told).toMatch(/Among the changes that could not be read are some of these records: [^,]+\.$/);
    // Once; and no number of those is given again.
    workspace.close();
    reopen();
    expect(notices()).toHaveLength(2);
    saveEdits(1);
    expect(waiting().at(-1)?.n).toBe(6);
  });

  it('after a repair that cost nothing does not say that nothing is missing', () => {
    saveEdits(5);
    workspace.close();
    spoil(outbox(), 0, PAGE);
    reopen();
    expect(notices()).toEqual([expect.stringContaining('Nothing is missing')]);
    workspace.close();
    reopen();
    saveEdits(10);
    leaveAsKilled();
    rmSync(`${outbox()}-wal`);
    reopen();
    expect(notices()[0]).toContain('has lost its newest part: 10 changes');
    expect(notices().join()).not.toContain('Nothing is missing');
  });

  it('is not suspected after an ordinary end, a kill, or a write that a power cut broke off', () => {
    saveEdits(10);
    workspace.close();
    reopen();
    expect(notices()).toEqual([]);
    saveEdits(20);
    leaveAsKilled();
    reopen();
    expect(notices()).toEqual([]);
    expect(waiting().length).toBe(30);
    saveEdits(1);
    leaveAsKilled();
    const wal = `${outbox()}-wal`;
    writeFileSync(wal, Buffer.concat([readFileSync(wal), readFileSync(wal).subarray(32, 600)]));
    reopen();
    expect(notices()).toEqual([]);
    expect(waiting().length).toBe(31);
    expect(existsSync(`${outbox()}.damaged-1`)).toBe(false);
  });
});

describe('an outbox that is damaged while it is open', () => {
  it('is put together again without touching the cache, and the change that met the damage is saved', () => {
    saveEdits(60);
    workspace.close();
    reopen();
    const { cache } = workspace;
    const [bad = 0] = pagesWithOperations();
    spoil(outbox(), bad * PAGE, PAGE);
    // Another connection's write has this one read the pages anew.
    const other = openSqlite(outbox(), { synchronous: 'FULL', encryption: keys.outbox });
    other.exec(`INSERT INTO meta (name, value) VALUES ('other', '1')`);
    other.close();
    let met: unknown;
    try {
      workspace.outbox.unanswered();
    } catch (error) {
      met = error;
    }
    expect(workspace.outbox.isOwn(met)).toBe(true);
    const logged: string[] = [];
    workspace.repair(met, (line) => logged.push(line));
    expect(logged[0]).toContain('outbox');
    expect(workspace.cache).toBe(cache);
    expect(readdirSync(folder.path).filter((name) => name.startsWith('cache.db.damaged'))).toEqual([]);
    const left = workspace.outbox.unansweredCount();
    expect(left).toBeGreaterThan(20);
    saveEdits(1);
    expect(workspace.outbox.unansweredCount()).toBe(left + 1);
    expect(notices()[0]).toContain('could not be read');
  });

  it('says what is missing also where a damaged page still looks like one of a table', () => {
    saveEdits(60);
    workspace.close();
    const [bad = 0] = pagesWithOperations();
    const bytes = readFileSync(outbox());
    const plain = pageAt(bytes, bad * PAGE);
    // Within its encryption it says that it holds no row.
    for (const at of [3, 4]) bytes[bad * PAGE + at] = (bytes[bad * PAGE + at] ?? 0) ^ (plain[at] ?? 0);
    writeFileSync(outbox(), bytes);
    reopen();
    expect(waiting().length).toBeLessThan(60);
    expect(notices()[0]).toContain('could not be read');
  });

  // A page that is spoilt as a whole begins with either once in some hundred times.
  it.each([
    ['its rows', 0x0d],
    ['others of it', 0x05],
  ])('says that nothing is missing where the first page now looks like one of a table with %s', (_, kind) => {
    saveEdits(5);
    workspace.close();
    spoil(outbox(), 0, PAGE);
    const bytes = readFileSync(outbox());
    const looksLike = (at: number, wanted: number): void => {
      bytes[at] = (bytes[at] ?? 0) ^ (pageAt(bytes, 0)[at] ?? 0) ^ wanted;
    };
    looksLike(100, kind);
    // Many rows, the first of which stands at its end.
    for (const [at, wanted] of [0x0f, 0xff].entries()) looksLike(103 + at, wanted);
    for (const [at, wanted] of [0x0f, 0xd8].entries()) looksLike((kind === 0x0d ? 108 : 112) + at, wanted);
    for (let at = 0xfd8; at < 0xfe0; at += 1) looksLike(at, 0xff);
    writeFileSync(outbox(), bytes);
    reopen();
    expect(waiting()).toHaveLength(5);
    expect(notices()).toEqual([expect.stringContaining('Nothing is missing')]);
  });

  it('that is damaged again and again is left as it is after a while, in a sentence', () => {
    const logged: string[] = [];
    const damage = Object.assign(new Error('malformed'), { code: 'SQLITE_CORRUPT', file: outbox() });
    for (let time = 0; time < 3; time += 1) workspace.repair(damage, (line) => logged.push(line));
    expect(() => workspace.repair(damage, (line) => logged.push(line))).toThrow(/disk may be failing/);
    expect(logged).toHaveLength(4);
  });
});

describe('a folder in place of the outbox', () => {
  it.each(['beside it', 'gone too'])('is told of like another outbox, its companions %s', (companions) => {
    saveEdits(3);
    leaveAsKilled();
    rmSync(outbox());
    if (companions === 'gone too') rmSync(`${outbox()}-wal`);
    mkdirSync(outbox());
    reopen();
    expect(notices()[0]).toContain('it was replaced, or is gone');
    expect(notices()[1]).toContain('Among the changes that could not be read are some of');
    expect(keptAside()).toContain('outbox.db.damaged-1');
  });

  it('is told of where the mark is gone too, by the cache', () => {
    saveEdits(3);
    workspace.close();
    for (const name of ['outbox.db', 'outbox.mark']) rmSync(join(folder.path, name));
    mkdirSync(outbox());
    reopen();
    expect(notices()).toEqual([expect.stringMatching(/is gone\. .*had not been sent: .+, .+, .+\. Look/)]);
  });

  it('in place of its mark keeps nobody out', () => {
    saveEdits(3);
    workspace.close();
    const mark = join(folder.path, 'outbox.mark');
    rmSync(mark);
    mkdirSync(mark);
    reopen();
    expect(waiting().length).toBe(3);
    saveEdits(1);
    workspace.close();
    reopen();
    expect(waiting().length).toBe(4);
    expect(notices()).toEqual([]);
  });
});
