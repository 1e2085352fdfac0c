import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ElectronApplication, Page } from '@playwright/test';
import { seriousOn } from '../product/accessibility.ts';
import { takePicture } from '../product/pictures.ts';
import { expect, test as base } from './launch.ts';

/** The server inside the packaged application keeps backups, and takes one in the place of a damaged database. */

const PERSON = { name: 'Asha Rao', email: 'asha.rao@office.example', password: 'seven green parrots sing' };

const test = base.extend<{ home: string }>({
  home: async ({ browserName }, provide) => {
    const home = mkdtempSync(join(tmpdir(), `placement-home-${browserName}-`));
    await provide(home);
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  },
});

/** Takes the place of the system's boxes; the test gives the answers. */
async function catchBoxes(app: ElectronApplication, folder: string): Promise<void> {
  await app.evaluate(({ dialog }, chosen) => {
    Reflect.set(dialog, 'showOpenDialog', async () => ({ canceled: false, filePaths: [chosen] }));
    Reflect.set(dialog, 'showMessageBox', (question: unknown) => {
      Reflect.set(globalThis, 'question', question);
      return new Promise((resolve) => Reflect.set(globalThis, 'answer', resolve));
    });
  }, folder);
}

const buttonsOfBox = (app: ElectronApplication): Promise<string[]> =>
  app.evaluate(() => {
    const asked: unknown = Reflect.get(globalThis, 'question');
    return typeof asked === 'object' && asked !== null ? (Reflect.get(asked, 'buttons') as string[]) : [];
  });

async function answerBox(app: ElectronApplication, response: number): Promise<void> {
  await app.evaluate((_electron, button) => {
    Reflect.deleteProperty(globalThis, 'question');
    Reflect.apply(Reflect.get(globalThis, 'answer'), undefined, [{ response: button }]);
  }, response);
}

/** The database of a backup, damaged in its second half. */
function spoil(backup: string): void {
  const file = join(backup, 'server.db');
  const bytes = readFileSync(file);
  bytes.fill('x', bytes.length / 2);
  writeFileSync(file, bytes);
}

/** Nothing in it is a database any more; the server is ended as by a crash. */
async function damage(app: ElectronApplication, dataFolder: string): Promise<void> {
  const file = join(dataFolder, 'server', 'server.db');
  writeFileSync(file, Buffer.alloc(readFileSync(file).length, 'x'));
  if (existsSync(`${file}-wal`)) truncateSync(`${file}-wal`);
  const pid = await app.evaluate(
    ({ app: electron }) => electron.getAppMetrics().find((metric) => metric.name === 'Sync server')?.pid ?? 0,
  );
  process.kill(pid, 'SIGKILL');
}

/** What the database begins with. */
function beginOf(dataFolder: string): string {
  const file = join(dataFolder, 'server', 'server.db');
  return existsSync(file) ? readFileSync(file).subarray(0, 15).toString() : '';
}

async function makeAccount(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Use this PC alone' }).click();
  const form = page.getByRole('form', { name: 'First start on this computer' });
  await form.getByLabel('Name').fill(PERSON.name);
  await form.getByLabel('Email').fill(PERSON.email);
  await form.getByLabel('Password', { exact: true }).fill(PERSON.password);
  await form.getByRole('button', { name: 'Create account' }).click();
  await page.waitForURL('**/dashboard');
  await expect(page.getByRole('button', { name: /^Sync: Synced/ })).toBeVisible({ timeout: 45_000 });
}

const backupsIn = (folder: string): string[] =>
  existsSync(folder) ? readdirSync(folder).filter((name) => /^backup-\d{8}-\d{6}$/.test(name)) : [];

test('backups go to the documents, or where the administrator says, and one takes the place of a damaged database', async ({
  launch,
  home,
}) => {
  const env = { HOME: home, XDG_CONFIG_HOME: join(home, '.config') };
  const { app, page, dataFolder } = await launch({ demo: false, usualBackups: true, env });
  await makeAccount(page);
  const other = join(home, 'other disk');
  await catchBoxes(app, other);

  await page.getByRole('button', { name: /^Signed in as/ }).click();
  await page.getByRole('menuitem', { name: 'Backups' }).click();
  const dialog = page.getByRole('dialog', { name: 'Backups' });
  await expect(dialog.getByText('None yet')).toBeVisible();
  await dialog.getByRole('button', { name: 'Back up now' }).click();
  await expect(dialog.getByText('Read again and compared when it was made')).toBeVisible({ timeout: 60_000 });
  const documents = await app.evaluate(({ app: electron }) => electron.getPath('documents'));
  expect(documents.startsWith(home)).toBe(true);
  const [own = ''] = readdirSync(join(documents, 'Employee Management System backups'));
  const usual = join(documents, 'Employee Management System backups', own);
  expect(backupsIn(usual)).toHaveLength(1);
  await expect(dialog.getByText(usual)).toBeVisible();
  expect(await seriousOn(page, 'wcag', ['[role=dialog]'])).toEqual([]);
  await takePicture(page, 'electron-backups');

  await dialog.getByRole('button', { name: 'Choose folder…' }).click();
  await expect(dialog.getByText(other)).toBeVisible();
  expect(JSON.parse(readFileSync(join(dataFolder, 'backups.json'), 'utf8'))).toEqual({ folder: other });

  // Back in the usual folder, where the backup is.
  await catchBoxes(app, usual);
  await dialog.getByRole('button', { name: 'Choose folder…' }).click();
  await expect(dialog.getByText(usual)).toBeVisible();
  // In the data it would be lost with it.
  await catchBoxes(app, join(dataFolder, 'server', 'files'));
  await dialog.getByRole('button', { name: 'Choose folder…' }).click();
  await expect(page.getByText(/would be lost with it/)).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');

  await damage(app, dataFolder);
  await expect.poll(() => buttonsOfBox(app), { timeout: 60_000 }).toHaveLength(2);
  expect((await buttonsOfBox(app))[0]).toMatch(/^Restore the backup of \d\d \w{3} \d{4}, /);
  await answerBox(app, 0);
  // Everybody signs in again after a restore.
  await expect(
    page.getByRole('button', { name: /^Sync: .*[Ss]ign in/ }).or(page.getByRole('button', { name: 'Login' })),
  ).toBeVisible({ timeout: 60_000 });
  const aside = readdirSync(join(dataFolder, 'server')).filter((name) => name.startsWith('damaged-'));
  expect(aside).toHaveLength(1);
  await app.close();

  const again = await launch({ dataFolder, demo: false, env });
  await again.page.getByLabel('Email', { exact: true }).fill(PERSON.email);
  await again.page.getByLabel('Password', { exact: true }).fill(PERSON.password);
  await again.page.getByRole('button', { name: 'Login' }).click();
  await again.page.waitForURL('**/dashboard');
});

test('where the only backup is damaged too, the way without one is offered', async ({ launch, home }) => {
  const env = { HOME: home, XDG_CONFIG_HOME: join(home, '.config') };
  const { app, page, dataFolder } = await launch({ demo: false, usualBackups: true, env });
  await makeAccount(page);
  await catchBoxes(app, home);
  await page.getByRole('button', { name: /^Signed in as/ }).click();
  await page.getByRole('menuitem', { name: 'Backups' }).click();
  const dialog = page.getByRole('dialog', { name: 'Backups' });
  await dialog.getByRole('button', { name: 'Back up now' }).click();
  await expect(dialog.getByText('Read again and compared when it was made')).toBeVisible({ timeout: 60_000 });
  const documents = await app.evaluate(({ app: electron }) => electron.getPath('documents'));
  const all = join(documents, 'Employee Management System backups');
  const [own = ''] = readdirSync(all);
  const [backup = ''] = backupsIn(join(all, own));
  spoil(join(all, own, backup));
  await page.keyboard.press('Escape');

  await damage(app, dataFolder);
  const restore = expect.stringMatching(/^Restore the backup of /);
  await expect.poll(() => buttonsOfBox(app), { timeout: 60_000 }).toEqual([restore, 'Quit']);
  await answerBox(app, 0);
  await expect
    .poll(() => buttonsOfBox(app), { timeout: 60_000 })
    .toEqual([restore, 'Start with the damaged file aside', 'Quit']);
  await answerBox(app, 1);
  await expect.poll(() => beginOf(dataFolder), { timeout: 60_000 }).toBe('SQLite format 3');
  await app.close();
});

test('without a backup a damaged database is put aside only where the user says so', async ({
  launch,
  home,
}) => {
  const env = { HOME: home, XDG_CONFIG_HOME: join(home, '.config') };
  const { app, page, dataFolder } = await launch({ demo: false, usualBackups: true, env });
  await makeAccount(page);
  await catchBoxes(app, home);
  await damage(app, dataFolder);
  await expect
    .poll(() => buttonsOfBox(app), { timeout: 60_000 })
    .toEqual(['Quit', 'Start with the damaged file aside']);
  await answerBox(app, 1);
  await expect
    .poll(() => readdirSync(join(dataFolder, 'server')).filter((name) => name.startsWith('damaged-')))
    .toHaveLength(1);
  await expect.poll(() => beginOf(dataFolder), { timeout: 60_000 }).toBe('SQLite format 3');
  await app.close();
});
