import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { mergeTests } from '@playwright/test';
import { test as withServer } from '../browser/product-test.ts';
import { violationsOn } from '../product/accessibility.ts';
import { signIn } from '../product/page-actions.ts';
import { takePicture } from '../product/pictures.ts';
import { run, start } from '../product/processes.ts';
import { DEMO_ACCOUNTS, freePort } from '../product/product.ts';
import { expect, test as withWindow } from './launch.ts';
import { noteRelaunch } from './relaunch.ts';

const test = mergeTests(withWindow, withServer);

/** A PC joins the office's server, remembers it, and never opens another's data instead. */

test('by its address: what is wrong is said, it is remembered, and left again', async ({
  launch,
  server,
}) => {
  const { app, page, dataFolder } = await launch({ demo: false });
  const relaunched = await noteRelaunch(app);
  await page.getByRole('button', { name: "Join our office's server" }).click();
  const form = page.getByRole('form', { name: "Join our office's server" });
  const text = form.getByLabel('Join code or address');
  await expect(text).toBeFocused();
  for (const [typed, said] of [
    ['', 'Enter a join code or an address.'],
    ['PD1-abc', 'This join code is not whole'],
    ['ftp://desk.office.example', 'Enter the join code that your administrator gave you'],
    ['http://desk.office.invalid:5701', 'everybody on the network can read passwords'],
    ['127.0.0.1:1', 'No server answers at 127.0.0.1:1'],
    [server.origin.replace('http:', 'https:'), 'does not speak HTTPS at this address'],
  ] as const) {
    await text.fill(typed);
    await text.press('Enter');
    await expect(form.getByText(said)).toBeVisible();
    await expect(form.getByRole('button', { name: 'Join', exact: true })).toBeEnabled();
  }
  expect(await violationsOn(page, 'wcag')).toEqual([]);

  await text.fill(`  ${server.origin}/login `);
  await form.getByRole('button', { name: 'Join', exact: true }).dblclick();
  await expect(form.getByText('Joined. The application starts again')).toBeVisible();
  expect(await relaunched()).toEqual(expect.arrayContaining(['--data', dataFolder]));
  await app.close();

  // Started with nothing said, it is that server's, and no other was started.
  const joined = await launch({ dataFolder, demo: false });
  await expect(joined.page.getByText(`Server: ${new URL(server.origin).host}`)).toBeVisible();
  await signIn(joined.page, DEMO_ACCOUNTS.HR);
  await joined.app.close();
  await server.stop();
  const away = await launch({ dataFolder, demo: false });
  await expect(away.page.getByRole('button', { name: 'Use this PC alone' })).toHaveCount(0);
  await expect(away.page.getByText('this computer')).toHaveCount(0);
  if (await away.page.getByRole('button', { name: 'Logout', exact: true }).isVisible()) {
    await away.page.getByRole('button', { name: 'Logout', exact: true }).click();
    await away.page.getByRole('dialog').getByRole('button', { name: 'Logout' }).click();
  }

  const leaving = await noteRelaunch(away.app);
  await away.page.getByRole('button', { name: 'Leave this server' }).click();
  await away.page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
  await leaving();
  await away.app.close();
  expect(existsSync(join(dataFolder, 'office.json'))).toBe(false);
  const after = await launch({ dataFolder, demo: false });
  await expect(after.page.getByRole('button', { name: 'Use this PC alone' })).toBeVisible();
});

test('by --server at its first start, which is remembered too', async ({ launch, server }) => {
  const { app, page, dataFolder } = await launch({ demo: false, args: ['--server', server.origin] });
  await expect(page.getByText(`Server: ${new URL(server.origin).host}`)).toBeVisible();
  await app.close();
  expect(JSON.parse(readFileSync(join(dataFolder, 'office.json'), 'utf8'))).toMatchObject({
    server: server.origin,
  });
  const again = await launch({ dataFolder, demo: false });
  await expect(again.page.getByText(`Server: ${new URL(server.origin).host}`)).toBeVisible();
});

test('by a code, to a server with a certificate of its own; another server in its place is refused', async ({
  launch,
}) => {
  const port = await freePort();
  const settings = { SERVER_HOST: '0.0.0.0', TLS_OWN: 'on', ANNOUNCE: 'off', SERVER_PORT: String(port) };
  const server = await startOwn(settings);
  const address = `https://127.0.0.1:${port}`;
  const said = await run(
    'out/main/server.js',
    ['--data', server.data, '--join-code', '--uses', '1', '--address', address],
    settings,
  );
  const code = /PD1-[\w-]+/.exec(said)?.[0] ?? '';

  // By its address it is not trusted; by the code it is, with a line break of the mail in it.
  const { app, page, dataFolder } = await launch({ demo: false });
  const relaunched = await noteRelaunch(app);
  await page.getByRole('button', { name: "Join our office's server" }).click();
  const text = page.getByLabel('Join code or address');
  await text.fill(address);
  await text.press('Enter');
  await expect(page.getByText('Nobody whom this PC trusts has signed the certificate')).toBeVisible();
  await text.fill(`${code.slice(0, 40)}\n  ${code.slice(40)}\n`);
  await page.getByRole('button', { name: 'Join', exact: true }).click();
  await expect(page.getByText('Joined. The application starts again')).toBeVisible();
  await relaunched();
  await app.close();

  const joined = await launch({ dataFolder, demo: false });
  await expect(joined.page.getByText(`Server: 127.0.0.1:${port}`)).toBeVisible();
  await signIn(joined.page, DEMO_ACCOUNTS.HR);
  await expect(joined.page.getByRole('button', { name: /^Sync: Synced/ })).toBeVisible({ timeout: 45_000 });

  // Somebody else answers there, with a certificate of the same name.
  await server.stop();
  const other = await startOwn(settings);
  const sync = joined.page.getByRole('button', { name: /^Sync: Offline/ });
  await expect(sync).toBeVisible({ timeout: 45_000 });
  await expect(async () => {
    await sync.click();
    const tray = joined.page.getByRole('dialog');
    await tray.getByRole('button', { name: 'Sync now' }).click();
    await expect(tray).toContainText('answers with another key than the server that this PC joined', {
      timeout: 5_000,
    });
  }).toPass();
  await joined.app.close();
  await other.stop();
});

test('by a settings file beside the application, without being asked', async ({
  launch,
  server,
  packaged,
}) => {
  // Beside what was packaged: links to its files do not reach another disk.
  const beside = join(dirname(dirname(packaged.executablePath)), 'installed-');
  const installed = join(mkdtempSync(beside), 'application');
  try {
    execFileSync('cp', ['-al', dirname(packaged.executablePath), installed]);
    const executablePath = join(installed, basename(packaged.executablePath));
    const write = (text: string): void => writeFileSync(join(installed, 'placement-desk.ini'), text);
    write('[office]\r\njoin=PD1-half\r\n');
    const first = await launch({ demo: false, executablePath });
    // What cannot be followed is said, and leaves the choice.
    await expect(first.page.getByText('This join code is not whole')).toBeVisible();
    await first.page.getByRole('button', { name: 'Back' }).click();
    await expect(first.page.getByRole('button', { name: 'Use this PC alone' })).toBeVisible();
    // Put right, it is followed at the next look: here by a page that is loaded anew, so that the restart can be watched.
    const relaunched = await noteRelaunch(first.app);
    write(`[office]\r\nserver=${server.origin}\r\n`);
    await first.page.reload();
    await relaunched();
    await first.app.close();
    const { dataFolder } = first;
    const joined = await launch({ dataFolder, demo: false, executablePath });
    await signIn(joined.page, DEMO_ACCOUNTS.HR);
  } finally {
    rmSync(dirname(installed), { recursive: true, force: true });
  }
});

test('a settings file that lies where downloads lie is followed only when the user says so', async ({
  launch,
  server,
}) => {
  const downloads = mkdtempSync(join(tmpdir(), 'placement-downloads-'));
  try {
    const ini = `[office]\r\nserver=${server.origin}\r\nask=no\r\nallow-plain-http=yes\r\n`;
    writeFileSync(join(downloads, 'placement-desk.ini'), ini);
    const env = { APPIMAGE: join(downloads, 'placement-desk-linux-x64.AppImage') };
    const { app, page, dataFolder } = await launch({ demo: false, env });
    const relaunched = await noteRelaunch(app);
    const form = page.getByRole('form', { name: "Join our office's server" });
    await expect(form).toContainText(`this PC is to join ${new URL(server.origin).host}`);
    await takePicture(page, 'electron-join-asked');
    // Loaded anew it waits as before.
    await page.reload();
    await expect(form.getByRole('button', { name: 'Join', exact: true })).toBeEnabled();
    expect(existsSync(join(dataFolder, 'office.json'))).toBe(false);
    await form.getByRole('button', { name: 'Back' }).click();
    await expect(page.getByRole('button', { name: 'Use this PC alone' })).toBeVisible();
    await page.reload();
    await form.getByRole('button', { name: 'Join', exact: true }).click();
    await relaunched();
    expect(existsSync(join(dataFolder, 'office.json'))).toBe(true);
  } finally {
    rmSync(downloads, { recursive: true, force: true });
  }
});

/** A server with demo data on a folder of its own. */
async function startOwn(
  settings: Record<string, string>,
): Promise<{ data: string; stop: () => Promise<void> }> {
  const data = mkdtempSync(join(tmpdir(), 'placement-joining-'));
  const running = await start(
    'out/main/server.js',
    ['--data', data, '--demo'],
    /Listening on (https:\S+)/,
    [],
    settings,
  );
  return {
    data,
    stop: async () => {
      await running.stop();
      rmSync(data, { recursive: true, force: true });
    },
  };
}
