import type { Locator, Page } from '@playwright/test';
import { indianDate } from '#shared/format/dates.ts';
import type { AnyRecord } from '#shared/model/entity.ts';
import { DEMO_ACCOUNTS } from '../product/product.ts';
import {
  choose,
  deleteAndUndo,
  expectWholeCells,
  openScreen,
  rowWith,
  signIn,
} from '../product/page-actions.ts';
import { restClient } from '../product/rest-client.ts';
import { expect, test } from './product-test.ts';

const HOUR_MS = 3_600_000;

const inHours = (hours: number): string => new Date(Date.now() + hours * HOUR_MS).toISOString();

/** Keeps the desk's lists back until the returned function is called. Loads the page anew. */
async function holdLists(page: Page): Promise<() => void> {
  let held: (() => void)[] | null = [];
  await page.routeWebSocket(/\/bridge$/, (socket) => {
    const desk = socket.connectToServer();
    socket.onMessage((message) => {
      const send = (): void => desk.send(message);
      if (held && message.toString().includes('"records.list"')) held.push(send);
      else send();
    });
  });
  await page.reload();
  return () => {
    held?.forEach((send) => send());
    held = null;
  };
}

test(
  'sections 2.8, 5, 6: an inquiry is added, viewed, edited, deleted and restored; the server refuses HR the deletion',
  { tag: '@core' },
  async ({ openPc, server }) => {
    const { page } = await openPc();
    await signIn(page, DEMO_ACCOUNTS.Admin);
    await openScreen(page, 'Inquiry');
    await expect(page.getByRole('heading', { name: 'Inquiries' })).toContainText('(250)');
    for (const heading of [
      'S N',
      'Name',
      'Mobile',
      'Internship Type',
      'Notes',
      'Lead Status',
      'Date created plus updated',
      'Actions',
    ]) {
      await expect(page.getByRole('columnheader', { name: heading, exact: true })).toBeVisible();
    }

    await page.getByRole('button', { name: 'Add Inquiry' }).click();
    const form = page.getByRole('dialog', { name: 'Add Inquiry' });
    await expect(form.getByRole('combobox', { name: 'Interview Status' })).toHaveValue('Not Scheduled');
    await expect(form.getByRole('combobox', { name: 'Status Type' })).toHaveValue('No');
    await form.getByRole('combobox', { name: 'Interview Status' }).click();
    await expect(page.getByRole('option', { name: 'Offer Letter Accepted' })).toBeVisible();
    await expect(page.getByRole('option', { name: 'Not Answered' })).toHaveCount(0);
    await page.keyboard.press('Escape');
    await form.getByLabel('Name').fill('   Ishita Test  ');
    await form.getByLabel('Mobile').fill('  +91 90000 54321 ');
    await choose(page, form, 'Internship Type', 'DevOps');
    const leadStatus = form.getByRole('combobox', { name: 'Lead Status' });
    const choices = page.getByRole('listbox', { name: 'Choices' });
    await leadStatus.fill('conta');
    await expect(choices.getByRole('option')).toHaveText(['Contacted']);
    await page.keyboard.press('Escape');
    await expect(leadStatus).toHaveValue('');
    await leadStatus.fill('conta');
    await expect(choices.getByRole('option')).toHaveText(['Contacted']);
    await page.keyboard.press('Enter');
    await expect(leadStatus).toHaveValue('Contacted');
    await form.getByLabel('Notes').fill('Asked for the weekend batch');
    const nextCall = form.getByLabel('Next Call', { exact: true });
    // The earliest selectable time is now: of today what is left, and no day before it.
    await nextCall.fill('today 11:59 pm');
    await page.keyboard.press('ArrowDown');
    const calendar = page.getByRole('dialog', { name: 'Choose a date and time' });
    const today = indianDate(new Date().toISOString());
    const days = calendar.getByRole('button', { name: /^\d{1,2} \w+ \d{4}$/ });
    for (const day of await days.all()) {
      const at = new Date(`${(await day.getAttribute('aria-label')) ?? ''} UTC`).toISOString().slice(0, 10);
      await expect(day, at)[at < today ? 'toBeDisabled' : 'toBeEnabled']();
    }
    const midnight = calendar.getByRole('option', { name: '12:00 am', exact: true });
    await expect(midnight).toHaveAttribute('aria-disabled', 'true');
    await page.keyboard.press('Escape');
    await nextCall.fill('2020-01-01T10:00');
    await form.getByRole('button', { name: 'Save Inquiry' }).click();
    await expect(form.getByText('Next Call cannot be earlier than now')).toBeVisible();
    await form.getByRole('button', { name: 'Tomorrow 11 am' }).click();
    await form.getByRole('button', { name: 'Save Inquiry' }).click();
    await expect(page.getByText('New inquiry has been added.')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Inquiries' })).toContainText('(251)');

    const row = rowWith(page, 'Ishita Test');
    await expect(row).toContainText('Created Today');
    await expect(row).toContainText('Updated Today');
    await expect(row).toContainText('Contacted');

    await page.getByRole('button', { name: 'View Ishita Test' }).click();
    const view = page.getByRole('dialog', { name: 'View Inquiry' });
    for (const [label, value] of [
      ['Mobile', '+91 90000 54321'],
      ['Internship', 'DevOps'],
      ['Interview', 'Not Scheduled'],
      ['Status Type', 'No'],
      ['Assigned To', 'Kavita Menon'],
      ['Notes', 'Asked for the weekend batch'],
    ] as const) {
      await expect(view.getByRole('group', { name: label, exact: true })).toContainText(value);
    }
    await expect(view.getByRole('group')).toHaveCount(8);
    await page.keyboard.press('Escape');
    await expect(view).toBeHidden();

    await page.getByRole('button', { name: 'Edit Ishita Test' }).click();
    const edit = page.getByRole('dialog', { name: 'Edit Inquiry' });
    await choose(page, edit, 'Lead Status', 'Interested');
    await edit.getByRole('button', { name: 'Update Inquiry' }).click();
    await expect(page.getByText('Updated!', { exact: true })).toBeVisible();
    await expect(page.getByText('Inquiry updated successfully.')).toBeVisible();
    await expect(row).toContainText('Interested');

    const asHr = await restClient(server.origin, DEMO_ACCOUNTS.HR);
    const stored = async (): Promise<AnyRecord | undefined> =>
      (await asHr.list('/api/interns?search=Ishita'))[0];
    // What was saved is still on its way.
    await expect.poll(stored).toMatchObject({ Name: 'Ishita Test', mobile: '+91 90000 54321' });
    expect(await asHr.remove(`/api/interns/${(await stored())?._id}`)).toBe(403);

    await deleteAndUndo(page, 'Ishita Test', {
      title: 'Are you sure?',
      message: 'This will permanently delete the inquiry.',
      done: 'Inquiry has been deleted.',
    });
  },
);

test('sections 2.8, 9: pages, page sizes, search and filters of the Interns list; the name column collapses', async ({
  openPc,
  server,
}) => {
  const asAdmin = await restClient(server.origin, DEMO_ACCOUNTS.Admin);
  for (const { _id } of await asAdmin.list('/api/interns?internshipType=Other')) {
    expect(await asAdmin.remove(`/api/interns/${_id}`)).toBe(200);
  }
  const all = (await asAdmin.list('/api/interns')).length;
  const { page } = await openPc();
  await signIn(page, DEMO_ACCOUNTS['Super Admin']);
  const letGo = await holdLists(page);
  await openScreen(page, 'Inquiry');
  await expect(page.getByText('Loading interns...')).toBeVisible();
  letGo();
  const heading = page.getByRole('heading', { name: 'Inquiries' });
  await expect(heading).toContainText(`(${all})`);
  const pages = page.getByRole('navigation', { name: 'Pages' });
  const current = pages.locator('[aria-current="page"]');
  await expect(current).toHaveText('1');
  await expect(pages).toContainText(`1–50 of ${all}`);

  await pages.getByRole('button', { name: 'Page 3', exact: true }).click();
  await expect(pages).toContainText('101–150');
  await expect(page.getByRole('gridcell', { name: '101', exact: true })).toBeVisible();
  await page.getByLabel('Search inquiries').fill('DevOps');
  await expect(current).toHaveText('1');
  await expect(heading).not.toContainText(`(${all})`);
  await page.getByRole('button', { name: 'Clear search' }).click();
  await expect(heading).toContainText(`(${all})`);

  await pages.getByRole('button', { name: 'Next page' }).click();
  await expect(current).toHaveText('2');
  await page.getByRole('combobox', { name: 'Internship Type' }).click();
  await expect(page.getByRole('option', { name: 'DevOps', exact: true })).toBeVisible();
  await expect(page.getByRole('option', { name: 'Other', exact: true })).toHaveCount(0);
  await page.getByRole('option', { name: 'Full-Stack Development', exact: true }).click();
  await expect(current).toHaveText('1');
  await expect(heading).not.toContainText(`(${all})`);
  await choose(page, page, 'Lead Status', 'Interested');
  await expect(rowWith(page, 'Full-Stack Development').first()).toContainText('Interested');
  await page.getByRole('combobox', { name: 'Interview Status' }).click();
  await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(7);
  await page.getByRole('option', { name: 'Offer Letter Accepted' }).click();
  await expect(page.getByText('No interns found')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).first().click();

  await page.getByLabel('Rows per page').selectOption('20');
  await expect(pages).toContainText(`1–20 of ${all}`);
  await pages.getByRole('button', { name: `Page ${Math.ceil(all / 20)}`, exact: true }).click();
  await expect(pages).toContainText(`–${all} of ${all}`);
  await page.getByLabel('Rows per page').selectOption('30');
  await expect(pages).toContainText(`1–30 of ${all}`);

  // Tall rows where there is little room.
  await page.setViewportSize({ width: 1366, height: 768 });
  await expectWholeCells(page, ['Name', 'mobile', 'internshipType', 'leadStatus']);

  const toggle = page.getByRole('button', { name: 'Name column' });
  const nameWidth = async (): Promise<number> =>
    (await page.getByRole('columnheader', { name: 'Name', exact: true }).boundingBox())?.width ?? 0;
  await expect(toggle).toHaveAttribute('aria-expanded', 'true');
  const wide = await nameWidth();
  await toggle.focus();
  await page.keyboard.press('Enter');
  await expect(toggle).toHaveAttribute('aria-expanded', 'false');
  await expect.poll(nameWidth).toBeLessThan(wide - 40);
  await page.reload();
  await expect(toggle).toHaveAttribute('aria-expanded', 'false');
  await toggle.press('Space');
  await expect(toggle).toHaveAttribute('aria-expanded', 'true');
  await expect.poll(nameWidth).toBe(wide);
});

test(
  'section 2.9: follow-ups stand in the order of their calls; a call is noted and the next one set in one dialog',
  { tag: '@core' },
  async ({ openPc, server }) => {
    const asHr = await restClient(server.origin, DEMO_ACCOUNTS.HR);
    const people = [
      { Name: 'Callback Later', nextCall: inHours(24 * 40) },
      { Name: 'Callback Never', interviewStatus: 'Offer Letter Accepted' },
      {
        Name: 'Callback Sooner',
        nextCall: inHours(24 * 30),
        internshipType: 'Other',
        notes: 'Wants to join',
      },
    ];
    for (const person of people) await asHr.create('/api/interns', { mobile: '9000011111', ...person });
    const { page } = await openPc();
    const other = await openPc();
    await signIn(page, DEMO_ACCOUNTS.HR);
    await signIn(other.page, DEMO_ACCOUNTS.Admin);
    await openScreen(page, 'Inquiry Follow Up');
    await openScreen(other.page, 'Inquiry Follow Up');
    for (const heading of [
      'Name',
      'Mobile',
      'Internship',
      'Notes',
      'Next Call',
      'Last activity',
      'Actions',
    ]) {
      await expect(page.getByRole('columnheader', { name: heading, exact: true })).toBeVisible();
    }
    // The demo has calls that nobody has made.
    await expect(page.getByRole('gridcell', { name: /Overdue$/ }).first()).toBeVisible();
    await page.setViewportSize({ width: 1366, height: 768 });
    await expectWholeCells(page, ['Name', 'mobile', 'internshipType', 'nextCall']);

    // Who types and chooses at once gets both.
    await page.getByLabel('Search inquiries').evaluate((box: HTMLInputElement) => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(box, 'Callback');
      box.dispatchEvent(new Event('input', { bubbles: true }));
      const periods = [...document.querySelectorAll('button')];
      periods.find(({ textContent }) => textContent === 'Overdue')?.click();
    });
    await expect(page).toHaveURL(/[?&]nextCall=passed(&|$)/);
    await expect(page).toHaveURL(/[?&]search=Callback(&|$)/);
    await expect(page.getByRole('button', { name: 'Overdue' })).toHaveAttribute('aria-pressed', 'true');
    await page.getByRole('button', { name: 'Overdue' }).click();

    for (const pc of [page, other.page]) await pc.getByLabel('Search inquiries').fill('Callback');
    const names = (pc: Page): Locator => pc.getByRole('gridcell', { name: /^Callback/ });
    await expect(names(page)).toHaveText(['Callback Sooner', 'Callback Later', 'Callback Never']);
    await expect(names(other.page)).toHaveText(['Callback Sooner', 'Callback Later', 'Callback Never']);
    await expect(rowWith(page, 'Callback Never')).toContainText('N/A');
    const shown = new Intl.DateTimeFormat('en-IN', {
      timeZone: 'Asia/Kolkata',
      day: '2-digit',
      month: 'short',
      year: 'numeric',
    });
    await expect(rowWith(page, 'Callback Later')).toContainText(
      shown.format(Date.parse(people[0]?.nextCall ?? '')),
    );
    await expect(rowWith(page, 'Callback Later')).toContainText(/\d{1,2}:\d\d [ap]m/);

    await page.getByRole('button', { name: 'View Callback Sooner' }).click();
    const view = page.getByRole('dialog', { name: 'View Inquiry' });
    await expect(view.getByRole('group', { name: 'Notes' })).toContainText('Wants to join');
    await page.keyboard.press('Escape');
    await expect(view).toBeHidden();

    await page.getByRole('button', { name: 'Edit Callback Never' }).click();
    const edit = page.getByRole('dialog', { name: 'Edit Inquiry' });
    await expect(edit.getByLabel('Notes')).toBeFocused();
    await page.keyboard.type('Will decide next week');
    await edit.getByRole('button', { name: 'Next Monday 11 am' }).click();
    await page.keyboard.press('Control+s');
    await expect(page.getByText('Inquiry updated successfully.')).toBeVisible();
    await expect(names(page)).toHaveText(['Callback Never', 'Callback Sooner', 'Callback Later']);
    await expect(rowWith(page, 'Callback Never')).toContainText('11:00 am');
    await expect(rowWith(other.page, 'Callback Never')).toContainText('Will decide next week');
    await expect(rowWith(other.page, 'Callback Never')).toContainText('11:00 am');

    await choose(page, page, 'Internship Type', 'Other');
    await expect(names(page)).toHaveText(['Callback Sooner']);
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await choose(page, page, 'Interview Status', 'Offer Letter Accepted');
    await choose(page, page, 'Lead Status', 'New Lead');
    await page.getByLabel('Search inquiries').fill('Callback');
    await expect(page.getByText('No inquiries found')).toBeVisible();

    await deleteAndUndo(other.page, 'Callback Later', {
      title: 'Are you sure?',
      message: 'This will permanently delete the inquiry.',
      done: 'Inquiry has been deleted.',
    });
  },
);

test('Enter in the moment in which what was typed is found takes it', async ({ openPc }) => {
  const { page } = await openPc();
  await signIn(page, DEMO_ACCOUNTS['Super Admin']);
  await openScreen(page, 'Inquiry');
  await page.getByRole('button', { name: 'Add Inquiry' }).click();
  const leadStatus = page.getByRole('dialog').getByRole('combobox', { name: 'Lead Status' });
  await leadStatus.click();
  await expect(page.getByRole('option', { name: 'Contacted', exact: true })).toBeVisible();
  // A key that comes before the page has done anything else, as on a busy machine.
  await page.evaluate(() => {
    const seen = new MutationObserver(() => {
      const options = [...document.querySelectorAll('[aria-label="Choices"] [role="option"]')];
      if (options.map((each) => each.textContent).join() !== 'Contacted') return;
      seen.disconnect();
      document.activeElement?.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'Enter', code: 'Enter', bubbles: true, cancelable: true }),
      );
    });
    seen.observe(document.body, { childList: true, subtree: true });
  });
  await page.keyboard.type('conta');
  await expect(leadStatus).toHaveValue('Contacted');
  await expect(page.getByRole('listbox', { name: 'Choices' })).toBeHidden();
});
