import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '../product/product.ts';
import { openScreen, rowWith, signIn } from '../product/page-actions.ts';
import { expect, test } from './product-test.ts';

/** Half past four in the afternoon in India, on the day before the clocks go back in New York and on that day. */
const interview = {
  input: '2027-11-06T16:30',
  typed: '06/11/2027, 4:30 pm',
  shown: '06 Nov 2027, 4:30 pm',
  stored: '2027-11-06T11:00:00.000Z',
};
/** Half past eleven at night: already the next day in UTC+5:30 only. */
const nextCall = {
  input: '2027-11-07T23:30',
  typed: '07/11/2027, 11:30 pm',
  shown: '07 Nov 2027, 11:30 pm',
  stored: '2027-11-07T18:00:00.000Z',
};

interface StoredCandidate {
  fullName: string;
  interviewDate: string;
  nextCall: string;
  dob: string;
}

async function storedOnServer(origin: string, search: string): Promise<StoredCandidate[]> {
  const login = await fetch(`${origin}/api/auths/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: DEMO_ACCOUNTS.Admin, password: DEMO_PASSWORD }),
  });
  const { token } = (await login.json()) as { token: string };
  const answer = await fetch(`${origin}/api/students?search=${encodeURIComponent(search)}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return (await answer.json()) as StoredCandidate[];
}

test('section 9: a PC set to New York takes and shows Indian time, 12-hour, and another PC and the server mean the same', async ({
  openPc,
  server,
}) => {
  const { page } = await openPc({ timeZone: 'America/New_York' });
  const inIndia = await openPc({ timeZone: 'Asia/Kolkata' });
  expect(await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone)).toBe(
    'America/New_York',
  );
  await signIn(page, DEMO_ACCOUNTS.HR);
  await signIn(inIndia.page, DEMO_ACCOUNTS.Admin);
  await openScreen(page, 'Candidate');
  await page.getByRole('button', { name: 'Add Candidate' }).click();
  const form = page.getByRole('dialog', { name: 'Add Candidate' });
  await form.getByLabel('Full Name').fill('Zone Traveller');
  await form.getByLabel('Mobile').fill('90000 77777');
  await form.getByLabel('Email').fill('zone.traveller@example.com');
  await form.getByLabel('Date of Birth').fill('2001-03-08');
  await form.getByLabel('Interview Date & Time').fill(interview.input);
  await form.getByLabel('Next Call Date', { exact: true }).fill(nextCall.input);
  await form.getByRole('button', { name: 'Save Employee' }).click();
  await expect(form).toBeHidden();

  await expect
    .poll(async () => storedOnServer(server.origin, 'Zone Traveller'))
    .toMatchObject([{ interviewDate: interview.stored, nextCall: nextCall.stored, dob: '2001-03-08' }]);

  for (const each of [page, inIndia.page]) {
    await openScreen(each, 'Candidate');
    await each.getByLabel('Search candidates').fill('Zone Traveller');
    await each.getByRole('button', { name: 'View Zone Traveller' }).click();
    const view = each.getByRole('dialog', { name: 'View Candidate' });
    await expect(view.getByRole('group', { name: 'Interview Date & Time' })).toContainText(interview.shown);
    await expect(view.getByRole('group', { name: 'Next Call Date' })).toContainText(nextCall.shown);
    await expect(view.getByRole('group', { name: 'Date of Birth' })).toContainText('08 Mar 2001');
    await expect(view).toContainText(/Added today \d{1,2}:\d\d [ap]m/);
    await view.getByRole('button', { name: 'Edit' }).click();
    const edit = each.getByRole('dialog', { name: 'Edit Candidate' });
    await expect(edit.getByLabel('Interview Date & Time')).toHaveValue(interview.typed);
    await expect(edit.getByLabel('Next Call Date', { exact: true })).toHaveValue(nextCall.typed);
    await expect(edit.getByLabel('Date of Birth')).toHaveValue('08/03/2001');
    await each.keyboard.press('Escape');
    await expect(edit).toBeHidden();
    await expect(rowWith(each, 'Zone Traveller')).toBeVisible();
  }
});

test('section 5: on a PC set to New York "not earlier than now" is counted in Indian time', async ({
  openPc,
}) => {
  const { page } = await openPc({ timeZone: 'America/New_York' });
  await signIn(page, DEMO_ACCOUNTS.HR);
  await openScreen(page, 'Candidate');
  await page
    .getByRole('button', { name: /^Edit / })
    .first()
    .click();
  const form = page.getByRole('dialog', { name: 'Edit Candidate' });
  const indianInput = (minutes: number): string =>
    new Date(Date.now() + (330 + minutes) * 60_000).toISOString().slice(0, 16);
  // Two hours ago in India is hours ahead of New York's clock, and the other way round.
  await form.getByLabel('Interview Date & Time').fill(indianInput(-120));
  await form.getByRole('button', { name: 'Update Employee' }).click();
  await expect(form.getByText('Interview Date & Time cannot be earlier than now')).toBeVisible();
  await form.getByLabel('Interview Date & Time').fill(indianInput(120));
  await form.getByRole('button', { name: 'Update Employee' }).click();
  await expect(form).toBeHidden();
  await expect(page.getByText('Candidate updated successfully.')).toBeVisible();
});

test('a PC whose clock is days ahead says so, and what the server’s says', async ({ openPc }) => {
  const { page } = await openPc({ clockAhead: 3 * 86_400_000 });
  await signIn(page, DEMO_ACCOUNTS.HR);
  const indicator = page.getByRole('button', { name: 'Sync: Synced · this PC’s clock is wrong' });
  await indicator.click();
  const tray = page.getByRole('dialog', { name: 'Sync' });
  await expect(tray).toContainText(
    /This PC’s clock says \d\d \w+ 20\d\d, .*; the server’s says \d\d \w+ 20\d\d, /,
  );
});
