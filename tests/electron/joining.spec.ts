import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { mergeTests } from '@playwright/test';
import { test as withServer } from '../browser/product-test.ts';
import { violationsOn } from '../product/accessibility.ts';
import { signIn } from '../product/page-actions.ts';
import { DEMO_ACCOUNTS } from '../product/product.ts';
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
