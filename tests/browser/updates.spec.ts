import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newerServerBefore } from '../product/newer-server.ts';
import { fillSignIn, signIn } from '../product/page-actions.ts';
import { expectReadable } from '../product/pictures.ts';
import { DEMO_ACCOUNTS } from '../product/product.ts';
import { newReleaseKey, writeRelease } from '../product/releases.ts';
import { expect, test } from './product-test.ts';

/** Decision 42: what people see of updates. The key and the release are the test's own. */

test('a Super Admin sees what is published and who has it, gives it to all and halts it', async ({
  openPc,
  server,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'placement-e2e-release-'));
  const key = newReleaseKey();
  await server.stop();
  await server.start({ UPDATE_KEY: key.publicKey });
  const { page } = await openPc();
  await signIn(page, DEMO_ACCOUNTS['Super Admin']);
  await page.getByRole('button', { name: /Signed in as:/ }).click();
  await page.getByRole('menuitem', { name: 'Updates' }).click();
  const dialog = page.getByRole('dialog', { name: 'Updates' });
  await expect(dialog.getByText('No version was published on this server yet.')).toBeVisible();
  writeRelease(folder, key, '7.0.0');
  const published = spawnSync(
    process.execPath,
    ['out/main/server.js', '--data', server.data, '--publish', folder],
    { env: { ...process.env, UPDATE_KEY: key.publicKey }, encoding: 'utf8' },
  );
  expect(published.stdout).toContain('Version 7.0.0 is published');
  await expect(dialog.getByRole('heading', { name: 'Version 7.0.0' })).toBeVisible();
  await expect(dialog.getByText('It goes to pilot PCs first. None has asked for it yet.')).toBeVisible();
  await expectReadable(page, 'updates-pilots', ['[role="dialog"]']);
  await dialog.getByRole('button', { name: 'Release to all' }).click();
  const question = page.getByRole('dialog', { name: 'Give version 7.0.0 to all PCs?' });
  await question.getByRole('button', { name: 'Release to all' }).click();
  await expect(dialog.getByText('It goes to all PCs.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Halt' }).click();
  await page
    .getByRole('dialog', { name: 'Halt version 7.0.0?' })
    .getByRole('button', { name: 'Halt' })
    .click();
  await expect(dialog.getByText('It is halted: it goes to no further PC.')).toBeVisible();
  await expectReadable(page, 'updates-halted', ['[role="dialog"]']);
  rmSync(folder, { recursive: true });
});

test('a PC that is too old for the server says so and shows no zeros', async ({ openPc, server }) => {
  const newer = await newerServerBefore(server.origin);
  const { page } = await openPc({ plainServer: newer.url });
  await fillSignIn(page, DEMO_ACCOUNTS.Admin);
  await expect(
    page.getByRole('button', { name: /^Sync: This PC is too old for the server: update it/ }),
  ).toBeVisible();
  await expect(page.getByText('Ask your administrator for the installer of the new version.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'No data on this PC yet' })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Summary' })).toHaveCount(0);
  await expectReadable(page, 'updates-too-old', ['header', '#content']);
  newer.refuse(false);
  await page.getByRole('button', { name: /^Sync: This PC is too old/ }).click();
  await page.getByRole('button', { name: 'Sync now' }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { name: 'No data on this PC yet' })).toHaveCount(0);
  await newer.close();
});
