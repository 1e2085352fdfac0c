import { lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { readXlsx } from 'hucre/xlsx';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Events, Params } from '#shared/protocol/bridge.ts';
import type { ExportResult, ListQuery, ListRow } from '#shared/protocol/list-calls.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import type { SignedInUser } from '#shared/protocol/sync.ts';
import { writeFailure } from './write-failure.ts';
import { ListExports, type SavePlace } from './list-export.ts';
import { DeskEvents } from '../workspace/desk-events.ts';
import { writePage } from '../sync/page-writer.ts';
import { admin, openWorkspace, pageOf, sampleCandidates, type SampleRow } from '../testing/sample-rows.ts';
import { startServerProcess } from '../testing/server-process.ts';
import { temporaryFolder, TestDesk } from '../testing/test-desk.ts';
import type { Workspace } from '../workspace/workspace.ts';

type Query = Params<'export.start'>['query'];

/** Many slices long, so that something can happen in the midst of it. */
const SIZE = 12_000;
const CANDIDATES: Query = { entity: 'candidate', list: 'candidates' };
const USERS: SampleRow[] = [
  {
    _id: 'u0',
    _seq: 1,
    name: 'Asha "Ash" Rao, Lead',
    email: '=cmd@x.test',
    mobileNumber: '+91 98200 12345',
    DOJ: '2024-04-01',
    salary: 12345.5,
    isActive: 1,
  },
  { _id: 'u1', _seq: 2, name: 'बीना\nKhan', email: 'b@x.test', DOL: '2026-08-05', salary: 1e6, isActive: 0 },
  { _id: 'u2', _seq: 3, name: '-Chetan', email: '\tc@x.test', isActive: null },
];

let data: ReturnType<typeof temporaryFolder>;
let target: ReturnType<typeof temporaryFolder>;
let workspace: Workspace;
let events: DeskEvents;
let exports: ListExports;
let signedIn: boolean;
let told: Events['export'][];
let proposed: string[];
let choose: () => Promise<SavePlace | null>;
let patienceMs: number;

beforeAll(() => {
  data = temporaryFolder();
  workspace = openWorkspace(data.path);
  fill(workspace);
});

afterAll(() => {
  workspace.close();
  data.remove();
});

beforeEach(() => {
  target = temporaryFolder();
  events = new DeskEvents();
  signedIn = true;
  told = [];
  proposed = [];
  patienceMs = 60_000;
  choose = async () => ({ path: join(target.path, 'chosen.csv') });
  events.subscribe((event, heard) => {
    if (event === 'export') told.push(heard as Events['export']);
  });
  exports = new ListExports({
    chooseSavePlace: async (name) => {
      proposed.push(name);
      const place = await choose();
      return place && { ...place, unfinishedName: '.chosen.part' };
    },
    events,
    workspace: () => (signedIn ? workspace : null),
    get patienceMs() {
      return patienceMs;
    },
  });
});

afterEach(async () => {
  await exports.close();
  workspace.user = admin;
  target.remove();
});

function fill({ cache, overlay }: Workspace): void {
  writePage(cache, overlay, pageOf('user', USERS, { seq: 3, more: true }));
  writePage(cache, overlay, pageOf('candidate', sampleCandidates(SIZE), { seq: SIZE }));
  cache.movePosition({ complete: true });
}

const start = (query: Query = CANDIDATES, id = 'e1'): Promise<ExportResult> => exports.start({ id, query });
const files = (): string[] => readdirSync(target.path);
const written = (): string => readFileSync(join(target.path, 'chosen.csv'), 'utf8');
/** The lines of a file none of whose cells has a line of its own; without the last line's end. */
const lines = (): string[] => written().slice(1, -2).split('\r\n');

/** The rows that the list shows, from all its pages. */
function shown(query: Query): ListRow[] {
  const rows: ListRow[] = [];
  for (;;) {
    const page: ListQuery = { ...query, offset: rows.length, limit: 500 };
    const more = workspace.lists.list(page, workspace.actor).rows;
    if (more.length === 0) return rows;
    rows.push(...more);
  }
}

const emailsOf = (rows: readonly ListRow[]): string[] => rows.map((row) => String(row['email']));
/** Full Name and Mobile stand before it, and neither has a comma. */
const emailsWritten = (): string[] =>
  lines()
    .slice(1)
    .map((line) => line.split(',')[2] ?? '');

/** Until part of the file is there. */
async function underWay(): Promise<void> {
  while (!files().some((name) => name.endsWith('.part'))) await nextTurn();
}

async function refusal(result: Promise<unknown>): Promise<PlainError> {
  const error: unknown = await result.catch((reason: unknown) => reason);
  if (!(error instanceof PlainError)) throw new Error(`Expected a refusal, got ${String(error)}`);
  return error;
}

describe('an exported file', () => {
  it('section 2.15: users.csv has these bytes', async () => {
    const result = await start({ entity: 'user', list: 'employees' });
    expect(result).toEqual({ outcome: 'saved', rows: 3, fileName: 'chosen.csv', download: null });
    expect(proposed).toEqual(['users.csv']);
    expect(written()).toBe(
      [
        '\uFEFFName,Email,Mobile,DOJ,DOL,Salary,Is Active',
        "'-Chetan,'\tc@x.test,,,,,",
        '"Asha ""Ash"" Rao, Lead",\'=cmd@x.test,(+91) 98200 12345,2024-04-01,,12345.5,Yes',
        '"बीना\nKhan",b@x.test,,,2026-08-05,1000000,No',
        '',
      ].join('\r\n'),
    );
  });

  it('is a workbook of the same rows where that is asked for, and cancelled it leaves nothing', async () => {
    choose = async () => ({ path: join(target.path, 'chosen.xlsx') });
    const query: Query = { ...CANDIDATES, search: 'person11' };
    const { rows } = await exports.start({ id: 'e1', query, format: 'xlsx' });
    expect(proposed).toEqual(['candidates.xlsx']);
    const [sheet] = (await readXlsx(readFileSync(join(target.path, 'chosen.xlsx')))).sheets;
    const [headings, ...cells] = sheet?.rows ?? [];
    expect(headings?.slice(0, 3)).toEqual(['Full Name', 'Mobile', 'Email']);
    expect(rows).toBeGreaterThan(10);
    expect([rows, cells.map((row) => row[2])]).toEqual([cells.length, emailsOf(shown(query))]);
    rmSync(join(target.path, 'chosen.xlsx'));
    const cancelled = exports.start({ id: 'e2', query: CANDIDATES, format: 'xlsx' });
    await underWay();
    exports.cancel('e2');
    expect([await cancelled, files()]).toMatchObject([{ outcome: 'cancelled' }, []]);
  });

  it('has all fields that the role may read where these are asked for, under another name', async () => {
    const query: Query = { entity: 'user', list: 'employees' };
    expect((await exports.start({ id: 'e1', query, fields: 'all' })).rows).toBe(3);
    expect(proposed).toEqual(['users-all-fields.csv']);
    expect(written()).toContain(
      'Name,Email,Mobile,MeetingLink,Salary,DOJ,DOL,Is Active,Date of Birth,Gender,LinkedIn,Portfolio,Role,Takes New Leads,Last Lead Given,Date created,Updated\r\n',
    );
    expect(written()).not.toContain('Password');
    workspace.user = { ...admin, role: 'Employee' };
    const interviews: Query = { entity: 'candidate', list: 'interviewer' };
    await exports.start({ id: 'e2', query: interviews, fields: 'all' });
    expect(lines()[0]).toContain('Full Name,Mobile,WhatsApp,Email,Date of Birth');
    expect(lines()[0]).not.toMatch(/Fee|Received|Payment/);
  });

  it('has the label and the address of a slide’s button in columns of their own', async () => {
    const slide = { _id: 's1', _seq: 1, headline: '["Learn"]', cta: '{"label":"Apply","url":"/jobs"}' };
    writePage(workspace.cache, workspace.overlay, pageOf('careerSlide', [slide], { seq: SIZE }));
    await start({ entity: 'careerSlide', list: 'careerSlides' });
    expect(lines()).toEqual(['Headline,Subheading,CTA Label,CTA URL', 'Learn,,Apply,/jobs']);
  });

  it('holds every page of the list, references by their text and those who are not known as Unknown', async () => {
    const result = await start();
    expect(result.rows).toBe(SIZE);
    expect(proposed).toEqual(['candidates.csv']);
    expect(lines()[0]).toBe('Full Name,Mobile,Email,Tech,Interview Status,Handled By');
    const rows = shown(CANDIDATES);
    expect(rows.length).toBe(SIZE);
    expect(emailsWritten()).toEqual(emailsOf(rows));
    const handlers = ['"Asha ""Ash"" Rao, Lead"', '"बीना\nKhan"', "'-Chetan", 'Unknown'];
    const [, ...others] = lines();
    for (const [at, row] of rows.entries()) {
      const handler = handlers[Number(String(row['map']).slice(1))] ?? '';
      if (!others[at]?.endsWith(`,${handler}`)) expect(others[at]).toBe(`… ,${handler}`);
    }
  });

  it.each<Partial<Query>>([
    { filter: { interviewStatus: 'Cleared' } },
    { filter: { enrolledCourse: ['DevOps'], interviewStatus: 'Scheduled' }, search: 'priya' },
    { search: 'emile sharma', sort: { field: 'fullName', direction: 'desc' } },
    { sort: { field: 'nextCall', direction: 'asc' } },
    { sort: { field: 'nextCall', direction: 'desc' }, filter: { map: 'u1' } },
    { sort: { field: 'interviewerName', direction: 'desc' } },
    { sort: { field: '_id', direction: 'desc' }, search: '98' },
    { sort: { field: 'city', direction: 'asc' } },
  ])('holds what the list shows under %j, in its order', async (narrowed) => {
    const query = { ...CANDIDATES, ...narrowed };
    const rows = shown(query);
    expect((await start(query)).rows).toBe(rows.length);
    expect(emailsWritten()).toEqual(emailsOf(rows));
  });

  it('holds the rows alone that were picked, in the order of the list, as far as they are in it', async () => {
    const cleared: Query = { ...CANDIDATES, filter: { interviewStatus: 'Cleared' } };
    const [all, found] = [shown(CANDIDATES), shown(cleared)];
    const stranger = all.find(({ interviewStatus }) => interviewStatus !== 'Cleared');
    const ids = [found[300], found[2], found[2], stranger].flatMap((row) => row?._id ?? []);
    await exports.start({ id: 'e1', query: cleared, picked: { ids } });
    expect(emailsWritten()).toEqual(emailsOf([found[2], found[300]].flatMap((row) => row ?? [])));
    const except = found.slice(0, 50).map(({ _id }) => _id);
    await exports.start({ id: 'e2', query: cleared, picked: { except } });
    expect(emailsWritten()).toEqual(emailsOf(found.slice(50)));
    const held = workspace.held.hold(ids);
    await exports.start({ id: 'e3', query: cleared, picked: { held } });
    expect(emailsWritten()).toEqual(emailsOf([found[2], found[300]].flatMap((row) => row ?? [])));
  });

  it('has the headings alone where the list shows nothing', async () => {
    expect((await start({ ...CANDIDATES, search: 'nobody-at-all' })).rows).toBe(0);
    expect(lines()).toEqual(['Full Name,Mobile,Email,Tech,Interview Status,Handled By']);
  });

  it('takes the place of one of the same name', async () => {
    writeFileSync(join(target.path, 'chosen.csv'), 'old '.repeat(1_000_000));
    await start({ entity: 'user', list: 'employees' });
    expect(files()).toEqual(['chosen.csv']);
    expect(written()).not.toContain('old');
  });

  it('shows one moment, whatever is written meanwhile', async () => {
    const before = emailsOf(shown(CANDIDATES));
    const others = sampleCandidates(SIZE).slice(0, 200);
    const result = start();
    await underWay();
    for (const [at, row] of others.entries()) {
      const seq = SIZE + 1 + at;
      const changed = { ...row, email: `changed${at}@mail.test`, createdAt: null, _seq: seq };
      writePage(workspace.cache, workspace.overlay, pageOf('candidate', [changed], { seq }));
      if (at % 50 === 0) await nextTurn();
    }
    const gone = [{ entity: 'candidate' as const, ids: others.slice(100).map(({ _id }) => _id) }];
    writePage(workspace.cache, workspace.overlay, pageOf('candidate', [], { seq: 2 * SIZE, gone }));
    expect(files().some((name) => name.endsWith('.part'))).toBe(true);
    expect((await result).rows).toBe(SIZE);
    expect(emailsWritten()).toEqual(before);
    expect(shown(CANDIDATES).length).toBe(SIZE - 100);
    writePage(
      workspace.cache,
      workspace.overlay,
      pageOf('candidate', sampleCandidates(SIZE), { seq: 3 * SIZE }),
    );
  });

  it('is written while others have their turns, and says under its id how far it is', async () => {
    const result = start(CANDIDATES, 'mine');
    await underWay();
    for (let turn = 0; turn < 3; turn += 1) {
      // Somebody else has much to do: progress is due whenever the export has its turn again.
      const until = performance.now() + 110;
      while (performance.now() < until)
        workspace.lists.list({ ...CANDIDATES, offset: 0, limit: 1 }, workspace.actor);
      await nextTurn();
      expect(files()[0]).toMatch(/\.part$/);
    }
    await result;
    // On a slow machine the finding of the rows is told, too: then their number is not known yet.
    const ofRows = told.filter(({ total }) => total !== null);
    expect(ofRows.length).toBeGreaterThan(0);
    for (const { id, done, total } of ofRows) {
      expect({ id, total }).toEqual({ id: 'mine', total: SIZE });
      expect(done).toBeGreaterThan(0);
      expect(done).toBeLessThanOrEqual(SIZE);
    }
  });
});

describe('section 6: what a role may not read', () => {
  const as = (role: SignedInUser['role']): void => {
    workspace.user = { ...admin, role };
  };

  it.each(['Admin', 'HR', 'Employee', 'Student', ''])('users.csv is not for %j', async (role) => {
    as(role);
    expect((await refusal(start({ entity: 'user', list: 'employees' }))).code).toBe('forbidden');
    expect(proposed).toEqual([]);
    expect(files()).toEqual([]);
  });

  it('is not exported, and not searched out by a filter or an order either', async () => {
    as('Employee');
    const interviews: Query = { entity: 'candidate', list: 'interviewer' };
    expect((await start(interviews)).outcome).toBe('saved');
    expect(lines()[0]).toBe('Full Name,Tech,Interview Date & Time,Interview Status');
    const filtered = start({ ...interviews, filter: { paymentStatus: 'Fully Paid' } });
    expect((await refusal(filtered)).code).toBe('forbidden');
    const sorted = start({ ...interviews, sort: { field: 'fee', direction: 'asc' } });
    expect((await refusal(sorted)).code).toBe('forbidden');
    as('Student');
    expect((await refusal(start(interviews))).code).toBe('forbidden');
  });

  it('stays hidden where the role changes while the user thinks about the name', async () => {
    choose = async () => {
      as('HR');
      return { path: join(target.path, 'chosen.csv') };
    };
    expect((await refusal(start({ entity: 'user', list: 'employees' }))).code).toBe('forbidden');
    expect(files()).toEqual([]);
  });
});

describe('an export that does not come to its end', () => {
  it('leaves nothing where the user decides against a file', async () => {
    choose = async () => null;
    expect(await start()).toEqual({ outcome: 'cancelled', rows: 0, fileName: '', download: null });
    expect(files()).toEqual([]);
  });

  it('leaves the former file as it was where it is cancelled in the midst', async () => {
    writeFileSync(join(target.path, 'chosen.csv'), 'former');
    const result = start();
    await underWay();
    exports.cancel('another');
    exports.cancel('e1');
    expect((await result).outcome).toBe('cancelled');
    expect(files()).toEqual(['chosen.csv']);
    expect(written()).toBe('former');
    expect((await start()).outcome).toBe('saved');
  });

  it('is refused while another one runs', async () => {
    const first = start();
    expect(await refusal(start(CANDIDATES, 'e2'))).toMatchObject({
      code: 'conflict',
      message: 'Another export is still running. Wait for it or cancel it first.',
    });
    expect((await first).outcome).toBe('saved');
    expect((await start(CANDIDATES, 'e2')).outcome).toBe('saved');
  });

  it.each([
    ['signs out', () => (signedIn = false)],
    ['has another role', () => (workspace.user = { ...admin, role: 'HR' })],
  ])('is given up where the user %s', async (_what, change) => {
    const result = start();
    await underWay();
    change();
    events.emit('session', { user: null, server: '', notEncrypted: false, locked: false, notice: null });
    expect((await result).outcome).toBe('cancelled');
    expect(files()).toEqual([]);
  });

  it('is given up while the question for the name still stands', async () => {
    let answer: ((place: SavePlace) => void) | undefined;
    choose = () => new Promise((resolve) => (answer = resolve));
    const result = start();
    signedIn = false;
    events.emit('session', { user: null, server: '', notEncrypted: false, locked: false, notice: null });
    expect((await result).outcome).toBe('cancelled');
    answer?.({ path: join(target.path, 'late.csv') });
    await nextTurn();
    expect(files()).toEqual([]);
  });

  it('is waited for where the desk closes', async () => {
    const result = start();
    await underWay();
    await exports.close();
    expect((await result).outcome).toBe('saved');
    expect(lines().length).toBe(SIZE + 1);
  });

  it('is gone once the desk has closed where it takes too long, and that is told', async () => {
    patienceMs = 0;
    const result = start();
    await underWay();
    await exports.close();
    expect(files()).toEqual([]);
    expect((await result).outcome).toBe('cancelled');
    expect(workspace.outbox.notices.all()).toMatchObject([
      { message: expect.stringContaining('“chosen.csv” was being exported, so there is no such file') },
    ]);
  });

  it('does not stand in the way of a cache that is made anew', async () => {
    const result = start();
    await underWay();
    workspace.resetCache();
    expect(await refusal(result)).toMatchObject({ code: 'unavailable' });
    expect(files()).toEqual([]);
    expect(await refusal(start())).toMatchObject({
      code: 'unavailable',
      message: 'Your data is still being fetched for the first time. Export when it is all here.',
    });
    fill(workspace);
    expect((await start()).rows).toBe(SIZE);
  });

  it('says what is wrong with the place, and leaves nothing there', async () => {
    choose = async () => ({ path: join(target.path, 'nowhere', 'chosen.csv') });
    expect((await refusal(start())).message).toBe('The folder is not there any more. Choose another one.');
    mkdirSync(join(target.path, 'chosen.csv'));
    choose = async () => ({ path: join(target.path, 'chosen.csv') });
    expect((await refusal(start())).message).toMatch(/Choose another name\.$/);
    expect(files()).toEqual(['chosen.csv']);
    expect(readdirSync(join(target.path, 'chosen.csv'))).toEqual([]);
  });

  it.skipIf(process.platform === 'win32')('takes no place of a device, a pipe or a socket', async () => {
    const path = join(target.path, 'chosen.csv');
    const socket = createServer();
    await new Promise<void>((resolve) => socket.listen(path, resolve));
    try {
      expect((await refusal(start())).message).toBe(
        'There is something of this name that is not a file. Choose another name.',
      );
      expect(files()).toEqual(['chosen.csv']);
      expect(lstatSync(path).isSocket()).toBe(true);
    } finally {
      await new Promise((resolve) => socket.close(resolve));
    }
  });

  it('says that the disk is full, or the file in use', () => {
    const failure = (code: string): string | undefined =>
      writeFailure(Object.assign(new Error(code), { code, syscall: 'write' }), '/a/users.csv')?.message;
    expect(failure('ENOSPC')).toBe(
      'The disk is full. Make room or choose another folder, then export again.',
    );
    expect(failure('EBUSY')).toMatch(
      /^“users.csv” cannot be written. If it is open in another program, close it/,
    );
    expect(failure('EIO')).toBe('The file could not be written. Choose another folder and try again.');
    expect(writeFailure(new Error('a fault of ours'), '/a/users.csv')).toBeUndefined();
    expect(writeFailure(new PlainError('forbidden', 'No.'), '/a/users.csv')).toBeUndefined();
  });
});

it('a desk exports on behalf of who is signed in, and nothing after they signed out or it was closed', async () => {
  const server = await startServerProcess(join(data.path, 'server'));
  const desk = await TestDesk.open(join(data.path, 'desk'), server.url);
  try {
    const employees = { entity: 'user', list: 'employees' } as const;
    await desk.signIn('superadmin');
    await desk.inStep();
    desk.dialog.answer = choose;
    const result = await desk.call('export.start', { id: 'e1', query: employees });
    const { total } = await desk.call('records.count', employees);
    expect(result).toMatchObject({ outcome: 'saved', rows: total });
    expect(lines().length).toBe(total + 1);
    expect(await desk.call('export.cancel', { id: 'e1' })).toBe(null);

    let answer: ((place: SavePlace) => void) | undefined;
    desk.dialog.answer = () => new Promise((resolve) => (answer = resolve));
    const unanswered = desk.call('export.start', { id: 'e2', query: employees });
    await desk.call('session.signOut', {});
    expect((await unanswered).outcome).toBe('cancelled');
    answer?.({ path: join(target.path, 'late.csv') });

    await desk.signIn('hr');
    await desk.inStep();
    expect((await refusal(desk.call('export.start', { id: 'e3', query: employees }))).code).toBe('forbidden');
    desk.dialog.answer = async () => ({ path: join(target.path, 'late.csv') });
    const closed = desk.call('export.start', { id: 'e4', query: CANDIDATES });
    await desk.close();
    expect((await closed).outcome).toBe('cancelled');
    expect(desk.dialog.asked).toEqual(['users.csv', 'users.csv', 'candidates.csv']);
    expect(files()).toEqual(['chosen.csv']);
  } finally {
    await desk.close();
    await server.stop();
  }
}, 60_000);
