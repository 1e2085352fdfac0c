import { readdirSync } from 'node:fs';
import { WeakNetwork } from '../../electron/desk/testing/weak-network.ts';
import { connectLoopback } from '../product/loopback-client.ts';
import { typeAndHang } from '../product/hung-page.ts';
import { fillSignIn, openScreen, signIn, signOut } from '../product/page-actions.ts';
import { takePicture } from '../product/pictures.ts';
import { DEMO_ACCOUNTS } from '../product/product.ts';
import { expect, test } from './product-test.ts';

const WISH = 'Also remove the data from this computer';

const caches = (data: string): string[] =>
  readdirSync(data, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('cache.db'));

test('the data stays at logout, or goes where the user wishes so; the PC remembers the wish', async ({
  openPc,
  server,
}) => {
  const { page, data } = await openPc();
  const question = page.getByRole('dialog', { name: 'Are you sure?' });
  const wish = question.getByRole('checkbox', { name: WISH });
  const askToLogOut = (): Promise<void> => page.getByRole('button', { name: 'Logout', exact: true }).click();
  const logOut = (): Promise<void> => question.getByRole('button', { name: 'Logout' }).click();

  await signIn(page, DEMO_ACCOUNTS.HR);
  await askToLogOut();
  await expect(wish).not.toBeChecked();
  // Enter still presses Logout, and what was ticked before a Cancel is not remembered.
  await expect(question.getByRole('button', { name: 'Logout' })).toBeFocused();
  await wish.check();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toBeHidden();
  await askToLogOut();
  await expect(wish).not.toBeChecked();
  await logOut();
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
  expect(caches(data)).toHaveLength(1);

  await signIn(page, DEMO_ACCOUNTS.HR);
  await askToLogOut();
  await wish.check();
  await logOut();
  await expect(page.getByText('Your data was removed from this computer.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
  expect(caches(data)).toEqual([]);

  await signIn(page, DEMO_ACCOUNTS.Employee);
  await askToLogOut();
  await expect(wish).toBeChecked();
  await logOut();
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
  expect(caches(data)).toEqual([]);

  await server.stop();
  await fillSignIn(page, DEMO_ACCOUNTS.HR);
  await expect(
    page.getByRole('alert').filter({ hasText: /have not signed in on this computer/i }),
  ).toBeVisible();
});

test('with the wish to remove the data, what another window has open and not saved is asked about', async ({
  openPc,
}) => {
  const pc = await openPc();
  const { page } = pc;
  await signIn(page, DEMO_ACCOUNTS.HR);
  const other = await page.context().newPage();
  await other.goto(page.url());
  await openScreen(other, 'Candidate');
  await other.getByRole('button', { name: 'Add Candidate' }).click();
  const name = other.getByRole('dialog', { name: 'Add Candidate' }).getByLabel('Full Name');
  await name.fill('Half Typed');
  const question = page.getByRole('dialog', { name: 'Not all of it is saved' });
  const logOut = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Logout', exact: true }).click();
    const first = page.getByRole('dialog', { name: 'Are you sure?' });
    await first.getByRole('checkbox', { name: WISH }).check();
    await first.getByRole('button', { name: 'Logout' }).click();
    await expect(question.or(page.getByRole('button', { name: 'Login' }))).toBeVisible();
  };
  const desk = await connectLoopback(pc.desk.address);
  await expect.poll(async () => (await desk.call('drafts.list', {})).drafts.length).toBe(1);
  desk.close();
  await logOut();
  await expect(question).toContainText('1 form that you typed in is not saved');
  await expect(question.getByRole('button', { name: 'Stay signed in' })).toBeFocused();
  await takePicture(page, 'log-out-unsaved');
  await page.keyboard.press('Enter');
  await expect(question).toBeHidden();
  await expect(name).toHaveValue('Half Typed');
  await logOut();
  await question.getByRole('button', { name: 'Logout anyway' }).click();
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
  await expect(page.getByText('Your data was removed from this computer.')).toBeVisible();
});

test('what is half typed beside a list stands on no page of whoever comes next', async ({ openPc }) => {
  const pc = await openPc({ width: 1600, height: 850 });
  const { page } = pc;
  await signIn(page, DEMO_ACCOUNTS['Super Admin']);
  const other = await page.context().newPage();
  await other.setViewportSize({ width: 1600, height: 850 });
  await other.goto(page.url());
  await openScreen(other, 'Candidate');
  await other.getByRole('gridcell').locator('a[role="button"]').first().click();
  const panel = other.getByRole('complementary', { name: /^Candidate / });
  await panel.getByRole('button', { name: /^Edit Remarks/ }).click();
  await panel.getByRole('textbox', { name: 'Remarks' }).fill('Half a sentence');
  const desk = await connectLoopback(pc.desk.address);
  await expect.poll(async () => (await desk.call('drafts.list', {})).drafts.length).toBe(1);
  desk.close();
  await page.getByRole('button', { name: 'Logout', exact: true }).click();
  const first = page.getByRole('dialog', { name: 'Are you sure?' });
  await first.getByRole('checkbox', { name: WISH }).check();
  await first.getByRole('button', { name: 'Logout' }).click();
  await page
    .getByRole('dialog', { name: 'Not all of it is saved' })
    .getByRole('button', { name: 'Logout anyway' })
    .click();
  await expect(other.getByRole('button', { name: 'Login' })).toBeVisible();
  await signIn(page, DEMO_ACCOUNTS.Employee);
  await expect(other.getByRole('button', { name: /^Signed in as.*Employee/s })).toBeVisible();
  await expect(other.getByText('Half a sentence')).toHaveCount(0);
  await expect(other.getByRole('dialog')).toHaveCount(0);
});

test('what a page that hung has of one user is kept for nobody else', async ({ openPc }) => {
  const { page, desk } = await openPc();
  await signIn(page, DEMO_ACCOUNTS.HR);
  const other = await page.context().newPage();
  await other.goto('/');
  await expect(other.getByRole('button', { name: /^Signed in as/ })).toBeVisible();
  await openScreen(page, 'Candidate');
  await page.getByRole('button', { name: 'Add Candidate' }).click();
  const goOn = await typeAndHang(page, 'Full Name', 'Typed By The First');
  await signOut(other);
  await signIn(other, DEMO_ACCOUNTS['Super Admin']);
  await goOn();
  await expect(page.getByRole('button', { name: /^Signed in as.*Super Admin/s })).toBeVisible();
  const connected = await connectLoopback(desk.address);
  expect(await connected.call('drafts.list', {})).toEqual({ drafts: [] });
  connected.close();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('logging out shows that it goes on, and ends though the server answers nothing', async ({
  openPc,
  server,
}) => {
  const network = await WeakNetwork.before(server.origin);
  const { page } = await openPc({ plainServer: network.url });
  await signIn(page, DEMO_ACCOUNTS.HR);
  network.fallSilent();
  await signOut(page);
  await expect(page.getByRole('button', { name: 'Logging out…' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
  await network.close();
});

test('a server that is reached without encryption is called so before anybody signs in', async ({
  openPc,
}) => {
  const plain = await openPc({ plainServer: 'http://192.0.2.1:5701' });
  const words = plain.page.getByRole('note', { name: /^Not encrypted\./ });
  await expect(words).toBeVisible();
  await words.hover();
  await expect(plain.page.getByRole('tooltip')).toContainText('can be read on the network');
  const { page } = await openPc();
  await expect(page.getByText('Server: 127.0.0.1')).toBeVisible();
  await expect(page.getByText('Not encrypted')).toHaveCount(0);
});
