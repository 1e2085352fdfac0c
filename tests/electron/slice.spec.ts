import type { Role } from '#shared/access/roles.ts';
import { mergeTests, type Page } from '@playwright/test';
import { addCandidate, fillSignIn, openScreen, rowWith, signIn, signOut } from '../product/page-actions.ts';
import { test as withServer } from '../browser/product-test.ts';
import { DEMO_ACCOUNTS } from '../product/product.ts';
import { expect, test as withWindow } from './launch.ts';
import { killAllProcesses } from './process-tree.ts';

/** The real window, and where a test asks for it a server in a process of its own, with demo data. */
const test = mergeTests(withWindow, withServer);

/** Linux without a keychain: the session is not kept over a restart, and the user signs in offline. */
const NO_KEYCHAIN = ['--password-store=basic'];
const AFTER_RETRY = { timeout: 45_000 };

interface Person {
  name: string;
  mobile: string;
  email: string;
}

async function find(page: Page, text: string, name: string): Promise<void> {
  await page.getByLabel('Search candidates').fill(text);
  // The first row: the search before may show the same person among the similar ones, in a row that is about to move.
  await expect(page.locator('[role="row"][row-index="0"]')).toContainText(name, AFTER_RETRY);
}

async function setCity(page: Page, name: string, city: string): Promise<void> {
  await page.getByRole('button', { name: `Edit ${name}` }).click();
  const form = page.getByRole('dialog', { name: 'Edit Candidate' });
  await form.getByLabel('City').fill(city);
  await form.getByRole('button', { name: 'Update Employee' }).click();
  await expect(form).toBeHidden();
}

async function expectCity(page: Page, name: string, city: string): Promise<void> {
  await page.getByRole('button', { name: `View ${name}` }).click();
  const view = page.getByRole('dialog', { name: 'View Candidate' });
  await expect(view).toContainText(city);
  await page.keyboard.press('Escape');
  await expect(view).toBeHidden();
}

async function deleteCandidate(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: `Delete ${name}` }).click();
  const question = page.getByRole('dialog', { name: 'Are you sure?' });
  await expect(question).toContainText('This will permanently delete the candidate.');
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('No candidates match the selected filters.')).toBeVisible();
}

async function undo(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(rowWith(page, name)).toBeVisible();
}

/** Adds, finds by part of the phone number, edits, views, deletes and brings back one candidate. */
async function workOn(page: Page, person: Person): Promise<void> {
  await addCandidate(page, person);
  await find(page, person.mobile.replaceAll(' ', '').slice(3, 9), person.name);
  await setCity(page, person.name, 'Nagpur');
  await expectCity(page, person.name, 'Nagpur');
  await deleteCandidate(page, person.name);
  await undo(page, person.name);
}

const synced = (page: Page) => page.getByRole('button', { name: /^Sync: Synced/ });
const offline = (page: Page) => page.getByRole('button', { name: /^Sync: Offline/ });

test('each demo account signs in to the embedded server and out again', async ({ launch }) => {
  const { page } = await launch();
  for (const [role, email] of Object.entries(DEMO_ACCOUNTS) as [Role, string][]) {
    await signIn(page, email);
    await expect(page.getByText(`(${role})`)).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible();
    await signOut(page);
    await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
  }
});

test(
  'a candidate is added, found, edited, viewed, deleted and brought back with the embedded server',
  { tag: '@core' },
  async ({ launch }) => {
    const { page, app, dataFolder } = await launch({ args: NO_KEYCHAIN });
    const person = { name: 'Meera Kulkarni', mobile: '+91 90000 12345', email: 'meera.k@example.com' };
    await signIn(page, DEMO_ACCOUNTS.HR);
    await openScreen(page, 'Candidate');
    await expect(page.getByRole('heading', { name: 'Candidates' })).toContainText('400');
    await workOn(page, person);
    await expect(synced(page)).toBeVisible(AFTER_RETRY);
    await signOut(page);
    await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();

    await app.close();
    const again = await launch({ dataFolder, args: NO_KEYCHAIN });
    await signIn(again.page, DEMO_ACCOUNTS['Super Admin']);
    await openScreen(again.page, 'Candidate');
    await find(again.page, person.name, person.name);
    await expectCity(again.page, person.name, 'Nagpur');
  },
);

test(
  'work goes on without the server, outlives an end and a power cut, and reaches another PC later',
  { tag: '@core' },
  async ({ launch, server }) => {
    test.setTimeout(240_000);
    const args = [...NO_KEYCHAIN, '--server', server.origin];
    const first = await launch({ args });
    const { dataFolder } = first;
    const online = { name: 'Asha Online', mobile: '90000 11111', email: 'asha.online@example.com' };
    const away = { name: 'Ravi Offline', mobile: '90000 22222', email: 'ravi.offline@example.com' };
    const late = { name: 'Nisha Powercut', mobile: '90000 33333', email: 'nisha.powercut@example.com' };

    await signIn(first.page, DEMO_ACCOUNTS.HR);
    await openScreen(first.page, 'Candidate');
    await expect(first.page.getByRole('heading', { name: 'Candidates' })).toContainText('400');
    await workOn(first.page, online);
    await expect(synced(first.page)).toBeVisible(AFTER_RETRY);

    await server.stop('SIGKILL');
    await expect(offline(first.page)).toBeVisible(AFTER_RETRY);
    await workOn(first.page, away);
    await expect(first.page.getByRole('button', { name: /^Sync: Offline.*changes waiting/ })).toBeVisible();
    await first.app.close();

    const second = await launch({ dataFolder, args });
    await fillSignIn(second.page, DEMO_ACCOUNTS.HR, 'not the password');
    await expect(second.page.getByRole('alert').filter({ hasText: /wrong/i })).toBeVisible();
    await signIn(second.page, DEMO_ACCOUNTS.HR);
    await openScreen(second.page, 'Candidate');
    await find(second.page, '022222', away.name);
    await expectCity(second.page, away.name, 'Nagpur');
    await addCandidate(second.page, late);
    await killAllProcesses(second.app);

    const third = await launch({ dataFolder, args });
    await signIn(third.page, DEMO_ACCOUNTS.HR);
    await openScreen(third.page, 'Candidate');
    for (const { name, mobile } of [online, away, late]) await find(third.page, mobile, name);
    await offline(third.page).click();
    const tray = third.page.getByRole('dialog', { name: 'Sync' });
    await expect(tray).toContainText(away.name);
    await expect(tray).toContainText(late.name);
    await third.page.keyboard.press('Escape');

    await server.start();
    await expect(synced(third.page)).toBeVisible(AFTER_RETRY);
    const other = await launch({ args });
    await signIn(other.page, DEMO_ACCOUNTS.Admin);
    await openScreen(other.page, 'Candidate');
    for (const { name, mobile } of [online, away, late]) await find(other.page, mobile, name);
    await find(other.page, away.name, away.name);
    await expectCity(other.page, away.name, 'Nagpur');
  },
);

test('a second user of the same PC sees and sends nothing of the first', async ({ launch, server }) => {
  test.setTimeout(180_000);
  const args = [...NO_KEYCHAIN, '--server', server.origin];
  const { page } = await launch({ args });
  const kept = { name: 'Kept For Later', mobile: '90000 99999', email: 'kept@example.com' };
  await signIn(page, DEMO_ACCOUNTS.HR);
  await openScreen(page, 'Candidate');
  await expect(page.getByRole('heading', { name: 'Candidates' })).toContainText('400');
  await server.stop('SIGKILL');
  await expect(offline(page)).toBeVisible(AFTER_RETRY);
  await addCandidate(page, kept);
  await signOut(page);
  const question = page.getByRole('dialog').filter({ hasText: /1 change/ });
  await question.getByRole('button', { name: /logout/i }).click();
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();

  await server.start();
  await signIn(page, DEMO_ACCOUNTS.Admin);
  await expect(synced(page)).toBeVisible(AFTER_RETRY);
  await page.getByRole('button', { name: /^Sync:/ }).click();
  const tray = page.getByRole('dialog', { name: 'Sync' });
  await expect(tray).toContainText('up to date');
  await expect(tray).not.toContainText(kept.name);
  await page.keyboard.press('Escape');
  await openScreen(page, 'Candidate');
  await expect(page.getByRole('heading', { name: 'Candidates' })).toContainText('400');
  await page.getByLabel('Search candidates').fill(kept.name);
  await expect(page.getByText('No candidates match the selected filters.')).toBeVisible();

  // The server's own word, from a PC that has nothing of the first user's: the second sent nothing of his.
  const other = await launch({ args });
  await signIn(other.page, DEMO_ACCOUNTS['Super Admin']);
  await expect(synced(other.page)).toBeVisible(AFTER_RETRY);
  await openScreen(other.page, 'Candidate');
  await expect(other.page.getByRole('heading', { name: 'Candidates' })).toContainText('400');
  await other.page.getByLabel('Search candidates').fill(kept.name);
  await expect(other.page.getByText('No candidates match the selected filters.')).toBeVisible();

  await signOut(page);
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
  await signIn(page, DEMO_ACCOUNTS.HR);
  await expect(rowWith(other.page, kept.name)).toBeVisible(AFTER_RETRY);
  await openScreen(page, 'Candidate');
  await find(page, kept.name, kept.name);
});
