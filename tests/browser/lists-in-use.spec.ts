import type { Locator, Page } from '@playwright/test';
import { DEMO_ACCOUNTS } from '../product/product.ts';
import { expectWholeCells, openScreen, resizeTo, rowWith, signIn, signOut } from '../product/page-actions.ts';
import { restClient } from '../product/rest-client.ts';
import { WHOLE_WALKS } from '../product/tier.ts';
import { expect, test } from './product-test.ts';

const heading = (page: Page): Locator => page.getByRole('heading', { level: 1 });
const column = (page: Page, name: string): Locator => page.getByRole('columnheader', { name, exact: true });

async function widthOf(part: Locator): Promise<number> {
  return Math.round((await part.boundingBox())?.width ?? 0);
}

/** Draws the right edge of a column by so many pixels. */
async function draw(page: Page, name: string, by: number): Promise<void> {
  const box = await column(page, name).boundingBox();
  if (!box) throw new Error(`no column ${name}`);
  const y = box.y + box.height / 2;
  await page.mouse.move(box.x + box.width - 1, y);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width + by / 2, y);
  await page.mouse.move(box.x + box.width - 1 + by, y);
  await page.mouse.up();
}

/** A long press, in milliseconds. */
const PRESS_MS = 1_500;

test('a width that the user draws is kept over a reload, theirs alone, and never takes Action away', async ({
  openPc,
}) => {
  const { page } = await openPc();
  await signIn(page, DEMO_ACCOUNTS.HR);
  await openScreen(page, 'Candidate');
  await expect(page.getByRole('button', { name: /^View / }).first()).toBeVisible();
  const before = await widthOf(column(page, 'Email'));
  await draw(page, 'Email', 420);
  await expect.poll(() => widthOf(column(page, 'Email'))).toBe(before + 420);
  const action = column(page, 'Action');
  for (const width of [1093, 1366, 1920]) {
    await resizeTo(page, { width, height: 768 });
    await expect(action).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('button', { name: /^Delete / }).first()).toBeInViewport({ ratio: 1 });
  }
  await resizeTo(page, { width: 1366, height: 768 });
  await page.reload();
  await expect.poll(() => widthOf(column(page, 'Email'))).toBe(before + 420);
  await expect(action).toBeInViewport({ ratio: 1 });

  // Whoever else signs in here has the list as it comes.
  await signOut(page);
  await signIn(page, DEMO_ACCOUNTS.Admin);
  await openScreen(page, 'Candidate');
  await expect.poll(() => widthOf(column(page, 'Email'))).toBe(before);
  await expect(page.getByRole('button', { name: 'Reset column widths' })).toHaveCount(0);
  await signOut(page);
  await signIn(page, DEMO_ACCOUNTS.HR);
  await openScreen(page, 'Candidate');
  await expect.poll(() => widthOf(column(page, 'Email'))).toBe(before + 420);
  await page.getByRole('button', { name: 'Reset column widths' }).click();
  await expect.poll(() => widthOf(column(page, 'Email'))).toBe(before);
});

test('Enter or the arrow down leads from the search to the first row found, also while it is being looked for', async ({
  openPc,
}) => {
  const { page } = await openPc();
  await signIn(page, DEMO_ACCOUNTS.HR);
  await openScreen(page, 'Candidate');
  await expect(page.getByRole('button', { name: /^View / }).first()).toBeVisible();
  const focused = page.locator('[role="gridcell"]:focus');
  const firstRow = page.locator('[role="row"][row-index="0"]');
  await page.keyboard.press('/');
  await page.keyboard.press('ArrowDown');
  await expect(focused).toHaveAttribute('col-id', 'fullName');
  await expect(firstRow.locator(':focus')).toHaveCount(1);

  // Typed and sent off at once: the rows of these letters are still to come.
  await page.keyboard.press('/');
  await page.keyboard.type('pooja kul');
  await page.keyboard.press('Control+a');
  await page.keyboard.type('kulkarni');
  await page.keyboard.press('Enter');
  await expect(firstRow.locator(':focus')).toHaveCount(1);
  await expect(firstRow).toContainText(/kulkarni/i);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'View Candidate' })).toContainText(/kulkarni/i);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(focused).toHaveCount(1);

  // Where nothing is found, one goes on typing.
  await page.keyboard.press('/');
  await page.keyboard.type('nobody at all');
  await page.keyboard.press('Enter');
  await expect(page.getByText('No candidates match the selected filters.')).toBeVisible();
  await expect(page.getByRole('searchbox')).toBeFocused();
});

test('Mine shows the candidates one handles, on each of their lists, and a name opens its record', async ({
  openPc,
}) => {
  const { page } = await openPc();
  await signIn(page, DEMO_ACCOUNTS.HR);
  const user = page.getByRole('button', { name: /^Signed in as/ });
  const own = /: (.*) \(/.exec((await user.textContent()) ?? '')?.[1] ?? '';
  expect(own).not.toBe('');
  const mine = page.getByRole('button', { name: 'Mine', exact: true });
  for (const screen of ['Candidate', 'Candidate Follow Up', 'Placement Cell', 'Scheduled Interview']) {
    await openScreen(page, screen);
    const heading = page.getByRole('heading', { level: 1 });
    await expect(heading).toContainText(/\(\d/);
    const all = await heading.textContent();
    await mine.click();
    await expect(mine).toHaveAttribute('aria-pressed', 'true');
    await expect(page).toHaveURL(/[?&]map=/);
    await expect(heading).not.toHaveText(all ?? '');
    const handlers = page.locator('[role="gridcell"][col-id="map"]');
    if (screen !== 'Scheduled Interview') {
      await expect(handlers.first()).toHaveText(own);
      expect(new Set(await handlers.allInnerTexts())).toEqual(new Set([own]));
    }
  }
  await page.reload();
  await expect(mine).toHaveAttribute('aria-pressed', 'true');
  await mine.click();
  await expect(page).not.toHaveURL(/map=/);

  await openScreen(page, 'Candidate');
  const cell = page.locator('[role="gridcell"][col-id="fullName"]').first();
  await expect(cell.getByRole('button')).toBeVisible();
  const name = await cell.innerText();
  await cell.getByRole('button', { name, exact: true }).click();
  const view = page.getByRole('dialog', { name: `View Candidate ${name}` });
  await expect(view).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(view).toBeHidden();
  // By keyboard: Tab goes through what can be pressed in the row, and the name is the first of it.
  await cell.click({ position: { x: 3, y: 3 } });
  await page.keyboard.press('Home');
  await expect(page.locator('[role="gridcell"]:focus')).toHaveCount(1);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(view).toBeVisible();
});

test('at 1366 pixels with the menu open neither names nor addresses are cut', async ({ openPc }) => {
  const { page } = await openPc();
  await signIn(page, DEMO_ACCOUNTS['Super Admin']);
  for (const width of [1366, 1280, 1093]) {
    await resizeTo(page, { width, height: 768 });
    for (const [screen, columns] of [
      ['Candidate', ['fullName', 'mobile', 'email', 'interviewStatus', 'map']],
      ['Placement Cell', ['fullName', 'mobile', 'map']],
      ['Scheduled Interview', ['fullName', 'mobile', 'interviewerName', 'interviewDate']],
      ['Candidate Follow Up', ['fullName', 'mobile', 'interviewStatus', 'nextCall', 'map']],
      ['Add Employee', ['name', 'email', 'mobileNumber']],
      ['Contacts Inquiry', ['name', 'email', 'mobile']],
    ] as const) {
      await openScreen(page, screen);
      await expect(page.getByRole('button', { name: /^View / }).first()).toBeVisible();
      await expectWholeCells(page, columns);
    }
  }
});

test('nothing flickers in an empty search while others save', async ({ openPc }) => {
  const [first, other] = [await openPc(), await openPc()];
  await signIn(first.page, DEMO_ACCOUNTS.HR);
  await signIn(other.page, DEMO_ACCOUNTS.Admin);
  const { page } = first;
  await openScreen(page, 'Inquiry');
  await page.getByRole('searchbox').fill('nobody at all');
  await expect(page.getByText('No interns found')).toBeVisible();
  await page.evaluate(() => {
    const seen: string[] = [];
    Reflect.set(window, 'rowsSeen', seen);
    const look = (): void => {
      if (!document.body.textContent.includes('No interns found')) return;
      for (const row of document.querySelectorAll('[role="row"][row-index]')) {
        if (row.checkVisibility({ visibilityProperty: true })) seen.push(row.className);
      }
    };
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true, attributes: true });
  });
  await openScreen(other.page, 'Inquiry');
  for (const name of ['Somebody Else', 'Nobody At All']) {
    await other.page.getByRole('button', { name: 'Add Inquiry' }).click();
    const form = other.page.getByRole('dialog', { name: 'Add Inquiry' });
    await form.getByLabel('Name').fill(name);
    await form.getByRole('button', { name: 'Save Inquiry' }).click();
    await expect(form).toBeHidden();
  }
  await expect(rowWith(page, 'Nobody At All')).toBeVisible();
  const seen = await page.evaluate(() => Reflect.get(window, 'rowsSeen') as string[]);
  expect(seen).toEqual([]);
});

test('what is pressed is what was aimed at, whatever moves during the press: a row of a list, a card of a board', async ({
  openPc,
  server,
}) => {
  const rest = await restClient(server.origin, DEMO_ACCOUNTS.Admin);
  for (const [at, Name] of ['Older On The Board', 'Newer On The Board'].entries())
    await rest.create('/api/interns', { Name, mobile: `98111 6669${at}` });
  const { page } = await openPc();
  await signIn(page, DEMO_ACCOUNTS.HR);
  await openScreen(page, 'Candidate');
  await expect(heading(page)).toHaveText('Candidates (400)');
  const edit = page.getByRole('button', { name: /^Edit / }).nth(4);
  const name = ((await edit.getAttribute('aria-label')) ?? '').replace('Edit ', '');
  const at = await edit.boundingBox();
  await page.getByLabel('Search candidates').fill(name);
  // Meanwhile the search ends, and the row's place is the first one. At once: looking for the button takes longer on a busy machine.
  await page.mouse.click((at?.x ?? 0) + 8, (at?.y ?? 0) + 8, { delay: PRESS_MS });
  const form = page.getByRole('dialog', { name: 'Edit Candidate' });
  await expect(form.getByLabel('Full Name')).toHaveValue(name);
  await page.keyboard.press('Escape');
  await expect(form).toBeHidden();
  await expect(rowWith(page, name)).toHaveAttribute('row-index', '0');

  await openScreen(page, 'Inquiry');
  await expect(heading(page)).toContainText(/\(\d/);
  await page.keyboard.press('b');
  const board = page.getByRole('region', { name: 'Inquiries by lead status' });
  const cards = board.getByRole('gridcell', { name: /, None$/ });
  await Promise.all([
    cards.getByText('Older On The Board').click({ delay: PRESS_MS }),
    rest.create('/api/interns', { Name: 'Newest On The Board', mobile: '98111 66699' }),
  ]);
  await expect(page.getByRole('dialog', { name: /^View Inquiry/ })).toContainText('Older On The Board');
  await page.keyboard.press('Escape');
  await expect(cards.first()).toHaveAttribute('aria-label', 'Newest On The Board, None');
});

test('the rows keep their place on the screen when a search ends and when somebody adds a record, in windows of any width', async ({
  openPc,
  server,
}) => {
  const rest = await restClient(server.origin, DEMO_ACCOUNTS.Admin);
  const { page } = await openPc();
  await signIn(page, DEMO_ACCOUNTS.HR);
  await openScreen(page, 'Candidate');
  await expect(heading(page)).toHaveText('Candidates (400)');
  const atRest = await topsOfRows(page);
  await rest.create('/api/students', {
    fullName: 'Asha New',
    mobile: '98200 77991',
    email: 'asha.new@mail.test',
  });
  await expect(page.getByRole('button', { name: '1 new' })).toBeVisible();
  expect(await topsOfRows(page)).toEqual(atRest);
  await page.getByLabel('Search candidates').fill('nobody is called so');
  await expect(heading(page)).toHaveText('Candidates (0)');
  await expect(page.getByRole('button', { name: 'Clear filters' }).first()).toBeVisible();
  expect(await topsOfRows(page)).toEqual(atRest);
});

/** Where the rows begin, by the width of the window. */
async function topsOfRows(page: Page): Promise<Record<number, number>> {
  const tops: Record<number, number> = {};
  for (let width = 940; width <= 1920; width += WHOLE_WALKS ? 20 : 140) {
    await resizeTo(page, { width, height: 768 });
    tops[width] = (await page.getByRole('grid').boundingBox())?.y ?? -1;
  }
  await resizeTo(page, { width: 1366, height: 768 });
  return tops;
}
