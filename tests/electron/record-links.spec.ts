import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { fillSignIn, openScreen, signIn, signOut } from '../product/page-actions.ts';
import { DEMO_ACCOUNTS } from '../product/product.ts';
import { expect, test, type Desktop, type PackagedApplication } from './launch.ts';

/** Links to records, as a mail or a chat hands them to the system, and the system to the application. */

/** What the system does with a link: it starts the application with it, which then is the second one. */
async function follow(
  packaged: PackagedApplication,
  { dataFolder }: Desktop,
  ...args: string[]
): Promise<void> {
  const second = spawn(packaged.executablePath, [...packaged.args, '--data', dataFolder, ...args], {
    env: packaged.env,
    stdio: 'ignore',
  });
  await new Promise((resolve) => second.once('close', resolve));
}

/** The link of the first candidate, by the button in the view. */
async function linkOfACandidate({ app, page }: Desktop): Promise<{ link: string; name: string }> {
  await openScreen(page, 'Candidate');
  const opener = page.getByRole('gridcell').locator('a[role="button"]').first();
  const name = (await opener.innerText()).trim();
  await page
    .getByRole('button', { name: `View ${name}`, exact: true })
    .first()
    .click();
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByText('Copied', { exact: true })).toBeVisible();
  const link = await app.evaluate(({ clipboard }) => clipboard.readText());
  await page.keyboard.press('Escape');
  return { link, name };
}

const shows = (page: Page, name: string): Promise<void> =>
  expect(page.getByRole('dialog', { name: new RegExp(`View .*${name}`) })).toBeVisible();

test('a copied link opens the record, in the window that runs and after a sign-in', async ({
  launch,
  packaged,
}) => {
  const desktop = await launch();
  const { page } = desktop;
  await signIn(page, DEMO_ACCOUNTS.HR);
  const { link, name } = await linkOfACandidate(desktop);
  expect(link).toMatch(/^placement-desk:\/\/candidate\/[\w-]+$/);
  await openScreen(page, 'Inquiry');
  await follow(packaged, desktop, link);
  await shows(page, name);
  expect(new URL(page.url()).pathname).toBe('/candidate');
  await page.keyboard.press('Escape');

  await signOut(page);
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
  await follow(packaged, desktop, link);
  await fillSignIn(page, DEMO_ACCOUNTS.HR);
  await shows(page, name);
  await page.keyboard.press('Escape');
  await signOut(page);
  // It was wanted once, and by whom.
  await signIn(page, DEMO_ACCOUNTS.HR);
});

test('the first start by a link leads to the record after the sign-in', async ({ launch }) => {
  const first = await launch();
  await signIn(first.page, DEMO_ACCOUNTS.HR);
  const { link, name } = await linkOfACandidate(first);
  await signOut(first.page);
  await expect(first.page.getByRole('button', { name: 'Login' })).toBeVisible();
  await first.app.close();
  const second = await launch({ dataFolder: first.dataFolder, args: [link, '--server=https://127.0.0.1:9'] });
  await fillSignIn(second.page, DEMO_ACCOUNTS.HR);
  await shows(second.page, name);
});

test('a record that is not there, or not for the role, is one sentence', async ({ launch, packaged }) => {
  const desktop = await launch();
  const { page } = desktop;
  await signIn(page, DEMO_ACCOUNTS.Employee);
  await openScreen(page, 'Upcoming Interview');
  for (const link of [
    'placement-desk://candidate/01890a5d-ac96-774b-bcce-b302099a8057',
    'placement-desk://inquiry/01890a5d-ac96-774b-bcce-b302099a8057',
  ]) {
    await follow(packaged, desktop, link);
    const box = page.getByRole('dialog', { name: 'The link leads nowhere' });
    await expect(box).toContainText('This record is not here.');
    await page.keyboard.press('Escape');
    await expect(box).toBeHidden();
    expect(new URL(page.url()).pathname).toBe('/upcominginterview');
  }
});

test('hostile links do nothing but bring the window to the front', async ({ launch, packaged }) => {
  const desktop = await launch();
  const { app, page } = desktop;
  await signIn(page, DEMO_ACCOUNTS.HR);
  const id = '01890a5d-ac96-774b-bcce-b302099a8057';
  for (const args of [
    ['placement-desk://../../x'],
    ['placement-desk://x --server=https://evil.example'],
    ['placement-desk://x', '--server', 'https://evil.example', '--demo'],
    [`placement-desk://candidate/${id}%00`],
    [`placement-desk://candidate/${'a'.repeat(100_000)}`],
    ['javascript:alert(1)'],
    ['app://desk/addemployee'],
  ]) {
    await follow(packaged, desktop, ...args);
  }
  expect(new URL(page.url()).pathname).toBe('/dashboard');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
});

test('a form that is not saved is asked about before a link takes it away', async ({ launch, packaged }) => {
  const desktop = await launch();
  const { page } = desktop;
  await signIn(page, DEMO_ACCOUNTS.HR);
  const { link, name } = await linkOfACandidate(desktop);
  await openScreen(page, 'Inquiry');
  await page.getByRole('button', { name: /^Add / }).first().click();
  await page.getByRole('dialog').getByRole('textbox').first().fill('Typed');
  await follow(packaged, desktop, link);
  const question = page.getByRole('dialog', { name: 'Discard your changes?' });
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(page.getByRole('dialog').getByRole('textbox').first()).toHaveValue('Typed');
  await follow(packaged, desktop, link);
  // One more, meanwhile: it is asked once, and the last one counts.
  const record = new URL(link);
  await follow(packaged, desktop, 'placement-desk://inquiry/01890a5d-ac96-774b-bcce-b302099a8057');
  await follow(packaged, desktop, link);
  await expect(question).toHaveCount(1);
  await question.getByRole('button', { name: 'Discard' }).click();
  await shows(page, name);
  expect(page.url()).toContain(record.pathname.replaceAll('/', ''));
  await expect(page.getByRole('dialog')).toHaveCount(1);
});

test('a link that is followed while the application ends starts it again there', async ({
  launch,
  packaged,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'placement-installed-'));
  const [image, starts] = [join(folder, 'installed.AppImage'), join(folder, 'starts')];
  // What starts again is the installed file.
  writeFileSync(image, `#!/bin/sh\necho "$@" >> '${starts}'\n`, { mode: 0o755 });
  try {
    const desktop = await launch({ env: { APPIMAGE: image } });
    const { app, page } = desktop;
    await signIn(page, DEMO_ACCOUNTS.HR);
    const { link } = await linkOfACandidate(desktop);
    const desk = await app.evaluate(
      ({ app: electron }) => electron.getAppMetrics().find(({ name }) => name === 'Desk')?.pid ?? 0,
    );
    expect(desk).toBeGreaterThan(0);
    const ended = new Promise((resolve) => app.process().once('exit', resolve));
    // It takes a while, as with a large database or a server that does not answer.
    process.kill(desk, 'SIGSTOP');
    await app.evaluate(({ app: electron }) => electron.quit());
    await expect
      .poll(() => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length))
      .toBe(0);
    await follow(packaged, desktop, link);
    await follow(packaged, desktop, link);
    expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(0);
    process.kill(desk, 'SIGCONT');
    await ended;
    await expect.poll(() => existsSync(starts) && readFileSync(starts, 'utf8')).toContain(link);
    expect(readFileSync(starts, 'utf8').trimEnd().split('\n')).toHaveLength(1);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
