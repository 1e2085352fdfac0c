import type { Locator, Page } from '@playwright/test';
import { expectReadable, takePictures, type Look } from '../product/pictures.ts';
import { DEMO_ACCOUNTS } from '../product/product.ts';
import { choose, firstCell, openScreen, rowWith, signIn } from '../product/page-actions.ts';
import { restClient } from '../product/rest-client.ts';
import { expect, test, type OfficeServer } from './product-test.ts';

const ASHA = 'Callback Asha';

async function addInquiry(server: OfficeServer, Name = ASHA): Promise<void> {
  const asHr = await restClient(server.origin, DEMO_ACCOUNTS.HR);
  await asHr.create('/api/interns', { Name, mobile: '98200 11223' });
}

/** Finds the person by the search and goes into the row, by keys. */
async function enterRow(page: Page, list: string, name: string): Promise<void> {
  await page.getByLabel(`Search ${list}`).fill(name);
  await expect(rowWith(page, name)).toBeVisible();
  await page.getByLabel(`Search ${list}`).press('Enter');
  await expect(firstCell(page, name)).toBeFocused();
}

const dialog = (page: Page, name = 'Log call'): Locator => page.getByRole('dialog', { name });
const outcome = (page: Page, name: string): Locator => dialog(page).getByRole('radio', { name, exact: true });
const lastActivity = (page: Page, name: string): Locator =>
  rowWith(page, name).locator('[col-id="last-activity"]');

async function openTimeline(page: Page, name: string): Promise<Locator> {
  await page.getByRole('button', { name: `View ${name}`, exact: true }).click();
  const view = page.getByRole('dialog', { name: /^View / });
  await view.getByRole('tab', { name: 'Timeline' }).click();
  return view;
}

/** What was logged; not the changes that were saved with it. */
const entries = (view: Locator): Locator =>
  view
    .getByRole('listitem')
    .filter({ hasText: /Call|Note|WhatsApp/ })
    .filter({ hasNotText: 'Part of' });

test('by keys alone a call is logged with the next one, once, and taken back; what is put away is not kept', async ({
  openPc,
  server,
}) => {
  await addInquiry(server);
  const { page } = await openPc();
  await signIn(page, DEMO_ACCOUNTS.HR);
  await openScreen(page, 'Inquiry Follow Up');
  await enterRow(page, 'inquiries', ASHA);
  await page.keyboard.press('l');
  await expect(dialog(page, `Log call ${ASHA}`)).toBeVisible();
  await expect(outcome(page, 'Connected')).toBeFocused();

  // Nothing is said yet.
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByText('Choose how the call went, or write a note')).toBeVisible();
  await page.keyboard.type('not');
  await expect(outcome(page, 'Not interested')).toBeChecked();
  await page.keyboard.press('Backspace');
  await expect(outcome(page, 'Not interested')).not.toBeChecked();
  await page.keyboard.type('no a');
  await expect(outcome(page, 'No answer')).toBeChecked();
  await page.keyboard.press('ArrowRight');
  await expect(outcome(page, 'Busy')).toBeChecked();
  await expect(outcome(page, 'Busy')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(dialog(page).getByRole('textbox', { name: 'Note', exact: true })).toBeFocused();
  await page.keyboard.type('Rang twice.');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Her mother took it.');
  await page.keyboard.press('Tab');
  const nextCall = dialog(page).getByLabel('Next call', { exact: true });
  await expect(nextCall).toBeFocused();
  // Half-typed it stays, and says what is missing.
  await page.keyboard.type('25 nov 2030');
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByText('Add a time')).toBeVisible();
  await expect(nextCall).toBeFocused();
  await expect(nextCall).toHaveValue('25 nov 2030');
  await page.keyboard.type(' 4:30 pm');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByText(`Call logged ${ASHA}`)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Undo', exact: true })).toBeVisible();
  await expect(rowWith(page, ASHA)).toContainText('25 Nov 2030, 4:30 pm');
  await expect(lastActivity(page, ASHA)).toContainText(/Busy\s*Today/);
  await expect(firstCell(page, ASHA)).toBeFocused();

  await page.keyboard.press('l');
  await expect(outcome(page, 'Connected')).toBeFocused();
  await page.keyboard.type('i');
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await page.keyboard.press('l');
  await expect(outcome(page, 'Interested')).not.toBeChecked();
  await page.keyboard.press('Tab');
  await page.keyboard.type('Half a note');
  await page.keyboard.press('Escape');
  const question = page.getByRole('dialog', { name: 'Discard your changes?' });
  await expect(question).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(question).toHaveCount(0);
  await expect(dialog(page).getByRole('textbox', { name: 'Note', exact: true })).toHaveValue('Half a note');
  await page.keyboard.press('Escape');
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(lastActivity(page, ASHA)).toContainText('Busy');

  const view = await openTimeline(page, ASHA);
  await expect(entries(view).filter({ hasText: 'Busy' })).toHaveCount(1);
  await expect(view.getByText('Rang twice.\nHer mother took it.', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(view).toHaveCount(0);
  await page.keyboard.press('Control+z');
  await expect(page.getByText(`Undone Call – ${ASHA}: Busy`)).toBeVisible();
  await expect(lastActivity(page, ASHA)).toHaveText('');
  await expect(rowWith(page, ASHA)).toContainText('N/A');
});

test('offline a call is logged and seen; when the server is back another desk has it; only Admins touch a colleague’s', async ({
  openPc,
  server,
}) => {
  await addInquiry(server);
  const [{ page }, { page: other }] = await Promise.all([openPc(), openPc()]);
  await Promise.all([signIn(page, DEMO_ACCOUNTS.HR), signIn(other, DEMO_ACCOUNTS.Admin)]);
  for (const each of [page, other]) {
    await openScreen(each, 'Inquiry Follow Up');
    await each.getByLabel('Search inquiries').fill(ASHA);
    await expect(rowWith(each, ASHA)).toBeVisible();
  }
  const view = await openTimeline(page, ASHA);
  await expect(view.getByText('Nothing has been logged yet.')).toBeVisible();
  await expect(view.getByRole('listitem').filter({ hasText: /Added/ })).toBeVisible();
  await page.keyboard.press('Escape');

  await server.stop();
  await expect(page.getByRole('button', { name: /^Sync: Offline/ })).toBeVisible();
  await page.getByRole('button', { name: `Log call ${ASHA}`, exact: true }).click();
  await outcome(page, 'Interested').click();
  await dialog(page).getByRole('button', { name: 'Tomorrow 11 am' }).click();
  await choose(page, dialog(page), 'Lead status', 'Contacted');
  await page.keyboard.press('Control+s');
  await expect(lastActivity(page, ASHA)).toContainText('Interested');
  await openTimeline(page, ASHA);
  await expect(entries(view).filter({ hasText: 'Interested' })).toContainText('Waiting to be sent');
  await expect(view.getByText(/^Changes are kept on the server/)).toBeVisible();

  await server.start();
  await expect(lastActivity(other, ASHA)).toContainText('Interested', { timeout: 45_000 });
  await expect(entries(view).filter({ hasText: 'Interested' })).not.toContainText('Waiting to be sent');
  await expect(view.getByText(/^Changes are kept on the server/)).toHaveCount(0);
  await expect(view.getByText('Lead Status: empty → Contacted')).toBeVisible();

  // From the view, over it: Escape puts away the dialog alone.
  await page.keyboard.press('l');
  await expect(outcome(page, 'Connected')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await expect(view).toBeVisible();

  // The Admin's note: HR reads it, and neither edits nor deletes it.
  const theirs = await openTimeline(other, ASHA);
  await theirs.getByRole('button', { name: 'Log call', exact: true }).click();
  await dialog(other).getByText('Note', { exact: true }).first().click();
  await dialog(other, 'Log note')
    .getByRole('textbox', { name: 'Note', exact: true })
    .fill('First line\nsecond line');
  await dialog(other, 'Log note').getByRole('button', { name: 'Save' }).click();
  await expect(other.getByText(`Note logged ${ASHA}`)).toBeVisible();
  const note = entries(view).filter({ hasText: 'second line' });
  await expect(note).toContainText('Kavita Menon');
  await expect(note.getByRole('button')).toHaveCount(0);
  await expect(entries(view).filter({ hasText: 'Interested' }).getByRole('button')).toHaveCount(2);

  // Each corrects what is theirs; an Admin what is a colleague's.
  const call = entries(theirs).filter({ hasText: 'Interested' });
  await call.getByRole('button', { name: /^Edit call of / }).click();
  const edit = dialog(other, 'Edit entry');
  await edit.getByRole('radio', { name: 'Connected' }).click();
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(edit).toHaveCount(0);
  await expect(entries(view).filter({ hasText: 'Connected' })).toBeVisible();
  await entries(theirs)
    .filter({ hasText: 'second line' })
    .getByRole('button', { name: /^Delete note/ })
    .click();
  await other
    .getByRole('dialog', { name: 'Delete this note?' })
    .getByRole('button', { name: 'Delete' })
    .click();
  await expect(note).toHaveCount(0);
  await expect(entries(theirs).filter({ hasText: 'second line' })).toHaveCount(0);
  await other.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(note).toHaveCount(1);
});

test('after a call or WhatsApp link the dialog is there by itself, with its kind; Escape keeps nothing', async ({
  openPc,
}) => {
  const { page } = await openPc();
  await page.context().route(/wa\.me/, (route) => route.fulfill({ body: 'chat' }));
  await signIn(page, DEMO_ACCOUNTS.HR);
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
  await openScreen(page, 'Candidate');
  const call = page.getByRole('link', { name: /^Call / }).first();
  const name = ((await call.getAttribute('aria-label')) ?? '').replace('Call ', '');
  await call.click();
  await expect(dialog(page, `Log call ${name}`)).toBeVisible();
  await expect(outcome(page, 'Connected')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await expect(call).toBeFocused();

  const chat = page.context().waitForEvent('page');
  await page.getByRole('link', { name: `WhatsApp ${name}`, exact: true }).click();
  await (await chat).close();
  await expect(
    dialog(page, `Log WhatsApp ${name}`).getByRole('textbox', { name: 'Note', exact: true }),
  ).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog(page, 'Log WhatsApp')).toHaveCount(0);

  // From the view as well; what is typed is kept until it is given up on purpose.
  await page.getByRole('button', { name: `View ${name}`, exact: true }).click();
  const view = page.getByRole('dialog', { name: 'View Candidate' });
  await view
    .getByRole('link', { name: /^Call / })
    .first()
    .click();
  await dialog(page, `Log call ${name}`)
    .getByRole('textbox', { name: 'Note', exact: true })
    .fill('Asked about fees');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await page.keyboard.press('Control+s');
  await expect(page.getByText(`Call logged ${name}`)).toBeVisible();
  await view.getByRole('tab', { name: 'Timeline' }).click();
  await expect(entries(view).filter({ hasText: 'Asked about fees' })).toHaveCount(1);
  await expect(view.getByText('Nothing has been logged yet.')).toHaveCount(0);
});

test('whoever may not log has no key, button or dialog for it', async ({ openPc }) => {
  const { page } = await openPc();
  await signIn(page, DEMO_ACCOUNTS.Employee);
  await openScreen(page, /Interview/);
  await expect(page.getByRole('grid')).toBeVisible();
  await page
    .getByRole('button', { name: /^View / })
    .first()
    .click();
  const view = page.getByRole('dialog', { name: /^View / });
  await expect(view).toBeVisible();
  await expect(view.getByRole('button', { name: 'Close' }).first()).toBeVisible();
  await page.keyboard.press('l');
  await expect(view.getByRole('button', { name: 'Log call' })).toHaveCount(0);
  await expect(view.getByRole('tab', { name: 'Timeline' })).toHaveCount(0);
  await expect(page.getByRole('dialog')).toHaveCount(1);
});

const SIZES: readonly Look[] = [1093, 1366, 1920].flatMap((width) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ width, colorScheme })),
);

async function inspect(page: Page, name: string, part: string): Promise<void> {
  await takePictures(page, `calls-${name}`, SIZES);
  await expectReadable(page, `calls-${name}`, [part]);
}

test('dialog, timeline and follow-ups can be read in light and dark, small and large', async ({
  openPc,
  server,
}) => {
  test.slow();
  await addInquiry(server);
  const { page } = await openPc();
  await signIn(page, DEMO_ACCOUNTS.HR);
  for (const [screen, list] of [
    ['Candidate Follow Up', 'candidates'],
    ['Inquiry Follow Up', 'inquiries'],
  ] as const) {
    await openScreen(page, screen);
    await expect(page.getByRole('heading', { name: screen })).toBeVisible();
    await expect(page.getByRole('button', { name: /^Log call / }).nth(2)).toBeVisible();
    const names = await page
      .getByRole('button', { name: /^Log call / })
      .evaluateAll((buttons) => buttons.slice(0, 3).map((button) => button.getAttribute('aria-label') ?? ''));
    for (const [at, result] of ['Connected', 'Call back later', 'Switched off'].entries()) {
      await page.getByRole('button', { name: names[at] ?? '', exact: true }).click();
      await outcome(page, result).click();
      await dialog(page)
        .getByRole('textbox', { name: 'Note' })
        .fill('Asked for the fees and the weekend batch.\nWants a call with the father.');
      await dialog(page).getByRole('button', { name: 'Save' }).click();
      await expect(dialog(page)).toHaveCount(0);
    }
    await expect(
      page.locator('[role="gridcell"][col-id="last-activity"]', { hasText: 'Switched off' }).first(),
    ).toBeVisible();
    await inspect(page, `followups-of-${list}`, 'main');
    if (list === 'candidates') continue;
    await page.getByRole('button', { name: names[0] ?? '', exact: true }).click();
    await page.keyboard.press('b');
    await inspect(page, 'dialog', '[role="dialog"]');
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toHaveCount(0);
    await openTimeline(page, (names[0] ?? '').replace('Log call ', ''));
    await expect(page.getByRole('listitem').filter({ hasText: 'Connected' })).toBeVisible();
    await inspect(page, 'timeline', '[role="dialog"]');
  }
});
