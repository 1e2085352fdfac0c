import { execFile } from 'node:child_process';
import { closeSync, openSync, readdirSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { PATHS } from '#shared/protocol/sync.ts';
import { setRole, somebodyNew } from '../testing/accounts.ts';
import { DeskProcess } from '../testing/desk-process.ts';
import { workbook } from '../testing/hostile-workbooks.ts';
import { csvOf, give, judge, peopleCsv, quiet } from '../testing/import-steps.ts';
import { openOffice } from '../testing/office.ts';
import { portableKeychain } from '../testing/portable-keychain.ts';
import { create, edit, get, shows } from '../testing/record-steps.ts';
import { STRONG_PASSWORD, TestDesk } from '../testing/test-desk.ts';
import { until } from '../testing/until.ts';
import { PROBLEMS } from './file-kind.ts';

/** What goes wrong around an import: refusals of the server, damaged files, a full disk, calls in a hurry. */

const office = openOffice();
const called = (search: string) => ({ entity: 'candidate', list: 'candidates', search }) as const;

it('one who was deleted elsewhere meanwhile is refused alone, is counted, and others hear what they lost', async () => {
  const desk = await office.deskOf('hr', office.network.url);
  const other = await office.deskOf('superadmin');
  const people: string[] = [];
  for (let at = 0; at < 3; at += 1)
    people.push(
      await create(desk, 'candidate', {
        fullName: `Known ${at}`,
        mobile: `98765 1000${at}`,
        email: `known${at}@trouble.test`,
        city: 'Pune',
      }),
    );
  const [deleted = '', edited = '', filled = ''] = people;
  await desk.inStep();
  await until('they are seen', async () => (await get(other, filled)) !== null);
  office.network.cut();
  await desk.state('offline');
  await other.call('records.delete', { entity: 'candidate', id: deleted });
  await edit(other, edited, { city: 'Delhi' });
  await other.inStep();
  const row = (at: number): string[] => [`Over ${at}`, `987651000${at}`, `known${at}@trouble.test`, 'Nashik'];
  const rows = [['Name', 'Mobile', 'Email', 'City'], ...[0, 1, 2, 9].map(row)];
  const { id } = await give(desk, 'candidate', 'over.csv', csvOf(rows));
  await judge(desk);
  await desk.call('import.choose', { id, choice: 'overwrite' });
  expect(await desk.call('import.run', { id })).toMatchObject({ added: 1, changed: 3, refused: 0 });
  office.network.mend();
  await desk.inStep();
  await shows(other, edited, 'city', 'Nashik');
  await shows(other, filled, 'fullName', 'Over 2');
  await until('the new one is seen', async () => (await other.call('records.count', called('Over 9'))).total);
  expect((await desk.call('import.state', {}))?.result).toMatchObject({ added: 1, changed: 3, refused: 1 });
  expect(await desk.call('sync.tray', {})).toMatchObject([{ kind: 'refused', recordId: deleted }]);
  await until('the loss is told', async () =>
    (await other.call('sync.tray', {})).some(
      ({ kind, recordId, fields }) =>
        kind === 'conflict' && recordId === edited && fields[0]?.value === 'Delhi',
    ),
  );
});

it('a row whose lead status is gone by now is refused alone, with what was done to it; the rest of its part comes in', async () => {
  const desk = await office.deskOf('hr', office.network.url);
  const other = await office.deskOf('superadmin');
  const name = 'Soon gone';
  const status = await create(other, 'leadStatus', { name });
  await until('it is seen', async () => (await get(desk, status, 'leadStatus')) !== null);
  office.network.cut();
  await desk.state('offline');
  const row = (at: number): string[] => [
    `Parted ${at}`,
    String(9_300_000_000 + at),
    at % 250 === 7 ? name : '',
  ];
  const rows = [['Name', 'Mobile', 'Lead Status'], ...Array.from({ length: 700 }, (_, at) => row(at))];
  const { id } = await give(desk, 'inquiry', 'parted.csv', csvOf(rows));
  await judge(desk);
  expect(await desk.call('import.run', { id })).toMatchObject({ added: 700, refused: 0 });
  const inquiries = { entity: 'inquiry', list: 'inquiries' } as const;
  const idOf = async (search: string): Promise<string> =>
    (await desk.call('records.list', { ...inquiries, search, offset: 0, limit: 1 })).rows[0]?._id as string;
  await edit(desk, await idOf('9300000007'), { notes: 'of one that is refused' }, 'inquiry');
  const taken = await idOf('9300000008');
  await edit(desk, taken, { notes: 'of one that comes in' }, 'inquiry');
  await other.call('records.delete', { entity: 'leadStatus', id: status });
  await other.inStep();
  office.network.loseAnswers(PATHS.push, 1);
  office.network.mend();
  await desk.inStep();
  expect((await desk.call('import.state', {}))?.result).toMatchObject({ added: 700, refused: 3 });
  const came = async (): Promise<number> =>
    (await other.call('records.count', { ...inquiries, search: 'Parted' })).total;
  await until('the rest has come', async () => (await came()) === 697);
  await shows(other, taken, 'notes', 'of one that comes in', 'inquiry');
  const tray = await desk.call('sync.tray', {});
  expect(tray.map(({ title, action, set }) => `${title} ${action} ${set?.all ?? ''}`).sort()).toEqual([
    'Parted 257 create 3',
    'Parted 507 create 3',
    'Parted 7 create 3',
    'Parted 7 update ',
  ]);
  const refused = tray.find(({ action }) => action === 'create');
  expect(refused?.message).toBe('Lead Status is not there any more. Choose another one.');

  // The lead status is there again: what was refused comes in, and all of it is taken back as one thing.
  await other.call('changes.undoLast', {});
  await until('it is seen', async () => (await get(desk, status, 'leadStatus')) !== null);
  await desk.call('sync.retry', { id: refused?.id ?? '' });
  await desk.inStep();
  expect(await desk.call('sync.tray', {})).toEqual([]);
  await until('all have come', async () => (await came()) === 700);
  const { result } = (await desk.call('import.state', {})) ?? {};
  expect(result).toMatchObject({ added: 700, refused: 0 });
  office.network.cut();
  await desk.call('changes.undo', { set: result?.last ?? '' });
  expect((await desk.call('records.count', { ...inquiries, search: 'Parted' })).total).toBe(0);
  office.network.mend();
  await desk.inStep();
  expect(await desk.call('sync.tray', {})).toEqual([]);
}, 120_000);

it('rows with more text than the server takes at once are sent in pieces', async () => {
  const desk = await office.deskOf('hr', office.network.url);
  const other = await office.deskOf('superadmin');
  const row = (at: number): string[] => [`Wordy ${at}`, String(9_400_000_000 + at), 'long '.repeat(3_000)];
  const rows = [['Name', 'Mobile', 'Notes'], ...Array.from({ length: 500 }, (_, at) => row(at))];
  office.network.limitBodies(1024 * 1024);
  const { id } = await give(desk, 'inquiry', 'wordy.csv', csvOf(rows));
  await judge(desk);
  expect(await desk.call('import.run', { id })).toMatchObject({ added: 500 });
  await desk.inStep();
  expect((await desk.call('import.state', {}))?.result).toMatchObject({ added: 500, refused: 0 });
  const inquiries = { entity: 'inquiry', list: 'inquiries' } as const;
  await until(
    'all have come',
    async () => (await other.call('records.count', { ...inquiries, search: 'Wordy' })).total === 500,
  );
});

it('a damaged file of its own costs the import, and nothing else', async () => {
  const folder = office.newFolder();
  const open = async (): Promise<TestDesk> => {
    const desk = await TestDesk.open(folder, office.server.url, portableKeychain);
    office.desks.push(desk);
    return desk;
  };
  const desk = await open();
  await desk.signIn('hr');
  await desk.inStep();
  const { id } = await give(desk, 'candidate', 'damaged.csv', peopleCsv('Damaged', 3_000));
  await judge(desk);
  await desk.close();
  const found = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const path = join(folder, found.find((name) => name.endsWith('import.db')) ?? '');
  const file = openSync(path, 'r+');
  for (let at = 4 * 4_096; at < statSync(path).size; at += 4_096)
    writeSync(file, Buffer.alloc(4_096, 0xff), 0, 4_096, at);
  closeSync(file);
  const again = await open();
  const state = await again.call('import.state', {});
  expect(state).toMatchObject({ id, step: 'file', busy: null });
  expect(state?.problem).toContain('damaged');
  await expect(again.call('import.run', { id })).rejects.toMatchObject({ code: 'conflict' });
  expect(again.logged.filter((line) => line.includes('damaged'))).toEqual([]);
  expect((await again.call('records.count', called(''))).total).toBeGreaterThan(0);
  await again.call('import.putAway', { id });
  expect(await again.call('import.state', {})).toBeNull();
});

it('a full disk stops a run, which says so and goes on when there is room', async () => {
  const folder = office.newFolder();
  const desk = await DeskProcess.open(folder, office.server.url);
  const limit = (size: string): Promise<unknown> =>
    promisify(execFile)('prlimit', ['--pid', String(desk.pid), `--fsize=${size}:unlimited`]);
  try {
    await desk.signIn('hr');
    await until('all is here', async () => (await desk.call('sync.status', {})).syncedAt !== null);
    const { id } = await give(desk, 'candidate', 'full.csv', peopleCsv('Fulldisk', 3_000));
    await judge(desk);
    const running = desk.call('import.run', { id }).catch((error: unknown) => error);
    await until('it has begun', async () => ((await desk.call('import.state', {}))?.counts?.done ?? 0) > 0);
    await limit('200000');
    expect(await running).toMatchObject({ code: 'unavailable' });
    const stopped = await quiet(desk);
    expect(stopped).toMatchObject({ step: 'report', problem: null, result: { stopped: true } });
    expect(stopped.result?.why).toMatch(/disk of this computer .* go on with the rest/);
    await limit('unlimited');
    expect(await desk.call('import.run', { id })).toMatchObject({ added: 3_000, stopped: false, why: null });
    await until('all is sent', async () => (await desk.call('sync.status', {})).waiting === 0, 60_000);
    expect((await desk.call('records.count', called('Fulldisk'))).total).toBe(3_000);
  } finally {
    await desk.kill();
  }
}, 120_000);

it('a piece of a file of which a full disk took a part is sent again whole', async () => {
  const folder = office.newFolder();
  const desk = await DeskProcess.open(folder, office.server.url);
  const limit = (size: string): Promise<unknown> =>
    promisify(execFile)('prlimit', ['--pid', String(desk.pid), `--fsize=${size}:unlimited`]);
  try {
    await desk.signIn('hr');
    await until('all is here', async () => (await desk.call('sync.status', {})).syncedAt !== null);
    const bytes = peopleCsv('Piece', 20_000);
    const piece = { id: 'piece', at: 0, base64: bytes.toString('base64') };
    await desk.call('import.open', {
      id: 'piece',
      entity: 'candidate',
      fileName: 'p.csv',
      size: bytes.length,
    });
    await limit(String(bytes.length - 1_000));
    await expect(desk.call('import.bytes', piece)).rejects.toMatchObject({ code: 'unavailable' });
    await limit('unlimited');
    await desk.call('import.bytes', piece);
    expect((await quiet(desk)).reading?.rows).toBe(20_000);
  } finally {
    await desk.kill();
  }
}, 120_000);

it('calls in a hurry are done one after the other: the last one counts', async () => {
  const desk = await office.deskOf('hr');
  const lines = Array.from({ length: 20_000 }, (_, at) => `P ${at};98,${at};p${at}@hurry.test;Cooking`);
  const bytes = Buffer.from(['Name;Mobile;Email;Course', ...lines].join('\n'));
  const { id } = await give(desk, 'candidate', 'hurry.csv', bytes);
  await desk.call('import.read', { id });
  const [first, last] = [
    desk.call('import.read', { id, delimiter: ',' }),
    desk.call('import.read', { id, delimiter: ';' }),
  ];
  await Promise.all([first, last]);
  const read = await quiet(desk);
  expect(read.reading).toMatchObject({ delimiter: ';', rows: 20_000 });
  expect(read.columns.map(({ heading }) => heading)).toEqual(['Name', 'Mobile', 'Email', 'Course']);
  const fields = ['fullName', 'mobile', 'email', 'enrolledCourse'];
  const columns = { id, fields, fixed: {}, meanings: {} };
  await desk.call('import.columns', columns);
  await Promise.all([desk.call('import.columns', columns), desk.call('import.columns', columns)]);
  const { unknown } = await quiet(desk);
  expect(unknown).toEqual([{ field: 'enrolledCourse', written: 'Cooking', count: 20_000 }]);
  await desk.call('import.read', { id });
  await desk.call('import.putAway', { id });
  expect(await desk.call('import.state', {})).toBeNull();
}, 120_000);

it('a file whose reading ends the whole desk again and again is not read any more', async () => {
  const folder = office.newFolder();
  // Its reading takes far longer than the desk is left to live.
  const text = `<c t="inlineStr"><is><t>${'&amp;'.repeat(30_000_000)}</t></is></c>`;
  const bytes = workbook(`<row r="1">${text}</row>`);
  let desk = await DeskProcess.open(folder, office.server.url);
  try {
    await desk.signIn('hr');
    await until('all is here', async () => (await desk.call('sync.status', {})).syncedAt !== null);
    await desk.call('import.open', {
      id: 'slow',
      entity: 'candidate',
      fileName: 's.xlsx',
      size: bytes.length,
    });
    await desk.call('import.bytes', { id: 'slow', at: 0, base64: bytes.toString('base64') });
    for (let time = 0; time < 3; time += 1) {
      expect((await desk.call('import.state', {}))?.busy).toBe('reading');
      await desk.kill();
      desk = await DeskProcess.open(folder, office.server.url);
    }
    expect(await desk.call('import.state', {})).toMatchObject({ busy: null, problem: PROBLEMS.breaks });
    await desk.call('import.putAway', { id: 'slow' });
  } finally {
    await desk.kill();
  }
}, 120_000);

it('what was done to good rows before they were sent goes with them where another row is refused', async () => {
  const desk = await office.deskOf('admin', office.network.url);
  const other = await office.deskOf('superadmin');
  const name = 'Gone before it came';
  const status = await create(other, 'leadStatus', { name });
  await until('it is seen', async () => (await get(desk, status, 'leadStatus')) !== null);
  office.network.cut();
  await desk.state('offline');
  const rows = Array.from({ length: 60 }, (_, at) => [
    `Parted ${at}`,
    String(9_612_340_000 + at),
    at === 7 ? name : '',
  ]);
  const { id } = await give(
    desk,
    'inquiry',
    'parted.csv',
    csvOf([['Name', 'Mobile', 'Lead Status'], ...rows]),
  );
  await judge(desk);
  await desk.call('import.run', { id });
  const idOf = async (search: string): Promise<string> => {
    const query = { entity: 'inquiry', list: 'inquiries', search, offset: 0, limit: 1 } as const;
    return (await desk.call('records.list', query)).rows[0]?._id ?? '';
  };
  const [noted, called] = [await idOf('9612340008'), await idOf('9612340010')];
  await edit(desk, noted, { notes: 'Asks for evenings' }, 'inquiry');
  const at = new Date().toISOString();
  const call = await create(desk, 'activity', { inquiry: called, kind: 'Call', note: 'Called them', at });
  await other.call('records.delete', { entity: 'leadStatus', id: status });
  await other.inStep();
  office.network.mend();
  await desk.inStep();
  await until('what was done is seen', async () => {
    const [inquiry, activity] = [await get(other, noted, 'inquiry'), await get(other, call, 'activity')];
    return inquiry?.record['notes'] === 'Asks for evenings' && activity?.record['note'] === 'Called them';
  });
  expect(await desk.call('sync.tray', {})).toMatchObject([{ kind: 'refused', title: 'Parted 7' }]);
});

it('what the role may not add any more is refused and told of once, not row by row', async () => {
  const administrator = await office.deskOf('superadmin');
  const { account, desk } = await somebodyNew(office, administrator, 'HR');
  office.network.cut();
  await desk.state('offline');
  const { id } = await give(desk, 'candidate', 'late.csv', peopleCsv('Late', 40));
  await judge(desk);
  expect(await desk.call('import.run', { id })).toMatchObject({ added: 40 });
  await setRole(administrator, account, 'Employee');
  office.network.mend();
  await until('the session has ended', async () => {
    if ((await desk.call('session.get', {})).user === null) return true;
    await desk.call('sync.now', {}).catch(() => undefined);
    return false;
  });
  await desk.call('session.signIn', { email: account.email, password: STRONG_PASSWORD });
  await desk.inStep();
  expect(await desk.call('sync.tray', {})).toMatchObject([
    { kind: 'refused', set: { changes: 40, all: 40 } },
  ]);
});
