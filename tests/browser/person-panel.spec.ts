import type { Locator, Page } from '@playwright/test';
import { firstCell, openScreen, rowWith, signIn } from '../product/page-actions.ts';
import { takePicture } from '../product/pictures.ts';
import { DEMO_ACCOUNTS } from '../product/product.ts';
import { restClient } from '../product/rest-client.ts';
import { expect, test } from './product-test.ts';

const WIDE = { width: 1920, height: 1000 };
const glance = (page: Page) => page.getByRole('region', { name: 'At a glance' });
const panel = (page: Page, name: string) => page.getByRole('complementary', { name, exact: true });

test('a person stands beside the list: seen at a glance, gone through, edited in place, taken back, offline too', async ({
  openPc,
  server,
}) => {
  const rest = await restClient(server.origin, DEMO_ACCOUNTS.HR);
  const ids: unknown[] = [];
  const people = ['Panelcase Asha', 'Panelcase Bala', 'Panelcase Chitra', 'Panelcase Deepa'];
  for (const [index, Name] of people.entries()) {
    const { _id } = await rest.create('/api/interns', {
      Name,
      mobile: `98111 5550${index}`,
      notes: 'Asked about the batch.',
    });
    ids.push(_id);
  }
  const [{ page }, { page: other }] = await Promise.all([
    openPc(WIDE),
    openPc({ ...WIDE, colorScheme: 'dark' }),
  ]);
  await Promise.all([signIn(page, DEMO_ACCOUNTS.HR), signIn(other, DEMO_ACCOUNTS.Admin)]);
  for (const each of [page, other]) {
    await openScreen(each, 'Inquiry');
    await each.getByLabel('Search inquiries').fill('Panelcase');
    await expect(rowWith(each, 'Panelcase Chitra')).toBeVisible();
    await each.getByRole('columnheader', { name: 'Name', exact: true }).click();
    await expect(each).toHaveURL(/sort=/);
  }
  // One click on the name; the address says whom.
  await rowWith(page, 'Panelcase Asha').getByText('Panelcase Asha', { exact: true }).click();
  await expect(panel(page, 'Inquiry Panelcase Asha')).toBeVisible();
  await expect(page).toHaveURL(/record=/);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(glance(page).getByRole('link', { name: /^Call / })).toBeVisible();
  await takePicture(page, 'person-panel-light');
  // Whoever calls does not edit the number.
  await page.evaluate(() =>
    document.addEventListener(
      'click',
      (event) => {
        // Else this browser asks which program calls, and takes the next click for its answer.
        const link = event.target instanceof Element ? event.target.closest('a[href^="tel:"]') : null;
        if (link) event.preventDefault();
      },
      true,
    ),
  );
  await glance(page)
    .getByRole('link', { name: /^Call / })
    .click();
  await expect(page.getByRole('dialog', { name: 'Log call Panelcase Asha' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(glance(page).getByRole('textbox')).toHaveCount(0);
  // The other desk reads along.
  await firstCell(other, 'Panelcase Asha').click();
  await other.keyboard.press('Enter');
  await expect(panel(other, 'Inquiry Panelcase Asha')).toBeVisible();

  // Chosen is saved.
  await glance(page).getByRole('button', { name: 'Edit Interview Status' }).click();
  await page.getByRole('option', { name: 'Offer Letter Sent' }).click();
  await expect(page.getByRole('button', { name: 'Undo', exact: true })).toBeVisible();
  await expect(glance(page).getByRole('group', { name: 'Interview Status' })).toContainText(
    'Offer Letter Sent',
  );
  await expect(glance(other).getByRole('group', { name: 'Interview Status' })).toContainText(
    'Offer Letter Sent',
  );
  await page.keyboard.press('Control+z');
  await expect(glance(page).getByRole('group', { name: 'Interview Status' })).not.toContainText(
    'Offer Letter Sent',
  );

  // What somebody writes stays although the person is deleted meanwhile, and can be saved after all.
  await firstCell(other, 'Panelcase Deepa').click();
  await other.keyboard.press('Enter');
  await expect(panel(other, 'Inquiry Panelcase Deepa')).toBeVisible();
  await glance(other).getByRole('button', { name: 'Edit Notes' }).press('Enter');
  await other.keyboard.type(' Half written.');
  const written = glance(other).getByRole('textbox', { name: 'Notes' });
  await expect(written).toHaveValue('Asked about the batch. Half written.');
  const admin = await restClient(server.origin, DEMO_ACCOUNTS.Admin);
  await admin.remove(`/api/interns/${String(ids[3])}`);
  await expect(glance(other)).toContainText('What you typed is still here.');
  await expect(written).toBeFocused();
  await takePicture(other, 'person-panel-deleted');
  await other.keyboard.press('Control+Enter');
  await expect(written).toHaveValue('Asked about the batch. Half written.');
  await glance(other).getByRole('button', { name: 'Restore the inquiry' }).click();
  await expect(glance(other).getByText('What you typed is still here.')).toHaveCount(0);
  await expect(written).toBeFocused();
  await other.keyboard.press('Control+Enter');
  await expect(glance(other).getByRole('group', { name: 'Notes' })).toContainText('Half written.');

  // Through the list by keys; offline, what is written is saved on leaving it.
  await page.keyboard.press('ArrowDown');
  await expect(panel(page, 'Inquiry Panelcase Bala')).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(panel(page, 'Inquiry Panelcase Chitra')).toBeVisible();
  await page.keyboard.press('ArrowUp');
  await expect(panel(page, 'Inquiry Panelcase Bala')).toBeVisible();
  await server.stop();
  await expect(page.getByRole('button', { name: /^Sync: Offline/ })).toBeVisible();
  // Typed at once: none of the letters is a key of the page. Closing the window in the middle of it asks.
  await glance(page).getByRole('button', { name: 'Edit Notes' }).press('Enter');
  await page.keyboard.type(' Wants the evening one.');
  const asks = (): boolean => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  await expect(glance(page).getByRole('textbox', { name: 'Notes' })).toHaveValue(/ Wants the evening one\.$/);
  expect(await page.evaluate(asks)).toBe(true);
  await page.keyboard.press('Tab');
  await expect(glance(page).getByRole('group', { name: 'Notes' })).toContainText('Wants the evening one.');
  // Taken back before it left the PC: its message offers that no more.
  await expect(page.getByRole('button', { name: 'Undo', exact: true })).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(page.getByText(/^Undone/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Undo', exact: true })).toHaveCount(0);
  // Escape leaves it as it was; half a date is refused where it is typed.
  await glance(page).getByRole('button', { name: 'Edit Next Call' }).click();
  const nextCall = glance(page).getByRole('textbox', { name: 'Next Call' });
  await nextCall.fill('25 nov 2030');
  await page.keyboard.press('Enter');
  await expect(glance(page).getByText('Add a time')).toBeVisible();
  await nextCall.fill('25 nov 2030 4pm');
  await page.keyboard.press('Enter');
  await expect(glance(page).getByRole('group', { name: 'Next Call' })).toContainText('25 Nov 2030');
  await takePicture(page, 'person-panel-offline');
  // Whoever goes on to another row in the middle of it is told that it was not saved.
  await glance(page).getByRole('button', { name: 'Edit Next Call' }).click();
  await nextCall.fill('26 nov 2030');
  await firstCell(page, 'Panelcase Chitra').click();
  const lost = page.getByRole('dialog', { name: 'Error' });
  await expect(lost).toContainText('Next Call of Panelcase Bala was not saved. Add a time');
  await page.keyboard.press('Escape');
  await expect(lost).toHaveCount(0);
  await firstCell(page, 'Panelcase Bala').click();
  await expect(panel(page, 'Inquiry Panelcase Bala')).toBeVisible();
  await expect(glance(page).getByRole('group', { name: 'Next Call' })).toContainText('25 Nov 2030');

  // All fields are one key away; then the cell itself.
  await page.keyboard.press('e');
  await expect(page.getByRole('dialog', { name: /^View Inquiry/ })).toContainText('Panelcase Bala');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await rowWith(page, 'Panelcase Bala').locator('[col-id="notes"]').click();
  await page.keyboard.press('F2');
  const editor = page.getByRole('dialog', { name: 'Edit the cell' });
  await expect(editor.getByLabel('Notes')).toBeFocused();
  await editor.getByLabel('Notes').fill('Calls back herself.');
  await takePicture(page, 'person-panel-cell');
  await page.keyboard.press('Control+Enter');
  await expect(editor).toHaveCount(0);
  await expect(rowWith(page, 'Panelcase Bala').locator('[col-id="notes"]')).toContainText(
    'Calls back herself.',
  );
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('F2');
  await page.keyboard.type('Menl');
  await expect(editor.getByLabel('Notes')).toHaveValue(/Menl$/);
  await page.keyboard.press('Escape');
  await expect(editor).toHaveCount(0);
  await expect(rowWith(page, 'Panelcase Bala').locator('[col-id="notes"]')).toContainText(
    'Calls back herself.',
  );

  // What one field alone would leave half done leads to the form.
  await openScreen(page, 'Candidate');
  await page.getByRole('gridcell').nth(3).click();
  await page.keyboard.press('Enter');
  await glance(page).getByRole('button', { name: 'Edit Interview Status' }).click();
  await page.getByRole('option', { name: 'Scheduled', exact: true }).click();
  await expect(glance(page).getByRole('alert')).toContainText('Scheduled needs an interviewer');
  await takePicture(page, 'person-panel-refused');
  await glance(page).getByRole('button', { name: 'Open the form' }).click();
  await expect(page.getByRole('dialog', { name: /^Edit Candidate/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(glance(page).getByRole('group', { name: 'Interview Status' })).toContainText('Not Scheduled');

  await server.start();
  await expect(rowWith(other, 'Panelcase Bala')).toContainText('Calls back herself.', { timeout: 45_000 });
  await takePicture(other, 'person-panel-dark');
  // A window without room for both shows the person in the dialog.
  await page.getByRole('button', { name: 'Close the panel' }).click();
  await expect(page).not.toHaveURL(/record=/);
  await page.setViewportSize({ width: 1366, height: 768 });
  await page.locator('[role="gridcell"][col-id="fullName"] a[role="button"]').first().click();
  await expect(page.getByRole('dialog', { name: /^View Candidate/ })).toBeVisible();
});

test('a cell that is edited says whose it is, goes along with its row, and is left as that goes out of sight', async ({
  openPc,
  server,
}) => {
  const rest = await restClient(server.origin, DEMO_ACCOUNTS.HR);
  for (let number = 10; number < 70; number += 1)
    await rest.create('/api/interns', { Name: `Cellcase ${number}`, mobile: `98111 555${number}` });
  const { page } = await openPc({ width: 1600, height: 850 });
  await signIn(page, DEMO_ACCOUNTS.HR);
  await openScreen(page, 'Inquiry');
  await page.getByLabel('Search inquiries').fill('Cellcase');
  await page.getByRole('columnheader', { name: 'Name', exact: true }).click();
  const cell = rowWith(page, 'Cellcase 18').locator('[col-id="notes"]');
  const editor = page.getByRole('dialog', { name: 'Edit the cell of Cellcase 18' });
  const top = async (of: typeof cell): Promise<number> => Math.round((await of.boundingBox())?.y ?? -1);
  await cell.click();
  await page.keyboard.press('F2');
  await expect(editor).toContainText('Cellcase 18');
  await expect(editor.getByLabel('Notes')).toBeFocused();
  await page.keyboard.type('Typed before the list moved.');
  await page.mouse.move(700, 500);
  await page.mouse.wheel(0, 90);
  await expect.poll(async () => (await top(editor)) - (await top(cell))).toBe(0);
  await takePicture(page, 'cell-editor-scrolled');
  // Out of sight it is as if one had clicked elsewhere.
  await page.mouse.wheel(0, 2_000);
  await expect(editor).toHaveCount(0);
  await page.mouse.wheel(0, -3_000);
  await expect(cell).toContainText('Typed before the list moved.');

  // What is refused stays, says whose it is, and goes by Escape from wherever one is.
  await openScreen(page, 'Inquiry Follow Up');
  await page.getByLabel('Search inquiries').fill('Cellcase');
  await rowWith(page, 'Cellcase 18').locator('[col-id="nextCall"]').click();
  await page.keyboard.press('F2');
  await page.keyboard.type('12/');
  await rowWith(page, 'Cellcase 25').getByRole('gridcell').nth(3).click();
  await expect(editor.getByRole('textbox', { name: 'Next Call' })).toHaveValue('12/');
  const { y = 0, height = 0 } = (await editor.boundingBox()) ?? {};
  expect(y + height).toBeLessThan(850);
  await takePicture(page, 'cell-editor-refused');
  await page.mouse.wheel(0, 2_000);
  await expect(rowWith(page, 'Cellcase 60')).toBeVisible();
  await expect(editor).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(editor).toHaveCount(0);
  await expect(page.getByRole('dialog')).toHaveCount(0);

  // What is said of the one before is read first: nothing is typed behind it.
  const nextCall = (name: string): Locator => rowWith(page, name).locator('[col-id="nextCall"]');
  await nextCall('Cellcase 60').click();
  await page.keyboard.press('F2');
  await page.keyboard.type('12/');
  await nextCall('Cellcase 58').click();
  await page.keyboard.press('F2');
  const error = page.getByRole('dialog', { name: 'Error' });
  await expect(error).toContainText('Next Call of Cellcase 60 was not saved.');
  await page.keyboard.type('1/1/2027 5pm');
  await page.keyboard.press('Enter');
  await expect(error).toHaveCount(0);
  await expect(nextCall('Cellcase 58')).toHaveText('N/A');
});

test('in a small window the dialog is the same: seen at a glance, gone through, edited in place, with an address', async ({
  openPc,
  server,
}) => {
  const rest = await restClient(server.origin, DEMO_ACCOUNTS.HR);
  const people = ['Smallcase Asha', 'Smallcase Bala', 'Smallcase Chitra'];
  for (const [index, Name] of people.entries()) {
    await rest.create('/api/interns', { Name, mobile: `98111 6660${index}`, notes: 'Asked about fees.' });
  }
  const { page } = await openPc();
  await signIn(page, DEMO_ACCOUNTS.HR);
  await openScreen(page, 'Inquiry');
  await page.getByLabel('Search inquiries').fill('Smallcase');
  await expect(rowWith(page, 'Smallcase Chitra')).toBeVisible();
  await page.getByRole('columnheader', { name: 'Name', exact: true }).click();
  await expect(page).toHaveURL(/sort=/);
  await rowWith(page, 'Smallcase Asha').getByText('Smallcase Asha', { exact: true }).click();
  const view = (name: string) => page.getByRole('dialog', { name: `View Inquiry ${name}`, exact: true });
  await expect(view('Smallcase Asha')).toBeVisible();
  await expect(page).toHaveURL(/record=/);
  await expect(glance(page)).toBeFocused();
  await expect(glance(page).getByRole('link', { name: /^Call / })).toBeVisible();
  await expect(glance(page).getByText('Nothing has been logged yet.')).toBeVisible();
  await takePicture(page, 'person-dialog-light');

  // Through the list by keys and by the buttons; at its end one stays.
  await page.keyboard.press('ArrowDown');
  await expect(view('Smallcase Bala')).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(view('Smallcase Chitra')).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.getByRole('button', { name: 'The one above' }).click();
  await expect(view('Smallcase Bala')).toBeVisible();

  // Written offline, taken back, and left with Escape, which is the field's own.
  await server.stop();
  await expect(page.getByRole('button', { name: /^Sync: Offline/ })).toBeAttached();
  await glance(page).getByRole('button', { name: 'Edit Notes' }).press('Enter');
  const notes = glance(page).getByRole('textbox', { name: 'Notes' });
  await expect(notes).toBeFocused();
  await page.keyboard.type(' Wants the evening one.');
  await page.keyboard.press('Control+Enter');
  await expect(glance(page).getByRole('group', { name: 'Notes' })).toContainText('Wants the evening one.');
  // Left by Tab, and by a click elsewhere in the dialog, it is saved too.
  for (const [text, leave] of [
    [' By phone.', () => page.keyboard.press('Tab')],
    [' At noon.', () => glance(page).getByText('Nothing has been logged yet.').click()],
  ] as const) {
    await glance(page).getByRole('button', { name: 'Edit Notes' }).press('Enter');
    await expect(notes).toBeFocused();
    await page.keyboard.type(text);
    await leave();
    await expect(notes).toHaveCount(0);
    await expect(glance(page).getByRole('group', { name: 'Notes' })).toContainText(text.trim());
  }
  await glance(page).getByRole('button', { name: 'Edit Next Call' }).click();
  await glance(page).getByRole('textbox', { name: 'Next Call' }).fill('25 nov');
  await page.keyboard.press('Escape');
  await expect(glance(page).getByRole('textbox')).toHaveCount(0);
  await expect(view('Smallcase Bala')).toBeVisible();
  await page.emulateMedia({ colorScheme: 'dark' });
  await takePicture(page, 'person-dialog-dark');

  // E shows all fields, as the eye in the row does at once; closed, one goes on at the person whom one came to.
  // What had the focus goes with the person before; a key that comes at once is not lost with it.
  await page.evaluate(() => {
    const noteFocus = (): void => {
      if (document.activeElement === document.body) document.body.dataset['lostFocus'] = 'yes';
    };
    new MutationObserver(noteFocus).observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
    });
  });
  await page.keyboard.press('ArrowUp');
  await expect(view('Smallcase Asha')).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(view('Smallcase Bala')).toBeVisible();
  expect(await page.evaluate(() => document.body.dataset['lostFocus'])).toBeUndefined();
  const address = page.url();
  await page.keyboard.press('e');
  await expect(page.getByRole('region', { name: 'Form' })).toBeVisible();
  await expect(glance(page)).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).not.toHaveURL(/record=/);
  await expect(page.getByRole('row', { selected: true }).filter({ hasText: 'Bala' })).toBeVisible();
  await expect(page.getByRole('gridcell').and(page.locator(':focus'))).toHaveCount(1);
  await page.getByRole('button', { name: 'View Smallcase Asha' }).click();
  await expect(page.getByRole('region', { name: 'Form' })).toBeVisible();
  await expect(glance(page)).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  // The address leads to the same person again.
  await page.goto(address);
  await expect(view('Smallcase Bala')).toBeVisible();
  await expect(glance(page)).toBeFocused();
});
