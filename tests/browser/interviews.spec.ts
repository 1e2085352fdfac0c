import type { Locator, Page } from '@playwright/test';
import { toIndianInput } from '#shared/format/dates.ts';
import { choose, openScreen, rowWith, signIn } from '../product/page-actions.ts';
import { DEMO_ACCOUNTS } from '../product/product.ts';
import { restClient, type RestClient } from '../product/rest-client.ts';
import { expect, test } from './product-test.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const IMRAN = 'Imran Shaikh';

/** A time of day in India, some days from now. */
function inDays(days: number, time: string): string {
  const day = toIndianInput(new Date(Date.now() + days * DAY_MS).toISOString()).slice(0, 10);
  return new Date(`${day}T${time}:00+05:30`).toISOString();
}

const person = (fullName: string): Record<string, unknown> => ({
  fullName,
  mobile: '98200 11223',
  email: `${fullName.toLowerCase().replace(' ', '.')}@example.com`,
});

async function addCandidate(
  rest: RestClient,
  fullName: string,
  more: Record<string, unknown>,
): Promise<string> {
  return (await rest.create('/api/students', { ...person(fullName), ...more }))._id;
}

async function openEdit(page: Page, name: string): Promise<Locator> {
  await page.getByLabel('Search candidates').fill(name);
  await page.getByRole('button', { name: `Edit ${name}`, exact: true }).click();
  return page.getByRole('dialog', { name: 'Edit Candidate' });
}

test('an interviewer typed as people type: the only suggestion is taken, a plain name is asked about', async ({
  openPc,
  server,
}) => {
  const rest = await restClient(server.origin, DEMO_ACCOUNTS['Super Admin']);
  // A student of a like name, and an interviewer who has left.
  for (const [name, role, isActive] of [
    ['Imrana Sayed', 'Student', true],
    ['Imrose Dsouza', 'Employee', false],
  ] as const) {
    const email = `${name.toLowerCase().replace(' ', '.')}@example.com`;
    await rest.create('/users', { name, email, isActive });
    await rest.create('/api/assignroles', { userEmail: email, roleName: role });
  }
  await addCandidate(rest, 'Typed Interviewer', {});
  const stored = async (): Promise<unknown> =>
    (await rest.list('/api/students?search=Typed Interviewer')).map(({ interviewerName, interviewerId }) => [
      interviewerName,
      interviewerId === null,
    ]);
  const { page } = await openPc();
  await signIn(page, DEMO_ACCOUNTS.HR);
  await openScreen(page, 'Candidate');
  const edit = await openEdit(page, 'Typed Interviewer');
  const field = edit.getByLabel('Interviewer', { exact: true });

  // Enter before the answer is there, then Tab.
  await field.click();
  await page.keyboard.type('Imr');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(field).toHaveValue(IMRAN);
  await field.fill('Imr');
  await expect(page.getByRole('option')).toHaveText([
    new RegExp(`^${IMRAN}`),
    /^Keep “Imr” as a plain name$/,
  ]);
  await page.keyboard.press('Tab');
  await expect(field).toHaveValue(IMRAN);

  // Several fit: Enter takes the highlighted one, leaving says so.
  await field.fill('i');
  await expect(page.getByRole('option').nth(2)).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(
    edit.getByText('Several users fit i. Choose one from the list, or keep it as a plain name.'),
  ).toBeVisible();

  // Nobody fits: it is said, also where one saves without leaving the field, and nothing is saved in silence.
  await field.fill('Imrana');
  await page.keyboard.press('Control+s');
  const nobody = edit.getByText(
    'No active user named Imrana may open Upcoming Interview. Choose one from the list, or keep it as a plain name.',
  );
  await expect(nobody).toBeVisible();
  await expect(field).toBeFocused();
  expect(await stored()).toEqual([[null, true]]);
  await edit.getByRole('button', { name: 'Keep “Imrana” as a plain name' }).click();
  await expect(nobody).toBeHidden();
  await edit.getByRole('button', { name: 'Update Employee' }).click();
  await expect(page.getByText('Candidate updated successfully.')).toBeVisible();
  await expect.poll(stored).toEqual([['Imrana', true]]);

  // What is stored already may stay; saving takes the only suggestion as well.
  const again = await openEdit(page, 'Typed Interviewer');
  await again.getByLabel('City').fill('Pune');
  await again.getByRole('button', { name: 'Update Employee' }).click();
  await expect(again).toBeHidden();
  const last = await openEdit(page, 'Typed Interviewer');
  await last.getByLabel('Interviewer', { exact: true }).fill('imran sh');
  await page.keyboard.press('Control+s');
  await expect(last).toBeHidden();
  await expect.poll(stored).toEqual([[IMRAN, false]]);
});

test('Scheduled asks for interviewer and date; another interview within the hour is said, offline too', async ({
  openPc,
  server,
}) => {
  const rest = await restClient(server.origin, DEMO_ACCOUNTS['Super Admin']);
  const imran = (await rest.list('/api/users')).find(({ name }) => name === IMRAN)?._id;
  const booked = { interviewStatus: 'Scheduled', interviewerId: imran };
  await addCandidate(rest, 'Priya Booked', { ...booked, interviewDate: inDays(40, '15:30') });
  await addCandidate(rest, 'Booked Later', { ...booked, interviewDate: inDays(40, '17:00') });
  await addCandidate(rest, 'Stored Dateless', { interviewStatus: 'Scheduled' });
  await addCandidate(rest, 'Asha Unbooked', {});
  const { page } = await openPc();
  await signIn(page, DEMO_ACCOUNTS.HR);
  await openScreen(page, 'Candidate');

  const stored = await openEdit(page, 'Stored Dateless');
  await stored.getByLabel('City').fill('Pune');
  await stored.getByRole('button', { name: 'Update Employee' }).click();
  await expect(stored).toBeHidden();
  await server.stop();

  const edit = await openEdit(page, 'Asha Unbooked');
  await choose(page, edit, 'Interview Status', 'Scheduled');
  await edit.getByRole('button', { name: 'Update Employee' }).click();
  const [who, when] = [
    'Scheduled needs an interviewer: say who interviews, or choose another status.',
    'Scheduled needs a date and time: say when the interview is, or choose another status.',
  ];
  await expect(edit.getByText(who)).toBeVisible();
  await expect(edit.getByText(when)).toBeVisible();
  await choose(page, edit, 'Interview Status', 'Not Scheduled');
  await expect(edit.getByText(who)).toBeHidden();
  await choose(page, edit, 'Interview Status', 'Scheduled');
  await edit.getByLabel('Interviewer', { exact: true }).fill('Imran');
  await page.keyboard.press('Tab');
  const date = edit.getByLabel('Interview Date & Time', { exact: true });
  await date.fill(toIndianInput(inDays(40, '16:00')));
  await expect(edit.getByText("Imran Shaikh has Priya Booked's interview at 3:30 pm.")).toBeVisible();
  await date.fill(toIndianInput(inDays(40, '18:00')));
  await expect(edit.getByText(/Imran Shaikh has/)).toBeHidden();
  await date.fill(toIndianInput(inDays(40, '16:15')));
  await expect(
    edit.getByText(
      "Imran Shaikh has Priya Booked's interview at 3:30 pm and Booked Later's interview at 5:00 pm.",
    ),
  ).toBeVisible();
  // Said, not refused.
  await edit.getByRole('button', { name: 'Update Employee' }).click();
  await expect(edit).toBeHidden();
  await expect(rowWith(page, 'Asha Unbooked')).toContainText('Scheduled');
});

test('Upcoming Interviews: to come first and nearest first, what is over behind a choice', async ({
  openPc,
  server,
}) => {
  const rest = await restClient(server.origin, DEMO_ACCOUNTS['Super Admin']);
  const me = (await rest.list('/api/users')).find(({ email }) => email === DEMO_ACCOUNTS.Employee)?._id;
  const add = (name: string, days: number | null, interviewStatus: string): Promise<string> =>
    addCandidate(rest, name, {
      interviewerId: me,
      interviewStatus,
      interviewDate: days === null ? null : inDays(days, '23:59'),
    });
  await add('Parted Later', 9, 'Scheduled');
  await add('Parted Today', 0, 'Scheduled');
  await add('Parted Undated', null, 'Not Scheduled');
  await add('Parted Done', 0, 'Cleared');
  const { page } = await openPc();
  await signIn(page, DEMO_ACCOUNTS.Employee);
  await openScreen(page, 'Upcoming Interview');
  const parts = page.getByRole('group', { name: 'Which interviews' });
  const heading = page.getByRole('heading', { level: 1 });
  const names = page.getByRole('gridcell').filter({ hasText: /^Parted/ });
  const count = async (): Promise<number> => Number(/\((\d+)\)/.exec(await heading.innerText())?.[1]);
  await expect(parts.getByRole('button', { name: 'To come' })).toHaveAttribute('aria-pressed', 'true');
  await expect(heading).toHaveText(/\(\d+\)$/);
  const toCome = await count();
  await page.getByLabel('Search interviews').fill('Parted');
  await expect(names).toHaveText(['Parted Today', 'Parted Later', 'Parted Undated']);
  await expect(heading).toHaveText('Upcoming Interviews (3)');
  await parts.getByRole('button', { name: 'Over' }).click();
  await expect(names).toHaveText(['Parted Done']);
  await parts.getByRole('button', { name: 'All' }).click();
  await expect(names).toHaveText([
    'Parted Later',
    /^Parted (Done|Today)$/,
    /^Parted (Done|Today)$/,
    'Parted Undated',
  ]);
  await page.getByLabel('Search interviews').fill('');
  await expect.poll(count).toBeGreaterThan(toCome);
  const all = await count();
  await parts.getByRole('button', { name: 'Over' }).click();
  await expect.poll(count).toBe(all - toCome);

  // Its outcome entered, an interview of today goes over.
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(parts.getByRole('button', { name: 'To come' })).toHaveAttribute('aria-pressed', 'true');
  await page.getByLabel('Search interviews').fill('Parted');
  await page.getByRole('button', { name: 'Edit Parted Today' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit Candidate' });
  await choose(page, edit, 'Interview Status', 'Not Cleared');
  await edit.getByRole('button', { name: 'Update Employee' }).click();
  await expect(names).toHaveText(['Parted Later', 'Parted Undated']);
});

test('every list of candidates takes Handled By from the address, as a filter that can be taken away', async ({
  openPc,
  server,
}) => {
  const rest = await restClient(server.origin, DEMO_ACCOUNTS['Super Admin']);
  const users = await rest.list('/api/users');
  const hr = users.find(({ email }) => email === DEMO_ACCOUNTS.HR);
  const { page } = await openPc();
  await signIn(page, DEMO_ACCOUNTS['Super Admin']);
  const heading = page.getByRole('heading', { level: 1 });
  for (const path of [
    'candidate',
    'followup',
    'placementcell',
    'allscheduledinterview',
    'upcominginterview',
  ]) {
    await page.goto(new URL(`/${path}?map=${hr?._id ?? ''}`, page.url()).href);
    const filter = page.getByRole('combobox', { name: 'Handled By' });
    await expect(filter, path).toHaveValue(String(hr?.['name']));
    await expect(heading).toHaveText(/\(\d+\)$/);
    await page.getByRole('search').getByRole('button', { name: 'Clear filters' }).click();
    await expect(page).not.toHaveURL(/map=/);
  }
  await page.goto(new URL('/followup?map=nobody', page.url()).href);
  await expect(page.getByRole('combobox', { name: 'Handled By' })).toHaveValue('Unknown');
  await expect(heading).toHaveText('Candidate Follow Up (0)');
});
