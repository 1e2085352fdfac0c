import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { mergeTests } from '@playwright/test';
import { textsOnDisk } from '../../electron/desk/testing/folder-contents.ts';
import { test as withServer } from '../browser/product-test.ts';
import { typeAndHang } from '../product/hung-page.ts';
import { openScreen, signIn, signOut } from '../product/page-actions.ts';
import { DEMO_ACCOUNTS } from '../product/product.ts';
import { expect, test as withWindow, type PackagedApplication } from './launch.ts';
import { callDesk } from './page-calls.ts';

const test = mergeTests(withWindow, withServer);

/** Names of the files under the folder that hold one of the texts, as they are or as UTF-16, whatever program they belong to. */
function filesWith(folder: string, texts: readonly string[]): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => {
      const bytes = readFileSync(file);
      return texts.some((text) => bytes.includes(text) || bytes.includes(Buffer.from(text, 'utf16le')));
    });
}

test('logging out with the choice to remove the data leaves nothing of it in the files of this PC', async ({
  launch,
  server,
}) => {
  const options = { args: ['--server', server.origin], demo: false };
  const { app, page, dataFolder } = await launch(options);
  await signIn(page, DEMO_ACCOUNTS.HR);
  await openScreen(page, 'Candidate');
  const view = page.getByRole('button', { name: /^View / }).first();
  const candidate = ((await view.getAttribute('aria-label')) ?? '').replace('View ', '');
  const email = await page.getByRole('gridcell').filter({ hasText: '@' }).first().innerText();
  const user = await page.getByText('Signed in as:').locator('..').locator('[title]').innerText();
  const texts = [candidate, email.trim(), DEMO_ACCOUNTS.HR, user];
  // They lie here for whoever has the key, and for nobody else.
  expect(textsOnDisk(dataFolder, texts)).toEqual(texts);
  expect(filesWith(dataFolder, texts)).toEqual([]);

  // What the page put into Chromium's storage is in its files now, as after some seconds.
  await app.evaluate(({ session }) => session.defaultSession.flushStorageData());

  await page.getByRole('button', { name: 'Logout', exact: true }).click();
  const question = page.getByRole('dialog', { name: 'Are you sure?' });
  await question.getByRole('checkbox', { name: 'Also remove the data from this computer' }).check();
  await question.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByText('Your data was removed from this computer.')).toBeVisible();
  expect(textsOnDisk(dataFolder, texts)).toEqual([]);
  expect(filesWith(dataFolder, texts)).toEqual([]);
  // Ended in order it writes nothing of it again.
  await app.close();
  expect(textsOnDisk(dataFolder, texts)).toEqual([]);
  expect(filesWith(dataFolder, texts)).toEqual([]);
});

test('what was said to a user goes with the user: nobody else reads the name or presses Undo', async ({
  launch,
}) => {
  const { page } = await launch({ args: ['--password-store=basic'] });
  await signIn(page, DEMO_ACCOUNTS.HR);
  await openScreen(page, 'Candidate');
  const name = (
    (await page
      .getByRole('button', { name: /^Edit / })
      .first()
      .getAttribute('aria-label')) ?? ''
  ).slice(5);
  await page.getByRole('button', { name: `Edit ${name}`, exact: true }).click();
  const form = page.getByRole('dialog', { name: 'Edit Candidate' });
  await form.getByLabel('City').fill('Elsewhere');
  await form.getByRole('button', { name: 'Update Employee' }).click();
  await expect(form).toBeHidden();
  await page.locator('#content').focus();
  await page.keyboard.press('Control+z');
  await expect(page.getByText(`Undone City of ${name}`)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Redo', exact: true })).toBeVisible();
  await signOut(page);
  await expect(page.getByText('Logged out!')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
  // At once: by itself the message goes after ten seconds.
  expect(await page.getByText(name).count()).toBe(0);
  expect(await page.getByRole('button', { name: 'Redo', exact: true }).count()).toBe(0);
  await signIn(page, DEMO_ACCOUNTS.Admin);
  await expect(page.getByText(/^Welcome/)).toBeVisible();
  await expect(page.getByText(name)).toHaveCount(0);
});

/** Starts the application without a window to attach to, and waits for its end. */
async function run(
  packaged: PackagedApplication,
  args: readonly string[],
): Promise<{ code: number | null; said: string }> {
  const child = spawn(packaged.executablePath, [...packaged.args, ...args], {
    env: packaged.env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, said };
}

/** An address by which other computers would reach this one. */
const ownAddress = Object.values(networkInterfaces())
  .flatMap((all) => all ?? [])
  .find(({ family, internal }) => family === 'IPv4' && !internal)?.address;

test('what a window that hung has of one user is kept for nobody else', async ({ launch }) => {
  const { app, page } = await launch();
  await signIn(page, DEMO_ACCOUNTS.HR);
  await openScreen(page, 'Candidate');
  const next = app.waitForEvent('window');
  await page.keyboard.press('Control+Shift+N');
  const other = await next;
  await expect(other.getByRole('button', { name: /^Signed in as/ })).toBeVisible();
  await page.getByRole('button', { name: 'Add Candidate' }).click();
  const goOn = await typeAndHang(page, 'Full Name', 'Typed By The First');
  await signOut(other);
  await signIn(other, DEMO_ACCOUNTS['Super Admin']);
  await goOn();
  await expect(page.getByRole('button', { name: /^Signed in as.*Super Admin/s })).toBeVisible();
  expect(await callDesk(other, 'drafts.list', {})).toMatchObject({ result: { drafts: [] } });
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('a server that is reached without encryption is called so, before and after sign-in', async ({
  launch,
  packaged,
  server,
}) => {
  test.skip(ownAddress === undefined, 'This computer has no address but loopback.');
  await server.stop();
  await server.start({ SERVER_HOST: '0.0.0.0', ALLOW_PLAIN_HTTP: 'on' });
  const origin = `http://${ownAddress}:${new URL(server.origin).port}`;

  const refused = await run(packaged, ['--server', origin]);
  expect(refused.code).toBe(2);
  expect(refused.said).toContain('add --allow-plain-http');

  const { page } = await launch({ args: ['--server', origin, '--allow-plain-http'], demo: false });
  const mark = page.getByRole('note', { name: /^Not encrypted\./ });
  await expect(mark).toBeVisible();
  await signIn(page, DEMO_ACCOUNTS.HR);
  await expect(page.getByRole('button', { name: 'Logout', exact: true })).toBeVisible();
  await expect(mark).toBeVisible();
});

test('no way back leads whoever signs in next to what was looked for before', async ({ launch }) => {
  const { app, page } = await launch();
  await signIn(page, DEMO_ACCOUNTS.HR);
  await openScreen(page, 'Candidate');
  await page.getByLabel('Search candidates').fill('Secretsearch');
  await expect(page).toHaveURL(/search=Secretsearch/);
  await openScreen(page, 'Inquiry');
  await signOut(page);
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
  await signIn(page, DEMO_ACCOUNTS.Admin);
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toBeVisible();
  expect(await page.evaluate(() => history.length)).toBeLessThanOrEqual(3);
  const addresses = await app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows().flatMap(({ webContents: { navigationHistory } }) =>
      navigationHistory.getAllEntries().map(({ url }) => url),
    ),
  );
  expect(addresses.length).toBeGreaterThan(0);
  expect(addresses.filter((url) => url.includes('search'))).toEqual([]);
});
