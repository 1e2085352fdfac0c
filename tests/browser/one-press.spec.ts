import type { Locator, Page } from '@playwright/test';
import { addCandidate, openScreen, signIn } from '../product/page-actions.ts';
import { DEMO_ACCOUNTS } from '../product/product.ts';
import { expect, test, type OfficeFixtures } from './product-test.ts';

/** One press of a hand is one, though it holds a key for too long or clicks twice by habit: no question goes by unread. */

/** As a keyboard sends it: until the question has come and has the focus, and on. */
async function hold(page: Page, key: string, question: Locator): Promise<void> {
  await page.keyboard.down(key);
  await expect(question.locator(':focus')).toHaveCount(1);
  for (let at = 0; at < 5; at += 1) await page.keyboard.down(key);
  await page.keyboard.up(key);
}

async function open(openPc: OfficeFixtures['openPc']): Promise<Page> {
  const { page } = await openPc();
  await signIn(page, DEMO_ACCOUNTS.HR);
  await openScreen(page, 'Candidate');
  await addCandidate(page, { name: 'Zulekha Onepress', mobile: '98450 77123', email: 'zu@sample.test' });
  return page;
}

test('Enter that is held on Delete asks, and does not answer', async ({ openPc }) => {
  const page = await open(openPc);
  const button = page.getByRole('button', { name: 'Delete Zulekha Onepress' }).first();
  await button.focus();
  const question = page.getByRole('dialog', { name: 'Are you sure?' });
  await hold(page, 'Enter', question);
  await expect(question).toBeVisible();
  // The next press is one of its own.
  await page.keyboard.press('Enter');
  await expect(question).toBeHidden();
  await expect(button).toBeHidden();
});

test('a double click on Delete asks, and Logout too', async ({ openPc }) => {
  const page = await open(openPc);
  await page.getByRole('button', { name: 'Delete Zulekha Onepress' }).first().dblclick();
  const question = page.getByRole('dialog', { name: 'Are you sure?' });
  await expect(question).toBeVisible();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toBeHidden();
  await page.getByRole('button', { name: 'Logout' }).dblclick();
  await expect(question).toContainText('You will be logged out!');
});

test('a double click on an icon of a row does what it is for, and does not open the row below it', async ({
  openPc,
}) => {
  const page = await open(openPc);
  await openScreen(page, 'Inquiry');
  const dialogs = page.getByRole('dialog');
  await page
    .getByRole('button', { name: /^Enrol / })
    .first()
    .dblclick();
  await expect(dialogs.getByRole('textbox', { name: 'Full Name' })).toBeVisible();
  await expect(dialogs).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(dialogs).toHaveCount(0);
  await openScreen(page, 'Today');
  await page
    .getByRole('button', { name: /^Log call / })
    .first()
    .dblclick();
  await expect(page.getByRole('dialog', { name: /^Log call/ })).toBeVisible();
  await expect(dialogs).toHaveCount(1);
});

test('Enter pressed twice on an entry of a menu opens its dialog, and leaves it open', async ({ openPc }) => {
  const page = await open(openPc);
  const dialog = page.getByRole('dialog', { name: 'My details' });
  await page.getByRole('button', { name: /^Signed in as: / }).press('Enter');
  await expect(page.getByRole('menuitem', { name: 'My details' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(dialog.locator(':focus')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeVisible();
  await expect(page.getByRole('menu')).toBeHidden();
  // Escape is of its own at once.
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
});
