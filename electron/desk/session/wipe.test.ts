import { newId } from '#shared/model/new-id.ts';
import { picture } from '../testing/pictures.ts';
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeEach, describe, expect, it } from 'vitest';
import { eraseFile, eraseFolder } from '../storage/erase.ts';
import { give, peopleCsv } from '../testing/import-steps.ts';
import { fileNamed, filesBelow, textsOnDisk } from '../testing/folder-contents.ts';
import { openOffice } from '../testing/office.ts';
import { memoryKeychain, TestDesk } from '../testing/test-desk.ts';

/** Signing out with the wish that nothing stays on the computer. */

const office = openOffice();
const PERSON = { fullName: 'Meera Iyer', mobile: '98200 12345', email: 'meera@mail.test', city: 'Latur' };
const SOMEBODY_OF_THE_CACHE = '@example.com';
const candidates = { entity: 'candidate', list: 'candidates', offset: 0, limit: 1 } as const;
let folder: string;
let desk: TestDesk;

beforeEach(async () => {
  folder = office.newFolder();
  desk = await TestDesk.open(folder, office.network.url, memoryKeychain());
  office.desks.push(desk);
  await desk.signIn('hr');
  await desk.inStep();
});

const save = (): Promise<unknown> =>
  desk.call('records.save', { entity: 'candidate', id: null, base: null, changes: PERSON });
const userFiles = (): string[] => filesBelow(folder).filter((path) => path.includes('user-'));

describe('signing out', () => {
  it('leaves the data here unless asked', async () => {
    await desk.call('session.signOut', {});
    expect(textsOnDisk(folder, [SOMEBODY_OF_THE_CACHE])).toHaveLength(1);
    office.network.cut();
    await desk.signIn('hr');
    expect((await desk.call('records.list', candidates)).total).toBeGreaterThan(300);
  });

  it('with the wish leaves no file of the user, nor a way in without the server', async () => {
    await save();
    await desk.inStep();
    const of = dirname(fileNamed(folder, 'cache.db'));
    for (const name of ['cache.db.damaged', 'cache.db.damaged-wal', 'thumbnails/a'])
      writeFileSync(join(of, name), 'x');
    await desk.call('session.signOut', { wipe: true });
    expect(userFiles()).toEqual([]);
    office.network.cut();
    await expect(desk.signIn('hr')).rejects.toMatchObject({ code: 'offline' });
    office.network.mend();
    await desk.signIn('hr');
    await desk.inStep();
    expect((await desk.call('records.list', { ...candidates, search: PERSON.email })).total).toBeGreaterThan(
      0,
    );
  });

  it('with the wish while changes wait keeps these alone, and sends them when the user returns', async () => {
    const png = picture('own picture');
    const { hash } = await desk.call('files.add', { base64: png.toString('base64') });
    const other = { ...PERSON, fullName: 'Asha Rao', city: 'Wardha' };
    await desk.call('records.save', { entity: 'candidate', id: null, base: null, changes: other });
    await desk.inStep();
    office.network.cut();
    const changes = { ...PERSON, profilePicture: hash };
    await desk.call('records.save', { entity: 'candidate', id: null, base: null, changes });
    // Also so that what is left can be looked through: afterwards the server alone has its key.
    expect(textsOnDisk(folder, [PERSON.city, 'own picture'])).toHaveLength(2);
    await expect(desk.call('session.signOut', { wipe: true })).rejects.toMatchObject({ code: 'conflict' });
    await desk.call('session.signOut', { wipe: true, evenIfWaiting: true });
    expect(textsOnDisk(folder, [SOMEBODY_OF_THE_CACHE, other.city, PERSON.city, 'own picture'])).toEqual([
      PERSON.city,
      'own picture',
    ]);
    expect(userFiles().filter((path) => /cache|session\.json/.test(path))).toEqual([]);
    await expect(desk.signIn('hr')).rejects.toMatchObject({ code: 'offline' });
    office.network.mend();
    await desk.signIn('hr');
    await desk.inStep();
    const { rows } = await desk.call('records.list', { ...candidates, search: PERSON.email, limit: 50 });
    expect(rows.length).toBeGreaterThan(0);
  });
});

describe('what is nowhere else', () => {
  const draft = {
    id: newId(),
    entity: 'candidate' as const,
    recordId: newId(),
    isNew: true,
    form: '/candidate',
    title: '',
    values: { fullName: 'Half Typed' },
    seen: {},
    references: {},
    about: null,
    beside: {},
  };

  it('is asked about before the wish takes it: a form that another window has open', async () => {
    await desk.call('drafts.keep', draft);
    const refused = desk.call('session.signOut', { wipe: true });
    await expect(refused).rejects.toMatchObject({
      code: 'conflict',
      fields: [
        {
          field: 'wipe',
          message: '1 form that you typed in is not saved, and would be removed with your data.',
        },
      ],
    });
    expect((await desk.call('drafts.list', {})).drafts).toHaveLength(1);
    // Without the wish it stays, and nobody is asked.
    await desk.call('session.signOut', {});
    await desk.signIn('hr');
    expect((await desk.call('drafts.list', {})).drafts).toHaveLength(1);
    await desk.call('session.signOut', { wipe: true, evenIfWaiting: true });
    expect(userFiles()).toEqual([]);
  });

  it('is told together with what waits', async () => {
    await desk.call('drafts.keep', draft);
    office.network.cut();
    await save();
    await expect(desk.call('session.signOut', { wipe: true })).rejects.toMatchObject({
      message:
        '1 form that you typed in is not saved, and would be removed with your data. 1 change has not been sent yet. They stay on this computer and are sent when you sign in again.',
    });
  });

  it('is the import of a file that is not at its end, too', async () => {
    await give(desk, 'candidate', 'fair.csv', peopleCsv('Asha', 3));
    await expect(desk.call('session.signOut', { wipe: true })).rejects.toMatchObject({
      message: expect.stringMatching(
        /^The import of fair\.csv is not finished, and would end: what came in of it stays\.$/,
      ) as string,
    });
  });
});

describe('erasing', () => {
  it('writes over the bytes of a file before it goes', () => {
    const path = join(folder, 'erased');
    const linked = join(folder, 'linked');
    writeFileSync(path, 'the bytes'.repeat(300_000));
    // The same bytes under a second name show what became of them.
    linkSync(path, linked);
    eraseFile(linked);
    expect(existsSync(linked)).toBe(false);
    expect(readFileSync(path).every((byte) => byte === 0)).toBe(true);
  });

  it('of a folder goes on where something in it cannot be erased, and says so', () => {
    const inside = join(folder, 'inside');
    const held = join(inside, 'held');
    mkdirSync(held, { recursive: true });
    for (const name of ['a', 'z', 'held/b']) writeFileSync(join(inside, name), 'stays?');
    chmodSync(held, 0o500);
    // An administrator is bound by the rights of folders only without the powers of one.
    const isRoot = process.getuid?.() === 0;
    const erase = pathToFileURL(resolve(import.meta.dirname, '../storage/erase.ts')).href;
    const script = `import('${erase}').then(({ eraseFolder }) => eraseFolder(${JSON.stringify(inside)}))`;
    const program = isRoot ? 'setpriv' : process.execPath;
    const before = isRoot ? ['--bounding-set=-all', process.execPath] : [];
    const { status, stderr } = spawnSync(program, [...before, '-e', script], { encoding: 'utf8' });
    expect(stderr).toContain('EACCES');
    expect(status).toBe(1);
    expect(readdirSync(inside)).toEqual(['held']);
    chmodSync(held, 0o700);
  });

  it('of a folder spares what a link in it leads to', () => {
    const outside = join(folder, 'outside');
    writeFileSync(outside, 'stays');
    const inside = join(folder, 'inside', 'deeper');
    mkdirSync(inside, { recursive: true });
    symlinkSync(outside, join(inside, 'link'));
    symlinkSync(folder, join(inside, 'up'));
    eraseFolder(join(folder, 'inside'));
    expect(existsSync(join(folder, 'inside'))).toBe(false);
    expect(readFileSync(outside, 'utf8')).toBe('stays');
  });
});
