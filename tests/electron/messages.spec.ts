import { openScreen, signIn } from '../product/page-actions.ts';
import { DEMO_ACCOUNTS } from '../product/product.ts';
import { catchHandedOut, handedOut } from './handed-out.ts';
import { expect, test } from './launch.ts';

/** Messages leave the packaged window through the allowlist of main, and by no other way. */

test('a message is handed to WhatsApp or the mail program, whole or by the clipboard, as this PC is set', async ({
  launch,
}) => {
  const { app, page } = await launch();
  await catchHandedOut(app);
  await signIn(page, DEMO_ACCOUNTS.HR);
  await openScreen(page, 'Candidate Follow Up');
  // Where a row has no room for the button, the key does it; after each message the row has the focus again.
  const write = async (): Promise<void> => {
    await expect(page.locator('[role="gridcell"]:focus')).toHaveCount(1);
    await page.keyboard.press('m');
    await expect(dialog).toBeVisible();
  };
  const dialog = page.getByRole('dialog', { name: /^Message / });
  const text = dialog.getByRole('textbox', { name: 'Message', exact: true });
  const open = async (): Promise<void> => {
    await page.keyboard.press('Control+Enter');
    await expect(dialog).toHaveCount(0);
  };

  await page.getByLabel('Search candidates').press('Enter');
  await write();
  await text.fill('Namaste & welcome\n100% #1?text=x');
  await open();
  const said = encodeURIComponent('Namaste & welcome\n100% #1?text=x');
  await expect
    .poll(() => handedOut(app))
    .toEqual([expect.stringMatching(/^https:\/\/wa\.me\/91\d{10}\?text=/)]);
  const [first = ''] = await handedOut(app);
  expect(first.split('?text=')[1]).toBe(said);
  const digits = /\d{12}/.exec(first)?.[0] ?? '';

  // The other program is a setting of this PC, and stays chosen.
  await write();
  await dialog.getByRole('combobox', { name: 'WhatsApp opens in' }).click();
  await page.getByRole('option', { name: 'The WhatsApp program' }).click();
  await text.fill('Namaste');
  await open();
  await expect.poll(() => handedOut(app)).toHaveLength(2);
  expect((await handedOut(app))[1]).toBe(`whatsapp://send?phone=${digits}&text=Namaste`);

  // What no link can hold is on the clipboard, and the chat is opened.
  await write();
  await expect(dialog.getByRole('combobox', { name: 'WhatsApp opens in' })).toHaveValue(
    'The WhatsApp program',
  );
  await text.fill('न'.repeat(800));
  await expect(dialog).toContainText('This is longer than a link can hold.');
  await open();
  await expect.poll(() => handedOut(app)).toHaveLength(3);
  expect((await handedOut(app))[2]).toBe(`whatsapp://send?phone=${digits}`);
  expect(await app.evaluate(({ clipboard }) => clipboard.readText())).toBe('न'.repeat(800));

  await write();
  await dialog.getByText('Email', { exact: true }).click();
  await dialog.getByRole('textbox', { name: 'Subject' }).fill('Papers');
  await text.fill('Bring them.\nThank you');
  await open();
  await expect.poll(() => handedOut(app)).toHaveLength(4);
  expect((await handedOut(app))[3]).toMatch(
    /^mailto:[^?]+@[^?]+\?subject=Papers&body=Bring%20them\.%0D%0AThank%20you$/,
  );

  // The links beside a number open that program too.
  await page
    .getByRole('link', { name: /^WhatsApp / })
    .first()
    .click();
  await expect.poll(() => handedOut(app)).toHaveLength(5);
  expect((await handedOut(app))[4]).toMatch(/^whatsapp:\/\/send\?phone=91\d{10}$/);
  await expect(page.getByRole('dialog', { name: /^Log WhatsApp / })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  // Each is in the timeline; no page has gone anywhere.
  await page
    .getByRole('button', { name: /^View / })
    .first()
    .click();
  const view = page.getByRole('dialog', { name: /^View / });
  await view.getByRole('tab', { name: 'Timeline' }).click();
  await expect(view.getByRole('listitem').filter({ hasText: /^.*WhatsApp/ })).not.toHaveCount(0);
  await expect(view.getByRole('listitem').filter({ hasText: 'Bring them.' })).toHaveCount(1);
  expect(app.windows()).toHaveLength(1);
});
