import type { Locator, Page } from '@playwright/test';
import { takePicture } from '../product/pictures.ts';
import { DEMO_ACCOUNTS } from '../product/product.ts';
import { fillSignIn, openScreen } from '../product/page-actions.ts';
import { expect, test } from './product-test.ts';

/** Whether two parts of the page lie over each other. */
async function overlap(one: Locator, other: Locator): Promise<boolean> {
  const [a, b] = await Promise.all([one.boundingBox(), other.boundingBox()]);
  if (!a || !b) throw new Error('Both must be on the page');
  const apart =
    a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y;
  return !apart;
}

const SIZES = [
  { width: 1366, height: 768 },
  { width: 1920, height: 1080 },
  { width: 1024, height: 640 },
];

/** The message with the text covers none of these, whatever the size of the window. */
async function expectClear(page: Page, text: string, parts: readonly Locator[]): Promise<void> {
  const message = page.getByRole('status').filter({ hasText: text }).last();
  await message.hover();
  for (const size of SIZES) {
    await page.setViewportSize(size);
    // While the pointer is on it, it stays; another size may have moved it away from there.
    await message.hover();
    for (const part of parts) {
      await expect
        .poll(() => overlap(message, part), { message: `${text} over ${part.toString()} at ${size.width}` })
        .toBe(false);
    }
    await takePicture(page, `message-${text.replace(/\W.*/, '')}-${size.width}`);
  }
  await page.setViewportSize({ width: 1366, height: 768 });
}

test('a message covers neither the product’s name, nor a pager, nor the title and buttons of a form', async ({
  openPc,
}) => {
  const { page } = await openPc();
  await page.context().grantPermissions(['clipboard-write']);
  const brand = page.getByText('Employee Management System', { exact: true });
  await fillSignIn(page, DEMO_ACCOUNTS['Super Admin']);
  await expectClear(page, 'Logged in as', [brand]);

  await openScreen(page, 'Data Links');
  const heading = page.getByRole('heading', { name: 'Data Links' });
  const pager = page.getByRole('navigation', { name: 'Pages' });
  await expect(pager).toBeVisible();
  await page
    .getByRole('button', { name: /^Copy link/ })
    .first()
    .click();
  await expectClear(page, 'Copied', [brand, heading, pager]);

  await page
    .getByRole('button', { name: /^View / })
    .first()
    .click();
  const view = page.getByRole('dialog');
  await view.getByRole('button', { name: /^Copy link/ }).click();
  await expectClear(page, 'Copied', [brand, view.getByRole('heading').first()]);
  await page.keyboard.press('Escape');

  // A delete can be taken back for a while, and meanwhile the next record is opened.
  await openScreen(page, 'Candidate');
  await page
    .getByRole('button', { name: /^Delete / })
    .first()
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
  await page
    .getByRole('button', { name: /^View / })
    .first()
    .click();
  await expect(view.getByRole('heading').first()).toBeVisible();
  await expectClear(page, 'Deleted!', [
    brand,
    view.getByRole('heading').first(),
    view.getByRole('button', { name: 'Close', exact: true }).first(),
    view.getByRole('button', { name: 'Close', exact: true }).last(),
  ]);
});
