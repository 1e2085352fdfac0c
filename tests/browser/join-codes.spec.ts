import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { JOIN_PATH, readJoinCode } from '../../shared/protocol/joining.ts';
import { signIn } from '../product/page-actions.ts';
import { expectReadable } from '../product/pictures.ts';
import { DEMO_ACCOUNTS } from '../product/product.ts';
import { expect, test } from './product-test.ts';

const inspect = (page: Page, name: string): Promise<void> =>
  expectReadable(page, `join-code-${name}`, ['[role="dialog"]']);

async function openJoinCode(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: /Signed in as:/ }).click();
  await page.getByRole('menuitem', { name: 'Join code' }).click();
  return page.getByRole('dialog', { name: 'Join code' });
}

const joinAt = (origin: string, token: string): Promise<Response> =>
  fetch(origin + JOIN_PATH, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token, computer: 'PC 4' }),
  });

test('an administrator makes a join code: as text, as picture and as file; sees who joined, and ends it', async ({
  openPc,
  server,
}) => {
  await server.stop();
  await server.start({ TRUST_PROXY: '1', ALLOWED_HOSTS: 'desk.office.test' });
  const { page } = await openPc();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(page, DEMO_ACCOUNTS['Super Admin']);
  const dialog = await openJoinCode(page);
  await expect(dialog.getByText('None. PCs that have joined need none any more.')).toBeVisible();
  await dialog.getByLabel('Name of the office').fill('  Ashwini   Training ');
  await page.keyboard.press('Enter');
  await expect(dialog.getByLabel('Name of the office')).toHaveValue('Ashwini Training');
  await expect(dialog.getByRole('button', { name: 'Save name' })).toBeDisabled();

  const pcs = dialog.getByLabel('For how many PCs');
  await pcs.fill('0');
  await expect(dialog.getByText('A number from 1 to 1000')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Make join code' })).toBeDisabled();
  await pcs.fill('2');
  await dialog.getByRole('button', { name: 'Make join code' }).click();
  const field = dialog.getByRole('textbox', { name: 'Join code' });
  await expect(field).toBeFocused();
  const text = await field.inputValue();
  const code = readJoinCode(text);
  expect(code).toMatchObject({ addresses: ['https://desk.office.test'], key: null });
  await expect(dialog.getByRole('img', { name: 'QR picture of the join code' })).toBeVisible();
  await expect(dialog.getByText(/^Good until tomorrow .+, for 2 PCs\.$/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Copy' }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(text);
  const downloading = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Save settings file' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('placement-desk.ini');
  expect(readFileSync(await download.path(), 'utf8')).toBe(`[office]\r\njoin=${text}\r\n`);

  const joined = await joinAt(server.origin, code?.token ?? '');
  expect([joined.status, await joined.json()]).toEqual([200, { office: 'Ashwini Training' }]);
  // The list looks by itself.
  await expect(dialog.getByText('1 of 2 PCs joined')).toBeVisible({ timeout: 30_000 });
  await inspect(page, 'made');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: /Signed in as:/ })).toBeFocused();

  // An Admin finds it in the palette, sees what is good and ends it; the text is not shown again.
  const other = (await openPc()).page;
  await signIn(other, DEMO_ACCOUNTS.Admin);
  await other.keyboard.press('Control+k');
  await other.keyboard.type('join code');
  await other.keyboard.press('Enter');
  const theirs = other.getByRole('dialog', { name: 'Join code' });
  await expect(theirs.getByText('Name of the office: Ashwini Training')).toBeVisible();
  await expect(theirs.getByText('1 of 2 PCs joined')).toBeVisible();
  await expect(theirs.getByText(/made today .+ by /)).toBeVisible();
  await expect(theirs.getByRole('textbox', { name: 'Join code' })).toBeHidden();
  await theirs.getByRole('button', { name: /^End now/ }).click();
  await other.getByRole('button', { name: 'End now', exact: true }).click();
  await expect(theirs.getByText('None. PCs that have joined need none any more.')).toBeVisible();
  await expect(theirs).toBeVisible();
  expect((await joinAt(server.origin, code?.token ?? '')).status).toBe(404);

  // What is ended is not shown as good any more.
  await theirs.getByRole('button', { name: 'Make join code' }).click();
  await expect(theirs.getByRole('textbox', { name: 'Join code' })).toBeVisible();
  await theirs.getByRole('button', { name: /^End now/ }).click();
  await other.getByRole('button', { name: 'End now', exact: true }).click();
  await expect(theirs.getByRole('textbox', { name: 'Join code' })).toHaveCount(0);

  await server.stop();
  await theirs.getByRole('button', { name: 'Make join code' }).click();
  await expect(
    other.getByText('Join codes are made by the server. Connect, then try again.').first(),
  ).toBeVisible({ timeout: 30_000 });
});

test('where no PC reaches the server the dialog says what to set; HR is not offered it', async ({
  openPc,
}) => {
  const { page } = await openPc();
  await signIn(page, DEMO_ACCOUNTS['Super Admin']);
  const dialog = await openJoinCode(page);
  await expect(
    dialog.getByText(/Set SERVER_HOST=0\.0\.0\.0 and TLS_OWN=on, and start it again\.$/),
  ).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Make join code' })).toBeHidden();
  await inspect(page, 'not-reached');
  const hr = (await openPc()).page;
  await signIn(hr, DEMO_ACCOUNTS.HR);
  await hr.getByRole('button', { name: /Signed in as:/ }).click();
  await expect(hr.getByRole('menuitem', { name: 'My details' })).toBeVisible();
  await expect(hr.getByRole('menuitem', { name: 'Join code' })).toBeHidden();
});
