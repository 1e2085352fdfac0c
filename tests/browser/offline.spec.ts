import { PATHS } from '#shared/protocol/sync.ts';
import { WeakNetwork } from '../../electron/desk/testing/weak-network.ts';
import { DEMO_ACCOUNTS } from '../product/product.ts';
import { fillSignIn, openScreen, rowWith, signIn, signOut } from '../product/page-actions.ts';
import { expect, test } from './product-test.ts';

test(
  'the whole slice goes on while the server is away, across a restart, and reaches the other desk later',
  { tag: '@core' },
  async ({ openPc, server }) => {
    const pc = await openPc();
    const other = await openPc();
    const { page } = pc;
    await signIn(page, DEMO_ACCOUNTS.HR);
    await signIn(other.page, DEMO_ACCOUNTS.Admin);
    await openScreen(page, 'Candidate');
    await openScreen(other.page, 'Candidate');
    await expect(page.getByRole('heading', { name: 'Candidates' })).toContainText('400');
    await expect(other.page.getByRole('heading', { name: 'Candidates' })).toContainText('400');

    await server.stop('SIGKILL');
    await expect(page.getByRole('button', { name: /^Sync: Offline/ })).toBeVisible({ timeout: 30_000 });

    await page.getByRole('button', { name: 'Add Candidate' }).click();
    const form = page.getByRole('dialog', { name: 'Add Candidate' });
    await form
      .getByLabel('Full Name')
      .fill('Added Offline Venkata Subrahmanyam Lakshminarayana Raghunathan Iyer');
    await form.getByLabel('Mobile').fill('90000 54321');
    await form.getByLabel('Email').fill('added.offline@example.com');
    await form.getByRole('button', { name: 'Save Employee' }).click();
    await expect(form).toBeHidden();
    await page.getByLabel('Search candidates').fill('54321');
    await expect(rowWith(page, 'Added Offline')).toBeVisible();
    await page.getByRole('button', { name: 'Edit Added Offline' }).click();
    const edit = page.getByRole('dialog', { name: 'Edit Candidate' });
    await edit.getByLabel('City').fill('Nagpur');
    await edit.getByRole('button', { name: 'Update Employee' }).click();
    await expect(edit).toBeHidden();
    await expect(page.getByRole('button', { name: /^Sync: Offline.*2 changes waiting/ })).toBeVisible();

    await pc.restart();
    await fillSignIn(page, DEMO_ACCOUNTS.HR, 'not the password');
    await expect(page.getByRole('alert').filter({ hasText: /wrong/i })).toBeVisible();
    await signIn(page, DEMO_ACCOUNTS.HR);
    await openScreen(page, 'Candidate');
    await page.getByLabel('Search candidates').fill('54321');
    await page.getByRole('button', { name: 'View Added Offline' }).click();
    await expect(page.getByRole('dialog', { name: 'View Candidate' })).toContainText('Nagpur');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^Sync: Offline/ }).click();
    const tray = page.getByRole('dialog', { name: 'Sync' });
    await expect(tray).toContainText('Added Offline');
    // A long name is cut in its card and does not widen the tray.
    expect(await tray.evaluate((shown) => shown.scrollWidth - shown.clientWidth)).toBe(0);
    await tray.getByRole('button', { name: 'Sync now' }).click();
    await expect(tray).toContainText(/No answer at \d{1,2}:\d\d [ap]m\. It is tried again by itself\./);
    // The name on a card leads to its record, over the list as it was; closed, one goes on where the tray was opened.
    await tray.getByRole('link', { name: 'Added Offline' }).first().focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: 'View Candidate' })).toContainText('Nagpur');
    await expect(tray).toBeHidden();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByLabel('Search candidates')).toHaveValue('54321');
    await expect(page.getByRole('button', { name: /^Sync: Offline/ })).toBeFocused();

    await server.start();
    await expect(page.getByRole('button', { name: /^Sync: Synced/ })).toBeVisible({ timeout: 45_000 });
    await other.page.getByLabel('Search candidates').fill('54321');
    await expect(rowWith(other.page, 'Added Offline')).toBeVisible({ timeout: 45_000 });
    await other.page.getByRole('button', { name: 'View Added Offline' }).click();
    await expect(other.page.getByRole('dialog', { name: 'View Candidate' })).toContainText('Nagpur');
  },
);

test(
  'a second user of the same PC sees and sends nothing of the first',
  { tag: '@core' },
  async ({ openPc, server }) => {
    const { page } = await openPc();
    await signIn(page, DEMO_ACCOUNTS.HR);
    await openScreen(page, 'Candidate');
    await expect(page.getByRole('heading', { name: 'Candidates' })).toContainText('400');
    await server.stop();
    await expect(page.getByRole('button', { name: /^Sync: Offline/ })).toBeVisible({ timeout: 30_000 });
    await page.getByRole('button', { name: 'Add Candidate' }).click();
    const form = page.getByRole('dialog', { name: 'Add Candidate' });
    await form.getByLabel('Full Name').fill('Kept For Later');
    await form.getByLabel('Mobile').fill('90000 99999');
    await form.getByLabel('Email').fill('kept@example.com');
    await form.getByRole('button', { name: 'Save Employee' }).click();
    await expect(form).toBeHidden();

    await signOut(page);
    const question = page.getByRole('dialog').filter({ hasText: /1 change/ });
    await expect(question).toBeVisible();
    await question.getByRole('button', { name: /log ?out|sign out/i }).click();
    await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();

    await fillSignIn(page, DEMO_ACCOUNTS.Employee);
    await expect(page.getByRole('alert').filter({ hasText: /offline/i })).toBeVisible();
    await server.start();
    await signIn(page, DEMO_ACCOUNTS.Employee);
    await expect(page.getByRole('button', { name: /^Sync: Synced/ })).toBeVisible({ timeout: 30_000 });
    await page.goto('/candidate');
    await page.waitForURL('**/dashboard');
    await signOut(page);
    await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();

    await signIn(page, DEMO_ACCOUNTS.HR);
    await openScreen(page, 'Candidate');
    await expect(page.getByRole('button', { name: /^Sync: Synced/ })).toBeVisible({ timeout: 30_000 });
    await page.getByLabel('Search candidates').fill('Kept For Later');
    await expect(rowWith(page, 'Kept For Later')).toBeVisible();
  },
);

test('what was refused is offered again in one go', async ({ openPc, server }) => {
  const pc = await openPc();
  const other = await openPc();
  const { page } = pc;
  await signIn(page, DEMO_ACCOUNTS.HR);
  await signIn(other.page, DEMO_ACCOUNTS.Admin);
  await openScreen(page, 'Candidate');
  await openScreen(other.page, 'Candidate');
  await expect(page.getByRole('heading', { name: 'Candidates' })).toContainText('400');
  await server.stop('SIGKILL');
  await expect(page.getByRole('button', { name: /^Sync: Offline/ })).toBeVisible({ timeout: 30_000 });
  const people: string[] = [];
  for (const at of [0, 1]) {
    const action = await page
      .getByRole('button', { name: /^Edit / })
      .nth(at)
      .getAttribute('aria-label');
    people.push((action ?? '').replace('Edit ', ''));
  }
  for (const person of people) {
    await page.getByLabel('Search candidates').fill(person);
    await page
      .getByRole('button', { name: `Edit ${person}` })
      .first()
      .click();
    const edit = page.getByRole('dialog', { name: 'Edit Candidate' });
    await edit.getByLabel('City').fill('Nagpur');
    await edit.getByRole('button', { name: 'Update Employee' }).click();
    await expect(edit).toBeHidden();
  }
  await expect(page.getByRole('button', { name: /^Sync: Offline.*2 changes waiting/ })).toBeVisible();
  await pc.desk.stop();
  await server.start();
  await expect(other.page.getByRole('button', { name: /^Sync: Synced/ })).toBeVisible({ timeout: 45_000 });
  for (const person of people) {
    await other.page.getByLabel('Search candidates').fill(person);
    await other.page
      .getByRole('button', { name: `Delete ${person}` })
      .first()
      .click();
    await other.page
      .getByRole('dialog')
      .getByRole('button', { name: /Delete/ })
      .click();
    await expect(rowWith(other.page, person)).toBeHidden();
  }
  await pc.restart();
  await signIn(page, DEMO_ACCOUNTS.HR);
  await page.getByRole('button', { name: /^Sync: .*2 need attention/ }).click({ timeout: 45_000 });
  const tray = page.getByRole('dialog', { name: 'Sync' });
  await tray.getByRole('button', { name: 'Retry all' }).click();
  await expect(page.getByText('2 changes offered again')).toBeVisible();
});

test('where a first sync is cut off it is said that records are missing, and not that nothing is due', async ({
  openPc,
  server,
}) => {
  const network = await WeakNetwork.before(server.origin);
  const { page } = await openPc({ plainServer: network.url });
  network.holdBack([PATHS.pull]);
  await fillSignIn(page, DEMO_ACCOUNTS.HR);
  await expect(page.getByRole('button', { name: /^Sync: First sync/ })).toBeVisible();
  network.cut();
  await expect(page.getByRole('button', { name: /^Sync: Offline/ })).toBeVisible();
  await openScreen(page, 'Today');
  const missing = page.getByRole('status').filter({ hasText: 'Not all records are on this PC yet' });
  await expect(missing).toBeVisible();
  await expect(page.getByText('Nothing is due.')).toHaveCount(0);
  // Nor does a list on paper look whole.
  await openScreen(page, 'Candidate');
  await expect(page.getByText('No candidates match the selected filters.')).toBeVisible();
  await page.evaluate(() => (window.print = () => undefined));
  await page.keyboard.press('Control+p');
  await expect(page.locator('[data-printed]')).toContainText(
    'Not whole: not all records were on this PC yet.',
  );
  await page.evaluate(() => void window.dispatchEvent(new Event('afterprint')));
  await page.goto('/open/candidate/not-fetched');
  const link = page.getByRole('dialog', { name: 'The link leads nowhere' });
  await expect(link).toContainText('This record is not on this PC yet');
  await link.getByRole('button', { name: 'OK' }).click();
  await openScreen(page, 'Today');
  network.mend();
  await page.getByRole('button', { name: /^Sync: / }).click();
  await page.getByRole('dialog', { name: 'Sync' }).getByRole('button', { name: 'Sync now' }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: /^Sync: Synced/ })).toBeVisible({ timeout: 45_000 });
  await expect(missing).toHaveCount(0);
  await expect(page.getByRole('heading', { name: /^Today \([1-9]/ })).toBeVisible();
  await network.close();
});
