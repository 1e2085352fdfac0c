import { sep } from 'node:path';
import type { Page } from '@playwright/test';
import { foundInTheClear } from '../../electron/desk/testing/folder-contents.ts';
import { openScreen, signIn, signOut } from '../product/page-actions.ts';
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '../product/product.ts';
import { expect, test } from './launch.ts';
import { killAllProcesses } from './process-tree.ts';

/** Section 11: what the packaged application leaves on the disk of a PC tells nobody anything without the key. */

const NAME = 'Zubeida Quraishi';
const CITY = 'Sindhudurg';
const ACCOUNT = DEMO_ACCOUNTS['Super Admin'];

/** What was typed, who is signed in, and people of the demo data who were shown. */
async function told(page: Page): Promise<string[]> {
  let people: string[] = [];
  await expect(async () => {
    const shown = await page
      .getByRole('button', { name: /^View / })
      .evaluateAll((buttons) => buttons.map((button) => button.getAttribute('aria-label') ?? ''));
    people = shown.map((label) => label.replace('View ', '')).filter((name) => name.includes(' '));
    expect(people.length).toBeGreaterThan(3);
  }).toPass();
  return [
    NAME,
    'Quraishi',
    CITY,
    '98450 77123',
    '9845077123',
    'zubeida@sample.test',
    ACCOUNT,
    DEMO_PASSWORD,
    // How every access token begins.
    'eyJhbGciOi',
    '@example.com',
    ...people,
  ];
}

/** The desk's part of the data folder and the browser's own; the server of this PC is the organisation's. */
const inTheClear = (folder: string, texts: readonly string[]): string[] =>
  foundInTheClear(folder, texts).filter((found) => {
    const path = found.slice(found.lastIndexOf(' in ') + 4);
    return path.split(sep)[0] !== 'server' && !path.startsWith('backups');
  });

test(
  'after a day of work, a kill and a sign-out no file tells a name, a number, an address or a token',
  { tag: '@core' },
  async ({ launch }) => {
    const { app, page, dataFolder } = await launch();
    await signIn(page, ACCOUNT);
    await openScreen(page, 'Candidate');
    await page.getByRole('button', { name: 'Add Candidate' }).click();
    const form = page.getByRole('dialog', { name: 'Add Candidate' });
    await form.getByLabel('Full Name').fill(NAME);
    await form.getByLabel('Mobile', { exact: true }).fill('98450 77123');
    await form.getByLabel('Email', { exact: true }).fill('zubeida@sample.test');
    await page.keyboard.press('Control+s');
    await expect(form).toBeHidden();
    await page.getByLabel('Search candidates').fill('Quraishi');
    await expect(page.getByRole('button', { name: `View ${NAME}` })).toBeVisible();
    await page.getByLabel('Search candidates').fill('');
    await expect(page.getByText(/^Synced/).first()).toBeVisible();
    await expect.poll(() => page.getByRole('button', { name: /^View / }).count()).toBeGreaterThan(3);
    const texts = await told(page);
    expect(inTheClear(dataFolder, texts)).toEqual([]);

    await test.step('killed while it is open', async () => {
      await killAllProcesses(app);
      expect(inTheClear(dataFolder, texts)).toEqual([]);
    });

    await test.step('signed in again and out', async () => {
      const again = await launch({ dataFolder });
      await signIn(again.page, ACCOUNT);
      await openScreen(again.page, 'Candidate');
      await again.page.getByLabel('Search candidates').fill('Quraishi');
      await expect(again.page.getByRole('button', { name: `View ${NAME}` })).toBeVisible();
      await signOut(again.page);
      await again.app.close();
      expect(inTheClear(dataFolder, texts)).toEqual([]);
    });
  },
);
