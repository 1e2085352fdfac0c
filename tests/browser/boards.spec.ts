import type { Locator, Page } from '@playwright/test';
import { violationsOn } from '../product/accessibility.ts';
import { faultsOn } from '../product/faults.ts';
import { choose, openScreen, signIn } from '../product/page-actions.ts';
import { takePicture } from '../product/pictures.ts';
import { DEMO_ACCOUNTS } from '../product/product.ts';
import { restClient } from '../product/rest-client.ts';
import { expect, test } from './product-test.ts';

const board = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });
const column = (page: Page, name: string): Locator =>
  page.getByRole('region', { name: new RegExp(`^${name} [\\d,]+$`) });
const card = (page: Page, name: string, under: string): Locator =>
  page.getByRole('gridcell', { name: `${name}, ${under}`, exact: true });

async function accessible(page: Page): Promise<void> {
  const violations = await violationsOn(page, 'all', ['#content']);
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
}

test('inquiries are worked through as a board: by drag and keys, undone, seen elsewhere, kept as a view, offline', async ({
  openPc,
  server,
}) => {
  const rest = await restClient(server.origin, DEMO_ACCOUNTS.HR);
  for (const [index, Name] of ['Boardcase Asha', 'Boardcase Bala', 'Boardcase Chitra'].entries())
    await rest.create('/api/interns', { Name, mobile: `98111 6660${index}` });
  const [{ page }, { page: other }] = await Promise.all([
    openPc(),
    openPc({ width: 1920, height: 1000, colorScheme: 'dark' }),
  ]);
  await Promise.all([signIn(page, DEMO_ACCOUNTS.HR), signIn(other, DEMO_ACCOUNTS.Admin)]);
  for (const each of [page, other]) {
    await openScreen(each, 'Inquiry');
    await expect(each.getByRole('heading', { level: 1 })).toContainText(/\(\d/);
    await each.keyboard.press('b');
    await expect(board(each, 'Inquiries by lead status')).toBeVisible();
    await expect(each).toHaveURL(/board=leadStatus/);
    await expect(card(each, 'Boardcase Asha', 'None')).toBeVisible();
    await accessible(each);
  }
  await takePicture(page, 'board-light');
  await takePicture(other, 'board-dark');

  // From the search into the cards; the focus goes with the card, and the other desk sees it.
  await page.getByLabel('Search inquiries').fill('Boardcase');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Inquiries (3)');
  await expect(card(page, 'Boardcase Chitra', 'None')).toBeFocused();
  await page.keyboard.press('Control+ArrowRight');
  await expect(card(page, 'Boardcase Chitra', 'Admission Done')).toBeFocused();
  await expect(page.getByText('Boardcase Chitra moved from None to Admission Done')).toBeAttached();
  await expect(card(other, 'Boardcase Chitra', 'Admission Done')).toBeVisible();
  // Quickly on, and one step back.
  await page.keyboard.press('Control+ArrowRight');
  await page.keyboard.press('Control+ArrowRight');
  await expect(card(page, 'Boardcase Chitra', 'Contacted')).toBeFocused();
  await expect(card(other, 'Boardcase Chitra', 'Contacted')).toBeVisible();
  await expect(page.getByText('Boardcase Chitra is under “Contacted”.')).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(card(page, 'Boardcase Chitra', 'Call Back Later')).toBeFocused();
  await expect(card(other, 'Boardcase Chitra', 'Call Back Later')).toBeVisible();
  // The keys of a row.
  await page.keyboard.press('l');
  await expect(page.getByRole('dialog', { name: 'Log call Boardcase Chitra' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(card(page, 'Boardcase Chitra', 'Call Back Later')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: /^View Inquiry/ })).toContainText('Boardcase Chitra');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press('ArrowLeft');
  await expect(card(page, 'Boardcase Bala', 'None')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(card(page, 'Boardcase Asha', 'None')).toBeFocused();

  // By the pointer, and back by the button.
  await card(page, 'Boardcase Asha', 'None').dragTo(column(page, 'Call Back Later'));
  await expect(card(page, 'Boardcase Asha', 'Call Back Later')).toBeVisible();
  await expect(card(other, 'Boardcase Asha', 'Call Back Later')).toBeVisible();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(card(page, 'Boardcase Asha', 'None')).toBeVisible();
  await expect(card(other, 'Boardcase Asha', 'None')).toBeVisible();
  // While a card is held, another desk moves it: it stays where that put it.
  await card(page, 'Boardcase Asha', 'None').hover();
  await page.mouse.down();
  await column(page, 'Contacted').hover();
  await column(page, 'Contacted').getByText('No cards').hover();
  await expect(column(page, 'Contacted')).toHaveAttribute('data-target', 'true');
  await takePicture(page, 'board-drag');
  await card(other, 'Boardcase Asha', 'None').focus();
  await other.keyboard.press('Control+ArrowRight');
  await expect(card(other, 'Boardcase Asha', 'Admission Done')).toBeFocused();
  await expect(column(page, 'Admission Done')).toHaveAccessibleName('Admission Done 1');
  await page.mouse.up();
  await expect(page.getByText('Boardcase Asha was moved to “Admission Done” meanwhile')).toBeVisible();
  await expect(card(page, 'Boardcase Asha', 'Admission Done')).toBeVisible();
  await expect(card(page, 'Boardcase Asha', 'Contacted')).toHaveCount(0);

  // A column that is not wanted is collapsed, also after coming back; a filter of the field leaves its column.
  await page.getByRole('button', { name: 'Collapse Contacted' }).click();
  await expect(page.getByRole('button', { name: 'Expand Contacted, 0' })).toBeFocused();
  await openScreen(page, 'Candidate');
  await expect(board(page, 'Inquiries by lead status')).toHaveCount(0);
  await openScreen(page, 'Inquiry');
  await expect(board(page, 'Inquiries by lead status')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Expand Contacted/ })).toBeVisible();
  await choose(page, page, 'Lead Status', 'Call Back Later');
  await expect(column(page, 'Call Back Later')).toBeVisible();
  await expect(column(page, 'None')).toHaveCount(0);

  // A view keeps that it is a board.
  await page.getByRole('button', { name: /^Saved views/ }).click();
  await page.getByRole('menuitem', { name: 'Save view…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save view' });
  await dialog.getByLabel('Name').fill('To call back');
  await dialog.getByRole('button', { name: 'Save view' }).click();
  const view = page
    .getByRole('navigation', { name: 'Main menu' })
    .getByRole('link', { name: 'To call back', exact: true });
  await expect(view).toHaveAttribute('aria-current', 'page');
  await page.getByText('List', { exact: true }).click();
  await expect(page.getByRole('grid', { name: 'Inquiries' })).toBeVisible();
  await view.click();
  await expect(column(page, 'Call Back Later')).toBeVisible();
  await expect(card(page, 'Boardcase Chitra', 'Call Back Later')).toBeVisible();
  await card(page, 'Boardcase Chitra', 'Call Back Later').focus();
  await page.keyboard.press('Control+ArrowRight');
  await expect(page.getByText('The filters leave one column. Clear them to move the card.')).toBeVisible();

  // Offline as online.
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await page.getByLabel('Search inquiries').fill('Boardcase');
  await server.stop();
  await expect(page.getByRole('button', { name: /^Sync: Offline/ })).toBeVisible();
  await card(page, 'Boardcase Bala', 'None').focus();
  await page.keyboard.press('Control+ArrowRight');
  const waiting = card(page, 'Boardcase Bala', 'Admission Done');
  await expect(waiting).toBeFocused();
  await expect(waiting.getByRole('img', { name: 'Waiting to be sent' })).toBeVisible();
  await takePicture(page, 'board-offline');
  await server.start();
  await expect(card(other, 'Boardcase Bala', 'Admission Done')).toBeVisible({ timeout: 45_000 });
});

test('a board keeps to the rules of its form and to what a role may set', async ({ openPc, server }) => {
  const rest = await restClient(server.origin, DEMO_ACCOUNTS['Super Admin']);
  const users = await rest.list('/api/users');
  const employee = users.find(({ email }) => email === DEMO_ACCOUNTS.Employee);
  const person = (fullName: string): Record<string, unknown> => ({
    fullName,
    mobile: '98200 11223',
    email: `${fullName.toLowerCase().replace(' ', '.')}@example.com`,
  });
  await rest.create('/api/students', person('Boardrule Ekta'));
  const doomed = await rest.create('/api/students', {
    ...person('Boardrule Gita'),
    interviewStatus: 'Cleared',
  });
  await rest.create('/api/students', {
    ...person('Boardrule Farid'),
    interviewStatus: 'Scheduled',
    interviewerId: employee?._id,
    interviewerName: employee?.['name'],
    interviewDate: new Date(Date.now() + 26 * 3_600_000).toISOString(),
  });
  const [{ page: hr }, { page: interviewer }] = await Promise.all([
    openPc({ width: 1920, height: 1000 }),
    openPc({ width: 1093, height: 614, colorScheme: 'dark' }),
  ]);
  await Promise.all([signIn(hr, DEMO_ACCOUNTS.HR), signIn(interviewer, DEMO_ACCOUNTS.Employee)]);

  // "Scheduled" wants to know who and when: the form asks, and the card stays until it is answered.
  await openScreen(hr, 'Candidate');
  await hr.getByText('By interview status', { exact: true }).click();
  await takePicture(hr, 'board-candidates');
  await hr.getByLabel('Search candidates').fill('Boardrule');
  await hr.keyboard.press('Enter');
  await expect(card(hr, 'Boardrule Ekta', 'Not Scheduled')).toBeFocused();
  await hr.keyboard.press('Control+ArrowRight');
  const form = hr.getByRole('dialog', { name: 'Edit Candidate' });
  await expect(form.getByRole('combobox', { name: 'Interview Status' })).toHaveValue('Scheduled');
  await expect(form).toContainText('Scheduled needs an interviewer');
  await takePicture(hr, 'board-asks');
  await form.getByLabel('Interviewer', { exact: true }).fill(String(employee?.['name']));
  await hr.getByRole('option').first().click();
  await form.getByLabel('Interview Date & Time').fill('25 nov 2030 4pm');
  await form.getByRole('button', { name: 'Update Employee' }).click();
  await expect(form).toBeHidden();
  await expect(card(hr, 'Boardrule Ekta', 'Scheduled')).toBeFocused();
  // The person stands beside the board, and follows its focus.
  await hr.keyboard.press('ArrowDown');
  await expect(card(hr, 'Boardrule Farid', 'Scheduled')).toBeFocused();
  await hr.keyboard.press('Enter');
  await expect(hr.getByRole('complementary', { name: 'Candidate Boardrule Farid' })).toBeVisible();
  await hr.keyboard.press('ArrowUp');
  await expect(hr.getByRole('complementary', { name: 'Candidate Boardrule Ekta' })).toBeVisible();
  await takePicture(hr, 'board-panel');

  // What is deleted while it is held does not come back by being dropped.
  await card(hr, 'Boardrule Gita', 'Cleared').hover();
  await hr.mouse.down();
  await column(hr, 'Not Cleared').hover();
  await column(hr, 'Not Cleared').getByText('No cards').hover();
  expect(await rest.remove(`/api/students/${doomed._id}`)).toBe(200);
  await expect(column(hr, 'Cleared')).toHaveAccessibleName('Cleared 0');
  await hr.mouse.up();
  await expect(hr.getByText('Boardrule Gita is no longer there.')).toBeVisible();
  await expect(hr.getByText('Boardrule Gita', { exact: true })).toHaveCount(0);

  // An interviewer says how it went, and no more than that.
  await openScreen(interviewer, 'Upcoming Interview');
  await expect(interviewer.getByRole('heading', { level: 1 })).toContainText(/\(\d/);
  await interviewer.keyboard.press('b');
  await expect(board(interviewer, 'Upcoming Interviews by interview status')).toBeVisible();
  await interviewer.getByLabel('Search interviews').fill('Boardrule Farid');
  await interviewer.keyboard.press('Enter');
  await expect(card(interviewer, 'Boardrule Farid', 'Scheduled')).toBeFocused();
  await accessible(interviewer);
  await interviewer.keyboard.press('Control+ArrowLeft');
  await expect(interviewer.getByText('“Not Scheduled” is not for an interviewer to say.')).toBeVisible();
  await expect(card(interviewer, 'Boardrule Farid', 'Scheduled')).toBeFocused();
  await takePicture(interviewer, 'board-small');
  await interviewer.keyboard.press('Control+ArrowRight');
  await expect(card(interviewer, 'Boardrule Farid', 'Cleared')).toBeFocused();
  await expect(card(hr, 'Boardrule Farid', 'Cleared')).toBeVisible();
  await interviewer.keyboard.press('b');
  await expect(board(interviewer, 'Upcoming Interviews by placement status')).toBeVisible();
  await interviewer.keyboard.press('/');
  await interviewer.keyboard.press('Enter');
  const standing = card(interviewer, 'Boardrule Farid', 'None');
  await expect(standing).toBeFocused();
  await expect(standing).toHaveAttribute('draggable', 'false');
  await interviewer.keyboard.press('Control+ArrowRight');
  await expect(
    interviewer.getByRole('status').filter({ hasText: 'Your role may not change the placement status' }),
  ).toBeVisible();
  await expect(standing).toBeFocused();
  // A board that this role cannot have is a list, with the reason.
  await interviewer.goto(`${new URL(interviewer.url()).origin}/upcominginterview?board=paymentStatus`);
  await expect(
    interviewer.getByText('You cannot see Payment Status. The list is shown instead.'),
  ).toBeVisible();
});

test('a board says what fails and tries it again, goes along at its edge, and is live after a drag that ended nowhere', async ({
  openPc,
  server,
}) => {
  const rest = await restClient(server.origin, DEMO_ACCOUNTS.HR);
  const made = [];
  for (let at = 10; at < 40; at += 1)
    made.push(await rest.create('/api/interns', { Name: `Boardfar P${at}`, mobile: `98111 444${at}` }));
  const { page } = await openPc({ width: 940, height: 600 });
  await signIn(page, DEMO_ACCOUNTS.HR);
  const faults = await faultsOn(page);
  await openScreen(page, 'Inquiry');
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/\(\d/);
  const retry = page.getByRole('button', { name: 'Retry' });

  // Without its counts a board is none.
  faults.fail({ method: 'records.countBy', entity: 'inquiry' });
  await page.keyboard.press('b');
  await expect(page.getByRole('alert')).toContainText('Something went wrong.');
  faults.mend();
  await retry.click();
  await expect(column(page, 'Contacted')).toBeVisible();
  // Two quick presses are two: the list, and the board again.
  await page.keyboard.press('b');
  await page.keyboard.press('b');
  await expect(page).toHaveURL(/board=leadStatus/);
  // The list, and the board once more, until that has its counts.
  await page.keyboard.press('b');
  await expect(column(page, 'None')).toHaveCount(0);
  await page.keyboard.press('b');
  await expect(column(page, 'None')).toBeVisible();

  // Each column says that it failed, and one press tries all of them; so with counts that are old.
  faults.fail({ method: 'records.list', entity: 'inquiry' });
  faults.fail({ method: 'records.countBy', entity: 'inquiry' });
  await page.getByLabel('Search inquiries').fill('Boardfar');
  await expect(column(page, 'None').getByRole('alert')).toContainText('Something went wrong.');
  await expect(column(page, 'Admission Done').getByRole('alert')).toBeVisible();
  await expect(
    page
      .getByRole('alert')
      .filter({ hasNot: page.locator('section *') })
      .first(),
  ).toBeVisible();
  faults.mend();
  await column(page, 'None').getByRole('button', { name: 'Retry' }).click();
  await expect(retry).toHaveCount(0);
  await expect(column(page, 'None')).toHaveAccessibleName('None 30');
  const newest = page.getByRole('gridcell', { name: /^Boardfar P\d+, None$/ }).first();
  await expect(newest).toBeVisible();

  // Dragged to its edge the board goes along, and back; let go over nothing, the card stays.
  const region = board(page, 'Inquiries by lead status');
  const scrolled = (): Promise<number> => region.evaluate(({ scrollLeft }) => scrollLeft);
  const box = (await region.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const middle = box.y + box.height / 2;
  const nameOf = (await newest.getAttribute('aria-label')) ?? '';
  await newest.hover();
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2, middle);
  for (const [x, there] of [
    [box.x + box.width - 12, async () => (await scrolled()) > 300],
    [box.x + 12, async () => (await scrolled()) === 0],
  ] as const) {
    await expect(async () => {
      await page.mouse.move(x, middle);
      expect(await there()).toBe(true);
    }).toPass();
  }
  // A column that somebody adds meanwhile does not push the others away below the card.
  const admin = await restClient(server.origin, DEMO_ACCOUNTS.Admin);
  await admin.create('/api/lead-status', { name: 'Aaa Boardfar' });
  await rest.create('/api/interns', { Name: 'Boardfar Late', mobile: '98111 44499' });
  await expect(column(page, 'None')).toHaveAccessibleName('None 31');
  await expect(column(page, 'Aaa Boardfar')).toHaveCount(0);
  // Its own column is scrolled away from under it: the card is drawn no more.
  await column(page, 'None')
    .getByRole('grid')
    .evaluate((grid) => grid.parentElement?.scrollTo({ top: 3_000 }));
  await expect(page.getByRole('gridcell', { name: nameOf, exact: true })).toHaveCount(0);
  await page.mouse.move(box.x + box.width / 2, 20);
  await page.mouse.up();
  await page.mouse.move(box.x + box.width / 2, 30);
  await expect(column(page, 'Aaa Boardfar')).toHaveCount(1);
  await rest.change(`/api/interns/${String(made[0]?._id)}`, { Name: 'Boardfar Renamed' });
  await expect(card(page, 'Boardfar Renamed', 'None')).toHaveCount(1);
});
