import type { Locator, Page } from '@playwright/test';
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '../product/product.ts';
import { fillSignIn, openScreen, resizeTo, signIn } from '../product/page-actions.ts';
import { expect, test } from './product-test.ts';

/**
 * Section 9, as far as only a page shows it. The rest is in shared/model/business-constants.test.ts; the tagline is in
 * sign-in.spec.ts and the time zone in time-zone.spec.ts.
 */

/** A message fades when its time is over, in milliseconds. */
const FADING = 1_000;

/** Lets time stand still while something is done, then lets it pass: the message stays exactly so long. */
async function staysFor(
  page: Page,
  message: Locator,
  duration: number,
  act: () => Promise<void>,
): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000);
  await act();
  await expect(message).toBeAttached();
  await page.clock.runFor(duration - 1);
  await expect(message).toBeVisible();
  await page.clock.runFor(1 + FADING);
  await expect(message).toBeHidden();
  await page.clock.resume();
}

test('section 9: Login toast 2000 ms, copy toast 1.5 seconds, profile success alert 2 seconds', async ({
  openPc,
}) => {
  const { page } = await openPc();
  await page.context().grantPermissions(['clipboard-write']);
  await page.clock.install();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
  await staysFor(page, page.getByText('Logged in as HR'), 2_000, () => fillSignIn(page, DEMO_ACCOUNTS.HR));

  await openScreen(page, 'Data Links');
  const copy = page.getByRole('button', { name: /^Copy link/ }).first();
  await expect(copy).toBeVisible();
  await staysFor(page, page.getByText('Copied', { exact: true }), 1_500, () => copy.click());

  await page.getByRole('link', { name: /^Account, / }).click();
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  const form = page.getByRole('dialog', { name: 'Edit Profile' });
  await form.getByLabel('Mobile').fill('90000 31313');
  await staysFor(page, page.getByText('Profile updated successfully.'), 2_000, () =>
    form.getByRole('button', { name: 'Save', exact: true }).click(),
  );
});

test('section 9: sidebar 250 px and 70 px, mobile breakpoint 768 px, 4 dashboard cards per row on large screens, page sizes; a shown password hides after 30 seconds', async ({
  openPc,
}) => {
  const { page } = await openPc();
  await signIn(page, DEMO_ACCOUNTS['Super Admin']);
  const left = async (): Promise<number> => (await page.getByRole('main').boundingBox())?.x ?? 0;
  await expect.poll(left).toBe(250);
  await page.getByRole('button', { name: 'Collapse the menu' }).click();
  await expect.poll(left).toBe(70);
  await page.getByRole('button', { name: 'Expand the menu' }).click();
  await expect.poll(left).toBe(250);

  const cards = page.getByRole('list', { name: 'Summary' }).getByRole('listitem');
  await expect(cards).toHaveCount(8);
  for (const width of [1366, 1920]) {
    await resizeTo(page, { width, height: 800 });
    const tops = await cards.evaluateAll((items) => items.map((item) => item.getBoundingClientRect().top));
    expect(new Set(tops.slice(0, 4)).size).toBe(1);
    expect(new Set(tops.slice(4)).size).toBe(1);
    expect(tops[4]).toBeGreaterThan(tops[0] ?? 0);
  }

  // Folded by itself where there is little room, and gone below the breakpoint.
  await resizeTo(page, { width: 768, height: 800 });
  await expect.poll(left).toBe(70);
  await resizeTo(page, { width: 767, height: 800 });
  await expect.poll(left).toBe(0);
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeHidden();
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible();
  await page.keyboard.press('Escape');
  await resizeTo(page, { width: 1366, height: 768 });

  for (const [screen, sizes, opening] of [
    ['Inquiry', ['50', '30', '20'], '50'],
    ['Assign Roles', ['20', '10'], '20'],
    ['Add Employee', ['10', '20'], '20'],
    ['Add Jobs', ['10', '20'], '10'],
    ['Add Blogs', ['10', '20'], '10'],
    ['Data Links', ['20', '10'], '20'],
    ['OtherCompaniesHr', ['10', '20'], '20'],
  ] as const) {
    await openScreen(page, screen);
    const size = page.getByLabel('Rows per page');
    await expect(size).toHaveValue(opening);
    // The screen before may have opened with the same size.
    await expect.poll(() => size.getByRole('option').allInnerTexts()).toEqual(sizes);
  }

  // Nobody closed the popup: a password does not stay on the screen for whoever comes by.
  await page.clock.install();
  await page.goto('/addemployee');
  await page.getByRole('button', { name: 'View Divya Hegde' }).click();
  const show = page.getByRole('button', { name: 'Show password' });
  await staysFor(page, page.getByText(DEMO_PASSWORD), 30_000, () => show.click());
  await expect(page.getByRole('img', { name: 'Hidden' })).toBeVisible();
  await expect(show).toBeVisible();
});

test('section 9: the page resets to 1 on any filter or search change', async ({ openPc }) => {
  const { page } = await openPc();
  await signIn(page, DEMO_ACCOUNTS['Super Admin']);
  await openScreen(page, 'Inquiry');
  const pages = page.getByRole('navigation', { name: 'Pages' });
  await page.getByLabel('Rows per page').selectOption('20');
  const toPageTwo = async (): Promise<void> => {
    await pages.getByRole('button', { name: 'Page 2', exact: true }).click();
    await expect(pages).toContainText('21–');
    await expect(pages.getByRole('button', { name: 'Page 2', exact: true })).toHaveAttribute(
      'aria-current',
      'page',
    );
  };
  const isOnPageOne = async (size = 20): Promise<void> => {
    await expect(pages).toContainText(`1–${size} of`);
    await expect(pages.getByRole('button', { name: 'Page 1', exact: true })).toHaveAttribute(
      'aria-current',
      'page',
    );
    await expect(page.getByRole('gridcell', { name: '1', exact: true })).toBeVisible();
  };
  await toPageTwo();
  await page.getByRole('combobox', { name: 'Interview Status' }).click();
  await page.getByRole('option', { name: 'Not Scheduled' }).click();
  await isOnPageOne();
  await toPageTwo();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await isOnPageOne();
  await toPageTwo();
  await page.getByLabel('Search inquiries').fill('a');
  await isOnPageOne();
  await toPageTwo();
  await page.getByLabel('Search inquiries').fill('');
  await isOnPageOne();
  await toPageTwo();
  await page.getByLabel('Rows per page').selectOption('30');
  await isOnPageOne(30);
});
