import type { AnyRecord } from '#shared/model/entity.ts';
import type { Locator, Page } from '@playwright/test';
import { EACH_WIDTH, showIn, takePicture, takePictures, THEMES } from '../product/pictures.ts';
import { DEMO_ACCOUNTS } from '../product/product.ts';
import { violationsOn } from '../product/accessibility.ts';
import { openScreen, resizeTo, signIn } from '../product/page-actions.ts';
import { restClient } from '../product/rest-client.ts';
import { expect, test } from './product-test.ts';

/** In a moment: it may be set, and is due at any time of the day that the test runs. */
const soon = (seconds = 5): string => new Date(Date.now() + seconds * 1000).toISOString();

const row = (page: Page, name: string): Locator =>
  page.getByRole('grid').getByRole('row', { name: new RegExp(`^${name}, `) });
const current = (page: Page): Locator => page.getByRole('grid').locator('[role="row"][aria-selected="true"]');
const nameOf = async (each: Locator): Promise<string> =>
  ((await each.getAttribute('aria-label')) ?? '').split(', ')[0] ?? '';
const entry = (page: Page): Locator =>
  page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Today', exact: true });

/** What the entry of the menu says: `3 overdue, 2 more due today`. */
async function saidInMenu(page: Page): Promise<string> {
  const id = await entry(page).getAttribute('aria-describedby');
  const said = page.locator(`[id="${id}"]`);
  return (await said.count()) === 0 ? '' : ((await said.textContent()) ?? '');
}

/** Calls that the entry of the menu speaks of, overdue and still to come. */
async function callsInMenu(page: Page): Promise<number> {
  const numbers = (await saidInMenu(page)).match(/\d+/g) ?? [];
  return numbers.reduce((sum, each) => sum + Number(each), 0);
}

/** The same, once the menu has been answered: it asks beside the list, which may be there first. */
async function callsOnceSaid(page: Page): Promise<number> {
  await expect.poll(() => callsInMenu(page)).toBeGreaterThan(0);
  return callsInMenu(page);
}

/** Those of them that are overdue. */
async function overdueInMenu(page: Page): Promise<number> {
  return Number((await saidInMenu(page)).match(/(\d+) overdue/)?.[1] ?? 0);
}

/** Signs in, and has all counted anew: what is said while the first sync fills the cache is of what had come by then. */
async function signInCounted(page: Page, email: string): Promise<void> {
  await signIn(page, email);
  await page.reload();
}

async function openToday(page: Page, account: keyof typeof DEMO_ACCOUNTS): Promise<void> {
  await signInCounted(page, DEMO_ACCOUNTS[account]);
  await openScreen(page, 'Today');
  await expect(page.getByRole('heading', { name: /^Today \(\d/ })).toBeVisible();
}

const openPart = (page: Page, name: string): Promise<void> =>
  page.getByRole('tab', { name: new RegExp(`^${name}`) }).click();
const choose = (page: Page, whose: 'Mine' | 'Everybody'): Promise<void> =>
  page.getByRole('radiogroup', { name: 'Whose work' }).getByText(whose, { exact: true }).click();

/** Sets the next call in the dialog, from the field before it, and saves. */
async function planAndSave(page: Page): Promise<void> {
  await page.keyboard.press('Tab');
  await expect(page.getByRole('dialog').getByLabel('Next call', { exact: true })).toBeFocused();
  await page.keyboard.type('25 nov 2030 4:30 pm');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

test(
  'by keys alone five calls are made: each leaves, the next one is current, and the count in the menu follows',
  { tag: '@core' },
  async ({ openPc }) => {
    const { page } = await openPc();
    await page.context().route(/wa\.me/, (route) => route.fulfill({ body: 'chat' }));
    await openToday(page, 'HR');
    // Else this browser asks which program calls, and takes the next key for its answer.
    await page.evaluate(() =>
      document.addEventListener(
        'click',
        (event) => {
          const link = event.target instanceof Element ? event.target.closest('a[href^="tel:"]') : null;
          if (link) event.preventDefault();
        },
        true,
      ),
    );
    await expect(current(page)).toBeFocused();
    const rows = page.getByRole('grid').locator('[role="row"][data-key]');
    const names = await Promise.all((await rows.all()).slice(0, 7).map(nameOf));
    expect(new Set(names).size).toBe(7);
    const before = await callsOnceSaid(page);
    expect(before).toBeGreaterThan(6);
    const dialog = (kind: string, name: string): Locator =>
      page.getByRole('dialog', { name: `Log ${kind} ${name}` });

    for (const [index, name] of names.slice(0, 5).entries()) {
      await test.step(name, async () => {
        await expect(row(page, name)).toBeFocused();
        if (index === 3) {
          // The chat opens beside; the dialog comes by itself, as a WhatsApp message.
          const chat = page.context().waitForEvent('page');
          await page.keyboard.press('w');
          await (await chat).close();
          await expect(dialog('WhatsApp', name)).toBeVisible();
          await expect(
            page.getByRole('dialog').getByRole('textbox', { name: 'Note', exact: true }),
          ).toBeFocused();
          await page.keyboard.type('Sent the syllabus.');
        } else {
          await page.keyboard.press(index === 2 ? 'c' : 'l');
          await expect(dialog('call', name)).toBeVisible();
          await expect(page.getByRole('radio', { name: 'Connected', exact: true })).toBeFocused();
          await page.keyboard.type('no a');
          await page.keyboard.press('Tab');
        }
        await planAndSave(page);
        await expect(row(page, name)).toHaveCount(0);
        await expect(row(page, names[index + 1] ?? '')).toBeFocused();
        await expect.poll(() => callsInMenu(page)).toBe(before - index - 1);
      });
    }

    // What was not planned anew stays; the next one is current all the same.
    await page.keyboard.press('l');
    await expect(page.getByRole('radio', { name: 'Connected', exact: true })).toBeFocused();
    await page.keyboard.type('busy');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(row(page, names[6] ?? '')).toBeFocused();
    await expect(row(page, names[5] ?? '')).toContainText('Busy');

    // Undone, the call comes back into its place, and the focus stays.
    await page.keyboard.press('Control+z');
    await expect(row(page, names[5] ?? '')).not.toContainText('Busy');
    await expect(row(page, names[6] ?? '')).toBeFocused();

    await page.keyboard.press('ArrowUp');
    await expect(row(page, names[5] ?? '')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: /^View / })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(row(page, names[5] ?? '')).toBeFocused();
    await page.keyboard.press('Escape');
    // What is put away keeps nothing, and the row stays the current one.
    await page.keyboard.press('l');
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(row(page, names[5] ?? '')).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: `View ${names[5]}`, exact: true })).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(row(page, names[5] ?? '').getByRole('link', { name: /^Call / })).toBeFocused();
  },
);

test('mine is one’s own and what nobody has; everybody’s is a switch that is kept; what is enrolled is gone', async ({
  openPc,
  server,
}) => {
  const rest = await restClient(server.origin, DEMO_ACCOUNTS['Super Admin']);
  const users = await rest.list('/api/users');
  const idOf = (email: string): unknown => users.find((user) => user['email'] === email)?.['_id'];
  const add = (Name: string, more: object): Promise<AnyRecord> =>
    rest.create('/api/interns', { Name, mobile: '98200 11223', nextCall: soon(), ...more });
  await add('Mine Meera', { assignedTo: idOf(DEMO_ACCOUNTS.HR) });
  await add('Theirs Tara', { assignedTo: idOf(DEMO_ACCOUNTS.Admin) });
  const esha = await add('Enrolled Esha', { assignedTo: idOf(DEMO_ACCOUNTS.HR) });
  const person = { fullName: 'Enrolled Esha', mobile: '98200 11223', email: 'esha@mail.test' };
  const candidate = await rest.create('/api/students', { ...person, inquiry: esha._id });
  await rest.change(`/api/interns/${esha._id}`, { enrolledAs: candidate._id });
  const { page } = await openPc();
  await openToday(page, 'HR');
  await expect(row(page, 'Mine Meera')).toHaveCount(1);
  await expect(row(page, 'Theirs Tara')).toHaveCount(0);
  const mine = await callsOnceSaid(page);

  await choose(page, 'Everybody');
  await expect(row(page, 'Theirs Tara')).toContainText('Kavita Menon');
  await expect(row(page, 'Enrolled Esha')).toHaveCount(0);
  await expect.poll(() => callsInMenu(page)).toBeGreaterThan(mine);
  await page.reload();
  await expect(row(page, 'Theirs Tara')).toHaveCount(1);
  await choose(page, 'Mine');
  await expect(row(page, 'Theirs Tara')).toHaveCount(0);
  await expect.poll(() => callsInMenu(page)).toBe(mine);
});

test('each figure of a Super Admin leads to the list of what it counts, and the others have none', async ({
  openPc,
}) => {
  test.slow();
  const { page } = await openPc();
  await openToday(page, 'Super Admin');
  const links = page.getByRole('list', { name: 'Figures of the day' }).getByRole('link');
  await expect(links.first()).toBeVisible();
  const labels = await links.evaluateAll((all) =>
    all.map((link) => (link.getAttribute('aria-label') ?? '').replace(/[\d,]+/, '#')),
  );
  expect(labels).toEqual(
    expect.arrayContaining([
      'Calls overdue: # candidates',
      'Calls overdue: # inquiries',
      'To be paid: # candidates to call',
    ]),
  );
  for (const index of labels.keys()) {
    // A call becomes overdue while one looks: then both are looked at again.
    await expect(async () => {
      await openScreen(page, 'Today');
      const text = (await links.nth(index).textContent()) ?? '';
      const count = text.match(/[\d,]+/)?.[0] ?? '';
      await links.nth(index).click();
      const heading = page.getByRole('heading', { level: 1 });
      await expect(heading).not.toContainText('Today');
      // "Others" leads to all interviews of the day.
      if (text.startsWith('Others')) await expect(heading).toContainText(/\(\d/);
      else await expect(heading).toContainText(`(${count})`, { timeout: 2_000 });
    }).toPass();
  }
  await openScreen(page, 'Today');
  await links.nth(0).click();
  await expect(page).toHaveURL(/\/followup\?nextCall=passed$/);
  await page.goBack();
  await expect(page.getByRole('heading', { name: /^Today/ })).toBeVisible();

  const { page: other } = await openPc();
  await openToday(other, 'Admin');
  await expect(other.getByRole('list', { name: 'Figures of the day' })).toHaveCount(0);
});

test('offline the day is worked through all the same; the count of another desk follows when the server is back', async ({
  openPc,
  server,
}) => {
  const [{ page }, { page: other }] = await Promise.all([openPc(), openPc()]);
  await Promise.all([openToday(page, 'HR'), openToday(other, 'HR')]);
  await expect(current(page)).toBeFocused();
  const name = await nameOf(current(page));
  const before = await callsOnceSaid(other);
  expect(await callsOnceSaid(page)).toBe(before);

  await server.stop();
  await expect(page.getByRole('button', { name: /^Sync: Offline/ })).toBeVisible();
  await page.keyboard.press('l');
  await expect(page.getByRole('radio', { name: 'Connected', exact: true })).toBeFocused();
  await page.keyboard.type('con');
  await page.keyboard.press('Tab');
  await planAndSave(page);
  await expect(row(page, name)).toHaveCount(0);
  await expect.poll(() => callsInMenu(page)).toBe(before - 1);
  for (const part of ['Interviews', 'New contacts', 'No next action', 'Payments', 'Calls']) {
    await openPart(page, part);
    const shown = page
      .getByRole('grid', { name: part })
      .or(page.getByRole('status').filter({ hasText: /^N/ }));
    await expect(shown.first()).toBeVisible();
  }
  await expect(row(other, name)).toHaveCount(1);

  await server.start();
  await expect.poll(() => callsInMenu(other), { timeout: 45_000 }).toBe(before - 1);
  await expect(row(other, name)).toHaveCount(0);
});

test('a new inquiry and a website contact wait until somebody does something about them', async ({
  openPc,
  server,
}) => {
  const rest = await restClient(server.origin, DEMO_ACCOUNTS.HR);
  const { page } = await openPc();
  await openToday(page, 'HR');
  await openPart(page, 'No next action');
  await expect(current(page)).toBeVisible();
  const { _id } = await rest.create('/api/interns', { Name: 'Newest Nina', mobile: '98200 11223' });
  // What waits longest is first: the newest is last.
  await expect(row(page, 'Newest Nina')).toHaveCount(1);
  await expect(page.getByRole('grid').getByRole('row').last()).toContainText('Newest Nina');
  await page.getByRole('button', { name: 'Log call Newest Nina' }).click();
  await page.getByRole('radio', { name: 'Connected', exact: true }).click();
  await page.keyboard.press('Control+s');
  await expect(row(page, 'Newest Nina')).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(row(page, 'Newest Nina')).toHaveCount(1);
  await rest.change(`/api/interns/${_id}`, { nextCall: new Date(Date.now() + 1e9).toISOString() });
  await expect(row(page, 'Newest Nina')).toHaveCount(0);

  await openPart(page, 'New contacts');
  await expect(page).toHaveURL(/part=contacts/);
  const contact = await nameOf(current(page));
  await current(page).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/contactsinquiry\?record=/);
  const view = page.getByRole('dialog', { name: /^View / });
  await view.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByRole('dialog').getByLabel('Notes').fill('Rang back, will come on Monday');
  await page.keyboard.press('Control+s');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await openScreen(page, 'Today');
  await openPart(page, 'New contacts');
  await expect(page.getByRole('heading', { name: /^Today \(/ })).toBeVisible();
  await expect(row(page, contact)).toHaveCount(0);
});

test('a call becomes overdue by time alone, in the menu of whatever screen is open', async ({
  openPc,
  server,
}) => {
  const rest = await restClient(server.origin, DEMO_ACCOUNTS.HR);
  const { page } = await openPc();
  await signInCounted(page, DEMO_ACCOUNTS.HR);
  const [calls, overdue] = [await callsOnceSaid(page), await overdueInMenu(page)];
  await rest.create('/api/interns', { Name: 'Due Divya', mobile: '98200 11223', nextCall: soon(15) });
  await expect.poll(() => callsInMenu(page)).toBe(calls + 1);
  expect(await overdueInMenu(page)).toBe(overdue);
  await expect.poll(() => overdueInMenu(page), { timeout: 90_000 }).toBe(overdue + 1);
});

test('a long list comes page by page, and an empty one says what that means', async ({ openPc, server }) => {
  test.slow();
  const rest = await restClient(server.origin, DEMO_ACCOUNTS.HR);
  for (let index = 0; index < 240; index += 1)
    await rest.create('/api/interns', { Name: `Queue ${index}`, mobile: '98200 11223' });
  const { page } = await openPc();
  await openToday(page, 'HR');
  await openPart(page, 'No next action');
  const heading = page.getByRole('heading', { name: /^Today \(2\d\d\)/ });
  await expect(heading).toBeVisible();
  const total = Number((await heading.textContent())?.match(/\d+/)?.[0]);
  expect(total).toBeGreaterThanOrEqual(240);
  await current(page).focus();
  await expect(async () => {
    await page.keyboard.press('End');
    await expect(current(page)).toHaveAttribute('aria-rowindex', String(total + 1), { timeout: 500 });
  }).toPass();
  await expect(row(page, 'Queue 239')).toBeFocused();
  await page.keyboard.press('Home');
  await expect(current(page)).toHaveAttribute('aria-rowindex', '2');

  const { page: other } = await openPc();
  await openToday(other, 'Super Admin');
  await openPart(other, 'Payments');
  await expect(other.getByText('No payment is to be asked for.')).toBeVisible();
  await other.getByRole('button', { name: /^No next action \(/ }).click();
  await expect(other.getByRole('tab', { name: /^No next action/ })).toHaveAttribute('aria-selected', 'true');
});

test('it is read in light and dark, in all windows', async ({ openPc }) => {
  test.slow();
  const { page } = await openPc();
  await openToday(page, 'Super Admin');
  await choose(page, 'Everybody');
  await expect(page.getByRole('columnheader', { name: 'Whose' })).toBeVisible();
  await takePictures(page, 'today', EACH_WIDTH);
  // The colours are the same in all windows; the narrow one has the folded menu.
  for (const width of [1093, 1366]) {
    await resizeTo(page, { width, height: 768 });
    for (const colorScheme of THEMES) {
      await showIn(page, colorScheme);
      const violations = await violationsOn(page, colorScheme === 'light' ? 'all' : 'colours', [
        'main',
        'nav',
      ]);
      expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
    }
  }
  for (const part of ['Interviews', 'New contacts', 'No next action', 'Payments']) {
    await openPart(page, part);
    await expect(page.getByRole('grid', { name: part })).toBeVisible();
    await takePicture(page, `today-${part.replaceAll(' ', '-').toLowerCase()}`);
  }
});

test('a PC that has slept over midnight asks again as soon as it is awake', async ({ openPc }) => {
  const { page } = await openPc();
  const asked: string[] = [];
  page.on('websocket', (socket) =>
    socket.on('framesent', ({ payload }) => {
      if (payload.toString().includes('today.counts')) asked.push('today.counts');
    }),
  );
  await page.clock.install();
  await page.reload();
  await signIn(page, DEMO_ACCOUNTS.HR);
  await expect.poll(() => callsInMenu(page)).toBeGreaterThan(0);
  const before = asked.length;
  expect(before).toBeGreaterThan(0);
  // The clock goes on while a PC sleeps, and what was to happen meanwhile has not: its timers stood still.
  await page.clock.setSystemTime(Date.now() + 86_400_000);
  await page.clock.runFor(61_000);
  await expect.poll(() => asked.length).toBeGreaterThan(before);
});
