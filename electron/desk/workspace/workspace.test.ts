import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PlainError } from '#shared/protocol/errors.ts';
import type { RecordView } from '#shared/protocol/record-view.ts';
import { writePage } from '../sync/page-writer.ts';
import { admin, openWorkspace, pageOf, sampleCandidates, type SampleRow } from '../testing/sample-rows.ts';
import { logActivity } from '../actions/activity-log.ts';
import { enrol } from '../actions/enrolment.ts';
import { takeOver } from '../actions/take-over.ts';
import { diskSentence, isDiskRefusal } from '../storage/disk-trouble.ts';
import { openSqlite } from '../storage/sqlite-file.ts';
import { temporaryFolder } from '../testing/test-desk.ts';
import { putBack } from './settle-entry.ts';
import { trayEntries } from './tray.ts';
import type { Workspace } from './workspace.ts';

const NEW = { fullName: 'Meera Iyer', mobile: '98200 12345', email: 'meera@mail.test' };
const [first, second] = sampleCandidates(50) as [SampleRow, SampleRow];

let folder: ReturnType<typeof temporaryFolder>;
let workspace: Workspace;

beforeEach(() => {
  folder = temporaryFolder();
  workspace = openWorkspace(folder.path);
  writePage(workspace.cache, workspace.overlay, pageOf('candidate', sampleCandidates(50), { seq: 50 }));
});

afterEach(() => {
  workspace.close();
  folder.remove();
});

const view = (id: string): RecordView | null => workspace.reader.view('candidate', id, workspace.actor);
const value = (id: string, field: string): unknown => view(id)?.record[field];
const save = (id: string | null, base: number | null, changes: Record<string, unknown>): string =>
  workspace.writer.save({ entity: 'candidate', id, base, changes }, workspace.actor).recordId;
const serverGives = (row: SampleRow, seq: number, more = false): void => {
  writePage(workspace.cache, workspace.overlay, pageOf('candidate', [{ ...row, _seq: seq }], { seq, more }));
};
const apply = (seq: number): void => {
  const applied = workspace.outbox.unanswered().map((operation) => ({ ...operation, seq }));
  for (const { id } of applied) workspace.outbox.markApplied(id, seq, new Date().toISOString());
  workspace.overlay.acknowledge(applied);
};
const reopen = (): void => {
  workspace.close();
  workspace = openWorkspace(folder.path);
};
const refusal = (work: () => unknown): PlainError => {
  try {
    work();
  } catch (error) {
    if (error instanceof PlainError) return error;
    throw error;
  }
  throw new Error('It was not refused');
};

it('a value of a field that only a newer version knows is put back after the update, and stays until then', () => {
  const { outbox } = workspace;
  const told = { entity: 'candidate', recordId: first._id, field: 'ofNextVersion', by: 'Ravi' } as const;
  outbox.conflicts.add([
    { ...told, id: 'c1', lost: 'mine', won: 'theirs', title: 'Meera', at: '2026-11-26' },
  ]);
  const { code, message } = refusal(() => putBack(workspace, 'c1'));
  expect([code, message]).toEqual(['not-supported', expect.stringContaining('newer version')]);
  expect(trayEntries(workspace)).toMatchObject([
    { kind: 'conflict', fields: [{ label: 'ofNextVersion', value: 'mine', stands: 'theirs' }] },
  ]);
});

it('what is done about a record that is still to be fetched is not told that somebody deleted it', () => {
  const id = 'not-here-yet';
  const logged = { id: 'a1', about: { entity: 'candidate', id }, kind: 'Call', outcome: null } as const;
  const done = {
    log: () => logActivity(workspace, { ...logged, note: 'Rang' }),
    enrol: () => enrol(workspace, { id, candidate: 'c1', changes: NEW }),
    takeOver: () => takeOver(workspace, { id }),
    delete: () => workspace.writer.delete('candidate', id, workspace.actor),
  };
  for (const isHere of [false, true]) {
    workspace.cache.movePosition({ complete: isHere });
    for (const [name, work] of Object.entries(done)) {
      const { code, message } = refusal(work);
      expect([name, code]).toEqual([name, isHere ? 'not-found' : 'unavailable']);
      expect(message).toContain(isHere ? 'no longer there' : 'is being fetched again');
    }
  }
});

describe('a file that another program holds', () => {
  const held = (name: string): { letGo: () => void } => {
    const other = openSqlite(join(folder.path, name), { synchronous: 'NORMAL' });
    other.exec('BEGIN EXCLUSIVE');
    return { letGo: () => void other.close() };
  };

  it('where it is the cache, a change is saved and shown, and the cache has it later', () => {
    const { letGo } = held('cache.db');
    save(first._id, first._seq, { city: 'Pune' });
    expect(view(first._id)).toMatchObject({ waiting: true, record: { city: 'Pune' } });
    letGo();
    workspace.overlay.catchUp();
    expect(workspace.cache.rows('candidate').read(first._id)?.row['city']).toBe('Pune');
  });

  it('where it is the outbox, nothing is saved, and a sentence says so', () => {
    const { letGo } = held('outbox.db');
    let error: unknown;
    try {
      save(first._id, first._seq, { city: 'Pune' });
    } catch (thrown) {
      error = thrown;
    }
    expect([isDiskRefusal(error), diskSentence(error, '.')]).toEqual([
      true,
      'Another program, such as a backup or a virus scanner, holds a file of this application. Wait until it has ended.',
    ]);
    letGo();
    expect(workspace.outbox.unansweredCount()).toBe(0);
  });
});

describe('while the copy is fetched again', () => {
  it('a change from a form that was opened before is taken, and lies over the record when it comes', () => {
    workspace.resetCache();
    expect(view(first._id)).toBe(null);
    save(first._id, first._seq, { city: 'Pune' });
    expect(workspace.outbox.unanswered()).toMatchObject([
      { kind: 'update', base: first._seq, changes: { city: 'Pune' } },
    ]);
    serverGives(first, 50);
    expect(view(first._id)).toMatchObject({ waiting: true, base: 50, record: { city: 'Pune' } });
    expect(value(first._id, 'fullName')).toBe(first['fullName']);
  });

  it('what cannot be judged without the record is refused in a sentence that does not speak of deleting', () => {
    workspace.resetCache();
    const late = refusal(() => workspace.writer.delete('candidate', first._id, workspace.actor));
    expect(late).toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('fetched again') as string,
    });
    expect(refusal(() => save(first._id, first._seq, { email: 'no email' }))).toMatchObject({
      code: 'invalid',
    });
    workspace.cache.movePosition({ complete: true });
    expect(refusal(() => save(first._id, first._seq, { city: 'Pune' })).message).toContain('no longer there');
  });
});

describe('what the cache shows', () => {
  it('is the server row with the waiting change laid over, under a pull too', () => {
    save(first._id, first._seq, { city: 'Pune' });
    expect(view(first._id)).toMatchObject({ waiting: true, base: first._seq, record: { city: 'Pune' } });
    serverGives({ ...first, city: 'Delhi', trainer: 'Sunil' }, 51);
    expect(view(first._id)).toMatchObject({
      waiting: true,
      base: 51,
      record: { city: 'Pune', trainer: 'Sunil' },
    });
  });

  it('keeps an applied change in sight until the pull has come to it, and then shows what the server says', () => {
    save(first._id, first._seq, { city: 'Pune' });
    apply(60);
    serverGives(first, 55, true);
    expect(view(first._id)).toMatchObject({ waiting: false, record: { city: 'Pune' } });
    serverGives({ ...first, city: 'Mumbai' }, 60);
    expect(value(first._id, 'city')).toBe('Mumbai');
  });

  it('keeps it too where the row comes in a later page of the same pull', () => {
    save(first._id, first._seq, { city: 'Pune' });
    apply(60);
    serverGives(second, 61, true);
    expect(value(first._id, 'city')).toBe('Pune');
    serverGives({ ...first, city: 'Pune', trainer: 'Sunil' }, 62);
    expect(view(first._id)).toMatchObject({ base: 62, record: { city: 'Pune', trainer: 'Sunil' } });
  });

  it('is what somebody wrote after the change was applied, though more pages come and one writes on', () => {
    save(first._id, first._seq, { city: 'Pune' });
    apply(60);
    serverGives({ ...first, city: 'Mumbai' }, 62, true);
    expect(view(first._id)).toMatchObject({ base: 62, waiting: false, record: { city: 'Mumbai' } });
    save(first._id, 62, { trainer: 'Asha' });
    const expected = { base: 62, waiting: true, record: { city: 'Mumbai', trainer: 'Asha' } };
    expect(view(first._id)).toMatchObject(expected);
    reopen();
    expect(view(first._id)).toMatchObject(expected);
    serverGives(second, 63);
    expect(view(first._id)).toMatchObject(expected);
  });

  it('waits for as long as one of two changes does', () => {
    save(first._id, first._seq, { city: 'Pune' });
    save(first._id, first._seq, { trainer: 'Asha' });
    const [earlier] = workspace.outbox.unanswered();
    if (!earlier) throw new Error('Nothing waits');
    workspace.outbox.markApplied(earlier.id, 60);
    workspace.overlay.acknowledge([{ ...earlier, seq: 60 }]);
    expect(view(first._id)).toMatchObject({ waiting: true, record: { city: 'Pune', trainer: 'Asha' } });
    apply(61);
    expect(view(first._id)).toMatchObject({ waiting: false, record: { city: 'Pune', trainer: 'Asha' } });
  });

  it('loses a change that the server refused', () => {
    save(first._id, first._seq, { city: 'Pune' });
    const [operation] = workspace.outbox.unanswered();
    workspace.outbox.markRefused(operation?.id ?? '', { code: 'forbidden', error: 'No.' });
    workspace.overlay.refresh(operation ? [operation] : []);
    expect(value(first._id, 'city')).toBe(null);
    expect(view(first._id)?.waiting).toBe(false);
  });

  it('has a new record at once, with what the server will set', () => {
    const id = save(null, null, NEW);
    expect(view(id)).toMatchObject({
      base: 0,
      waiting: true,
      record: { ...NEW, map: admin._id, interviewStatus: 'Not Scheduled' },
    });
    expect(value(id, 'createdAt')).toEqual(expect.any(String));
  });

  it('drops a record that went while a change of it waited, and keeps the change', () => {
    save(first._id, first._seq, { city: 'Pune' });
    const gone = [{ entity: 'candidate' as const, ids: [first._id] }];
    writePage(workspace.cache, workspace.overlay, pageOf('candidate', [], { seq: 51, gone }));
    expect(view(first._id)).toBe(null);
    expect(workspace.outbox.unansweredCount()).toBe(1);
    serverGives({ ...first, trainer: 'Sunil' }, 52);
    expect(view(first._id)).toMatchObject({ record: { city: 'Pune', trainer: 'Sunil' } });
  });

  it('is the same after a restart, and after the cache was lost', () => {
    const id = save(null, null, NEW);
    save(first._id, first._seq, { city: 'Pune' });
    reopen();
    expect(value(first._id, 'city')).toBe('Pune');
    expect(value(id, 'fullName')).toBe(NEW.fullName);
    workspace.resetCache();
    expect(value(id, 'fullName')).toBe(NEW.fullName);
    expect(view(first._id)).toBe(null);
    serverGives(first, 50);
    expect(value(first._id, 'city')).toBe('Pune');
  });

  it('is right where the desk ended between the outbox and the cache', () => {
    // The outbox alone got the change, as a crash at that moment leaves it.
    workspace.outbox.append([
      {
        id: 'o1',
        kind: 'update',
        entity: 'candidate',
        recordId: first._id,
        base: first._seq,
        changes: { city: 'Pune' },
        title: 'x',
        at: new Date().toISOString(),
        before: null,
        seen: null,
      },
    ]);
    expect(value(first._id, 'city')).toBe(null);
    reopen();
    expect(view(first._id)).toMatchObject({ waiting: true, record: { city: 'Pune' } });
  });
});

describe('deleting and undoing', () => {
  it('takes back a delete that has not left, without a trace', () => {
    workspace.writer.delete('candidate', first._id, workspace.actor);
    expect(view(first._id)).toBe(null);
    workspace.writer.restore('candidate', first._id, workspace.actor);
    expect(view(first._id)).toMatchObject({ waiting: false, base: first._seq });
    expect(workspace.outbox.unansweredCount()).toBe(0);
  });

  it('restores after the delete was sent, and after it was pulled', () => {
    workspace.writer.delete('candidate', first._id, workspace.actor);
    const [operation] = workspace.outbox.unanswered();
    workspace.outbox.markSent([operation?.id ?? '']);
    apply(51);
    const gone = [{ entity: 'candidate' as const, ids: [first._id] }];
    writePage(workspace.cache, workspace.overlay, pageOf('candidate', [], { seq: 51, gone }));
    expect(view(first._id)).toBe(null);
    workspace.writer.restore('candidate', first._id, workspace.actor);
    expect(view(first._id)).toMatchObject({ waiting: true, record: { fullName: first['fullName'] } });
    expect(workspace.outbox.unanswered().map(({ kind }) => kind)).toEqual(['restore']);
  });

  it('refuses to delete a lead status in use, and says how many inquiries have it', () => {
    writePage(
      workspace.cache,
      workspace.overlay,
      pageOf('leadStatus', [{ _id: 'l1', _seq: 51, name: 'Hot' }], { seq: 51 }),
    );
    const using = [1, 2].map((at) => ({ _id: `i${at}`, _seq: 51 + at, Name: 'A', leadStatus: 'l1' }));
    writePage(workspace.cache, workspace.overlay, pageOf('inquiry', using, { seq: 53 }));
    expect(refusal(() => workspace.writer.delete('leadStatus', 'l1', workspace.actor))).toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('2 inquiries') as string,
    });
  });
});

describe('saving', () => {
  it('gives the fields that are wrong, and keeps nothing', () => {
    const error = refusal(() => save(null, null, { ...NEW, email: 'nonsense', fullName: ' ' }));
    expect(error.code).toBe('invalid');
    expect(error.fields?.map(({ field }) => field).sort()).toEqual(['email', 'fullName']);
    expect(workspace.outbox.unansweredCount()).toBe(0);
  });

  it('refuses a time before now, but not one that the record holds already', () => {
    const past = '2020-01-01T00:00:00.000Z';
    expect(refusal(() => save(null, null, { ...NEW, nextCall: past })).fields?.[0]?.code).toBe('past');
    serverGives({ ...first, nextCall: past }, 51);
    save(first._id, 51, { nextCall: past, city: 'Pune' });
    expect(workspace.outbox.unanswered()[0]?.changes).toEqual({ city: 'Pune' });
  });

  it('of a change that does not say of which record is refused, and nothing is kept', () => {
    expect(refusal(() => save(null, 1, { city: 'Pune' }))).toMatchObject({
      code: 'bad-request',
      message: 'A change needs the record that it is for',
    });
    expect(workspace.outbox.unansweredCount()).toBe(0);
  });

  it('makes no operation where nothing changed', () => {
    save(first._id, first._seq, { fullName: first['fullName'] });
    expect(workspace.outbox.unansweredCount()).toBe(0);
  });

  it('refuses what the role may not do, and never takes a password', () => {
    workspace.user = { ...admin, role: 'Employee' };
    const own = { ...first, interviewerId: admin._id };
    serverGives(own, 51);
    expect(refusal(() => save(null, null, NEW)).code).toBe('forbidden');
    expect(refusal(() => save(own._id, 51, { fee: 10 })).code).toBe('forbidden');
    expect(refusal(() => save(second._id, second._seq, { remarks: 'x' })).code).toBe('forbidden');
    save(own._id, 51, { remarks: 'Good' });
    expect(value(own._id, 'remarks')).toBe('Good');
    expect(view(own._id)?.record).not.toHaveProperty('fee');
    expect(view(second._id)).toBe(null);
    workspace.user = admin;
    const password = refusal(() =>
      workspace.writer.save(
        {
          entity: 'user',
          id: null,
          base: null,
          changes: { name: 'A', email: 'a@x.test', password: 'secret' },
        },
        workspace.actor,
      ),
    );
    expect(password.code).toBe('bad-request');
  });

  it('says at once that a unique value is taken', () => {
    writePage(
      workspace.cache,
      workspace.overlay,
      pageOf('role', [{ _id: 'r1', _seq: 51, name: 'Trainer' }], { seq: 51 }),
    );
    const error = refusal(() =>
      workspace.writer.save(
        { entity: 'role', id: null, base: null, changes: { name: ' TRAINER ' } },
        workspace.actor,
      ),
    );
    expect(error).toMatchObject({ code: 'conflict', fields: [{ field: 'name' }] });
  });
});

describe('the files', () => {
  it('can be read by this user alone', () => {
    for (const name of readdirSync(folder.path)) {
      expect({ name, mode: statSync(join(folder.path, name)).mode & 0o077 }).toEqual({ name, mode: 0 });
    }
  });

  it.each(['cache.db', 'nothing else'])(
    'survive a damaged %s: the outbox is laid over a new cache',
    (damaged) => {
      const id = save(null, null, NEW);
      workspace.close();
      if (damaged === 'cache.db')
        writeFileSync(join(folder.path, 'cache.db'), 'this is no database, but long enough'.repeat(200));
      workspace = openWorkspace(folder.path);
      expect(value(id, 'fullName')).toBe(NEW.fullName);
      expect(view(first._id) === null).toBe(damaged === 'cache.db');
      expect(readdirSync(folder.path).includes('cache.db.damaged')).toBe(damaged === 'cache.db');
    },
  );

  it('of a cache with other tables are made anew; the outbox stays', () => {
    const id = save(null, null, NEW);
    workspace.cache.setState('schema', 'an older model');
    reopen();
    expect(workspace.cache.position.cursor).toBe(null);
    expect(view(first._id)).toBe(null);
    expect(value(id, 'fullName')).toBe(NEW.fullName);
  });

  it('of an outbox from a newer version are not touched', () => {
    save(null, null, NEW);
    workspace.close();
    const path = join(folder.path, 'outbox.db');
    const db = openSqlite(path, { synchronous: 'FULL' });
    const present = Number(db.pragma('user_version', { simple: true }));
    db.pragma('user_version = 99');
    db.close();
    expect(() => openWorkspace(folder.path)).toThrow(/newer version/);
    const again = openSqlite(path, { synchronous: 'FULL' });
    expect(again.prepare('SELECT count(*) AS count FROM operations').get()).toEqual({ count: 1 });
    again.pragma(`user_version = ${present}`);
    again.close();
    workspace = openWorkspace(folder.path);
  });

  it('of a waiting change with a field that only a newer version knows open all the same; the change stays whole', () => {
    workspace.outbox.append([
      {
        id: 'of-a-newer-version',
        kind: 'update',
        entity: 'candidate',
        recordId: first._id,
        base: first._seq,
        changes: { city: 'Pune', hobby: 'chess' },
        title: 'x',
        at: new Date().toISOString(),
        before: null,
        seen: null,
      },
    ]);
    reopen();
    expect(value(first._id, 'city')).toBe('Pune');
    expect(workspace.outbox.unanswered()[0]?.changes).toEqual({ city: 'Pune', hobby: 'chess' });
  });
});

describe('acknowledged operations', () => {
  it('are kept 14 days, offered again to a restored server, then forgotten', () => {
    save(first._id, first._seq, { city: 'Pune' });
    apply(51);
    const { outbox } = workspace;
    const day = 86_400_000;
    const acknowledged = Date.now();
    const atServer = (days: number): string => new Date(acknowledged + days * day).toISOString();
    const hear = (days: number): void =>
      outbox.server.heard({ seq: 60, receipt: 'receipt', at: atServer(days) });
    const isKept = (): boolean => outbox.ofRecord('candidate', first._id).length === 1;

    hear(13);
    outbox.prune(60, acknowledged + 15 * day);
    expect(isKept()).toBe(true);
    hear(15);
    outbox.prune(60, acknowledged + 13 * day);
    expect(isKept()).toBe(true);
    outbox.prune(50, acknowledged + 15 * day);
    expect(isKept()).toBe(true);
    outbox.offerAgain();
    expect(outbox.unanswered()).toMatchObject([{ kind: 'update', changes: { city: 'Pune' } }]);
    apply(51);
    hear(30);
    outbox.prune(51, acknowledged + 30 * day);
    expect(isKept()).toBe(false);
  });

  it('keep the time of their first acknowledgement: an answer to what is offered again makes them no newer', () => {
    save(first._id, first._seq, { city: 'Pune' });
    const { outbox } = workspace;
    const [{ id } = { id: '' }] = outbox.unanswered();
    const at = '2026-03-01T10:00:00.000Z';
    outbox.markApplied(id, 51, at);
    outbox.offerAgain();
    outbox.markApplied(id, 40, '2026-03-02T10:00:00.000Z');
    outbox.offerAgain();
    expect(outbox.unanswered()).toMatchObject([{ ackedAt: at }]);
  });

  it('count from their acknowledgement, not from the save', () => {
    save(first._id, first._seq, { city: 'Pune' });
    const { outbox } = workspace;
    const day = 86_400_000;
    const saved = Date.now();
    const now = saved + 15 * day;
    vi.setSystemTime(now);
    try {
      const at = new Date(now).toISOString();
      outbox.server.heard({ seq: 51, receipt: 'receipt', at });
      for (const { id } of outbox.unanswered()) outbox.markApplied(id, 51, at);
      outbox.prune(60, now + day);
      outbox.offerAgain();
      expect(outbox.unansweredCount()).toBe(1);
    } finally {
      vi.useRealTimers();
    }
  });

  it('are forgotten in time where the clock was ahead before, or the server did not say when', () => {
    const { outbox } = workspace;
    const day = 86_400_000;
    const now = Date.now();
    const pruneAt = (days: number): void => {
      const time = now + days * day;
      outbox.server.heard({ seq: 60, receipt: 'receipt', at: new Date(time).toISOString() });
      outbox.prune(60, time);
    };
    const isKept = (): boolean => outbox.ofRecord('candidate', first._id).length === 1;
    pruneAt(100);
    save(first._id, first._seq, { city: 'Pune' });
    apply(51);
    pruneAt(5);
    expect(isKept()).toBe(true);
    pruneAt(30);
    expect(isKept()).toBe(false);
    save(first._id, first._seq, { city: 'Nashik' });
    for (const { id } of outbox.unanswered()) outbox.markApplied(id, 52);
    pruneAt(31);
    expect(isKept()).toBe(true);
    pruneAt(46);
    expect(isKept()).toBe(false);
  });

  it('that an earlier version took in are kept 14 days from now', () => {
    save(first._id, first._seq, { city: 'Pune' });
    const { outbox } = workspace;
    apply(51);
    const file = openSqlite(join(folder.path, 'outbox.db'), { synchronous: 'FULL' });
    file.prepare('UPDATE operations SET ackedAt = NULL, ackedHere = NULL').run();
    file.close();
    const day = 86_400_000;
    const now = Date.now() + 100 * day;
    const hear = (time: number): void =>
      outbox.server.heard({ seq: 60, receipt: 'receipt', at: new Date(time).toISOString() });
    hear(now);
    outbox.prune(60, now);
    expect(outbox.ofRecord('candidate', first._id)).toHaveLength(1);
    hear(now + 15 * day);
    outbox.prune(60, now + 15 * day);
    expect(outbox.ofRecord('candidate', first._id)).toEqual([]);
  });
});
