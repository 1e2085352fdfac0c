import type { Locator, Page } from '@playwright/test';
import { seriousOn } from '../product/accessibility.ts';
import { historyPath } from '#shared/protocol/history.ts';
import { PATHS } from '#shared/protocol/sync.ts';
import { WeakNetwork } from '../../electron/desk/testing/weak-network.ts';
import { restClient } from '../product/rest-client.ts';
import { DEMO_ACCOUNTS } from '../product/product.ts';
import { addCandidate, choose, openScreen, rowWith, signIn } from '../product/page-actions.ts';
import { expect, test } from './product-test.ts';

async function openRecord(page: Page, name: string): Promise<Locator> {
  await page.getByRole('button', { name: `View ${name}`, exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'View Candidate' });
  await expect(dialog).toBeVisible();
  return dialog;
}

async function expectAccessible(page: Page): Promise<void> {
  expect(await seriousOn(page, 'all', ['[role="dialog"]'])).toEqual([]);
}

test('history: what one desk changes, the other reads with who and when; what was deleted is restored', async ({
  openPc,
}) => {
  const hr = (await openPc()).page;
  const admin = (await openPc()).page;
  await Promise.all([signIn(hr, DEMO_ACCOUNTS.HR), signIn(admin, DEMO_ACCOUNTS.Admin)]);
  const [hrName = ''] =
    /(?<=Signed in as: ).+(?= \(HR\))/.exec(await hr.getByText('Signed in as:').innerText()) ?? [];
  for (const page of [hr, admin]) {
    await openScreen(page, 'Candidate');
    await expect(page.getByRole('button', { name: /^View / }).first()).toBeVisible();
  }
  await hr.getByRole('button', { name: 'Add Candidate' }).click();
  const form = hr.getByRole('dialog', { name: 'Add Candidate' });
  await form.getByLabel('Full Name').fill('Vaishnavi Historic');
  await form.getByLabel('Mobile').fill('98200 45454');
  await form.getByLabel('Email').fill('vaishnavi@example.com');
  await form.getByRole('button', { name: 'Save Employee' }).click();
  await expect(rowWith(hr, 'Vaishnavi Historic')).toBeVisible();
  await hr.getByRole('button', { name: 'Edit Vaishnavi Historic', exact: true }).click();
  const edit = hr.getByRole('dialog', { name: 'Edit Candidate' });
  await choose(hr, edit, 'Interview Status', 'Not Answered');
  await edit.getByLabel('Notes', { exact: true }).fill(`Long talk. ${'Wants to move to Pune. '.repeat(12)}`);
  await edit.getByRole('button', { name: 'Update Employee' }).click();
  await expect(edit).toBeHidden();

  await admin.getByLabel('Search candidates').fill('Vaishnavi Historic');
  const view = await openRecord(admin, 'Vaishnavi Historic');
  await view.getByRole('tab', { name: 'History' }).click();
  const entries = view.getByRole('list', { name: 'Changes, the newest first' });
  const latest = entries.getByRole('listitem').first();
  await expect(latest).toContainText(hrName);
  await expect(latest).toContainText('Today');
  await expect(latest).toContainText('Interview Status: Not Scheduled → Not Answered');
  await expect(entries).toContainText('Added');
  await expect(entries.getByText('Full Name: Vaishnavi Historic')).toBeHidden();
  await entries.getByRole('button', { name: /^Show \d+ values$/ }).click();
  await expect(entries.getByText('Full Name: Vaishnavi Historic')).toBeVisible();
  await expectAccessible(admin);
  await entries.getByRole('button', { name: 'Show all of Notes' }).click();
  await expect(entries.getByRole('button', { name: 'Show less of Notes' })).toBeVisible();
  // While it is open, what others change comes in: of a long text what differs, however late in it.
  await hr.getByRole('button', { name: 'Edit Vaishnavi Historic', exact: true }).click();
  await edit.getByLabel('City').fill('Nashik');
  await edit
    .getByLabel('Notes', { exact: true })
    .fill(`Long talk. ${'Wants to move to Pune. '.repeat(11)}Wants to move to Nagpur.`);
  await edit.getByRole('button', { name: 'Update Employee' }).click();
  await expect(latest).toContainText('City: empty → Nashik');
  await expect(latest.getByRole('deletion')).toHaveText('Removed: Pune.');
  await expect(latest.getByRole('insertion')).toHaveText('Added: Nagpur.');
  await expect(latest).not.toContainText('Long talk.');
  await expectAccessible(admin);
  await latest.getByRole('button', { name: 'Show all of Notes' }).click();
  await expect(latest).toContainText('Long talk.');
  await expect(latest.getByRole('deletion')).toHaveText('Removed: Pune.');
  // By keys alone.
  await view.getByRole('tab', { name: 'History' }).focus();
  // Past documents and timeline.
  for (let tab = 0; tab < 3; tab += 1) await admin.keyboard.press('ArrowLeft');
  await expect(view.getByRole('tab', { name: 'Details' })).toHaveAttribute('aria-selected', 'true');
  await expect(view.getByRole('region', { name: 'Form' })).toContainText('Nashik');
  await admin.keyboard.press('Escape');
  await expect(view).toBeHidden();

  await hr.getByRole('button', { name: 'Delete Vaishnavi Historic', exact: true }).click();
  await hr.getByRole('dialog', { name: 'Are you sure?' }).getByRole('button', { name: 'Delete' }).click();
  await expect(hr.getByRole('button', { name: 'Restore', exact: true })).toHaveCount(0);
  await expect(admin.getByRole('button', { name: 'View Vaishnavi Historic', exact: true })).toBeHidden();
  await admin.getByRole('button', { name: 'Restore', exact: true }).click();
  const deleted = admin.getByRole('dialog', { name: 'Deleted candidates' });
  await expect(deleted.getByRole('listitem').first()).toContainText(`by ${hrName}`);
  await expectAccessible(admin);
  await deleted.getByRole('button', { name: 'Restore Vaishnavi Historic' }).click();
  // The button is gone; the focus stays in its place.
  await expect(deleted.getByText('Restored', { exact: true })).toBeFocused();
  await admin.keyboard.press('Escape');
  const back = await openRecord(admin, 'Vaishnavi Historic');
  await back.getByRole('tab', { name: 'History' }).click();
  await expect(latest).toContainText('Restored');
});

test('history and devices: offline they wait; an Employee reads none; a device is signed out from another', async ({
  openPc,
  server,
}) => {
  const { page } = await openPc();
  const other = (await openPc()).page;
  await Promise.all([signIn(page, DEMO_ACCOUNTS.Employee), signIn(other, DEMO_ACCOUNTS.Employee)]);
  await openScreen(page, 'Upcoming Interview');
  await page
    .getByRole('button', { name: /^View / })
    .first()
    .click();
  const view = page.getByRole('dialog', { name: 'View Candidate' });
  await expect(view.getByText('Full Name')).toBeVisible();
  await expect(view.getByRole('tab', { name: /^(History|Timeline)/ })).toHaveCount(0);
  await expect(view.getByRole('tab')).toHaveText(['Details', /^Documents/]);
  await page.keyboard.press('Escape');
  await expect(view).toBeHidden();

  const openMine = async (): Promise<Locator> => {
    await page.getByRole('button', { name: /^Signed in as: / }).click();
    await page.getByRole('menuitem', { name: 'My details' }).click();
    return page.getByRole('dialog', { name: 'My details' });
  };
  const mine = await openMine();
  const devices = mine.getByRole('region', { name: 'Signed-in devices' });
  await expect(devices.getByRole('listitem')).toHaveCount(2);
  await expect(devices.getByText('This device')).toHaveCount(1);
  await expectAccessible(page);
  await devices.getByRole('button', { name: /^Sign out on / }).click();
  await page
    .getByRole('dialog', { name: /^Sign out on / })
    .getByRole('button', { name: 'Sign out' })
    .click();
  await expect(devices.getByRole('listitem')).toHaveCount(1);
  await expect(devices).toBeFocused();
  await expect(other.getByText('You were signed out from another of your devices.')).toBeVisible();
  await page.keyboard.press('Escape');

  await server.stop();
  await openMine();
  await expect(devices).toContainText('The server knows who is signed in where. Connect, then try again.');
});

test('history: values of scripts that run to the left keep their places, the former one first', async ({
  openPc,
}) => {
  const { page } = await openPc();
  await signIn(page, DEMO_ACCOUNTS.Admin);
  await openScreen(page, 'Candidate');
  const [former, present] = ['ممبئی', 'دہلی'];
  const person = { name: 'Zoya Zwischen', mobile: '98200 45455', email: 'zoya@example.com', city: former };
  await addCandidate(page, person);
  await page.getByRole('button', { name: `Edit ${person.name}`, exact: true }).click();
  const edit = page.getByRole('dialog', { name: 'Edit Candidate' });
  await edit.getByLabel('City').fill(present);
  await edit.getByRole('button', { name: 'Update Employee' }).click();
  await expect(edit).toBeHidden();
  const view = await openRecord(page, person.name);
  await view.getByRole('tab', { name: 'History' }).click();
  const change = view
    .getByRole('listitem')
    .filter({ hasText: `City: ${former} → ${present}` })
    .last();
  await expect(change).toBeVisible();
  const places = await change.evaluate(
    (line, values) =>
      values.map((value) => {
        const texts = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
        while (texts.nextNode()) {
          const at = texts.currentNode.textContent?.indexOf(value) ?? -1;
          if (at < 0) continue;
          const range = document.createRange();
          range.setStart(texts.currentNode, at);
          range.setEnd(texts.currentNode, at + value.length);
          return range.getBoundingClientRect().left;
        }
        return Number.NaN;
      }),
    [former, '→', present],
  );
  expect(places).toEqual(places.toSorted((one, other) => one - other));
});

test('a window of the version before shows what a newer server says: a field, a kind of activity', async ({
  openPc,
  server,
}) => {
  const rest = await restClient(server.origin, DEMO_ACCOUNTS.HR);
  const asha = { fullName: 'Asha Nextversion', mobile: '98200 77123', email: 'asha.next@mail.test' };
  const { _id } = await rest.create('/api/students', asha);
  await rest.create('/api/activities', { candidate: _id, kind: 'Note', note: 'Came by' });
  const network = await WeakNetwork.before(server.origin);
  const { page } = await openPc({ plainServer: network.url });
  network.changeAnswers(PATHS.pull, (page) =>
    JSON.parse(JSON.stringify(page).replaceAll('"Note","', '"Visit","').replaceAll('"Note",', '"Visit",')),
  );
  await signIn(page, DEMO_ACCOUNTS.HR);
  await openScreen(page, 'Candidate');
  await expect(page.getByRole('button', { name: /^Sync: Synced/ })).toBeVisible();
  network.mend();
  network.changeAnswers(historyPath('candidate', _id, { limit: 31 }), (entries) =>
    (entries as unknown as Record<string, unknown>[]).map((entry) => ({
      ...entry,
      kind: 'update',
      fields: [{ name: 'petName', label: 'Pet Name', old: null, new: 'Rex' }],
    })),
  );
  await page.getByLabel('Search candidates').fill(asha.fullName);
  const view = await openRecord(page, asha.fullName);
  await view.getByRole('tab', { name: 'Timeline' }).click();
  await expect(view).toContainText('Came by');
  await expect(view).toContainText('Visit');
  await expect(view).toContainText('Pet Name: empty → Rex');
  await view.getByRole('tab', { name: 'History' }).click();
  await expect(view.getByRole('list', { name: 'Changes, the newest first' })).toContainText(
    'Pet Name: empty → Rex',
  );
  await network.close();
});
