import type { Page } from '@playwright/test';
import type { Role } from '#shared/access/roles.ts';
import { routesOf } from '#shared/access/routes.ts';
import { DEMO_ACCOUNTS } from '../product/product.ts';
import { takePicture } from '../product/pictures.ts';
import { openScreen, signIn } from '../product/page-actions.ts';
import { restClient } from '../product/rest-client.ts';
import { WHOLE_WALKS } from '../product/tier.ts';
import { expect, test } from './product-test.ts';

/** A laptop of 1366 x 768 at 125 %, and the smallest that the application's window can be made. */
const LAPTOP = { width: 1093, height: 614 };
const SMALLEST = { width: 940, height: 560 };

/** Who opens all screens, and who has some of another make. */
const SHORT = ['Super Admin', 'Student'] as const satisfies readonly Role[];
const ROLES = [...SHORT, 'HR', 'Employee'] as const satisfies readonly Role[];

/** What does not fit: parts wider than their place, a second scroll bar, buttons beyond the window. */
function misfits(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const main = document.querySelector('main');
    const scrolls = (part: Element, axis: 'x' | 'y'): boolean => {
      const style = getComputedStyle(part);
      const may = /auto|scroll/.test(axis === 'x' ? style.overflowX : style.overflowY);
      const [content, room] =
        axis === 'x' ? [part.scrollWidth, part.clientWidth] : [part.scrollHeight, part.clientHeight];
      return may && room > 0 && content > room + 1;
    };
    const nameOf = (part: Element): string => part.getAttribute('aria-label') ?? part.textContent;
    for (const part of [document.documentElement, ...document.querySelectorAll('main, main *')]) {
      if (scrolls(part, 'x')) found.push(`scrolls sideways: ${part.className}`);
    }
    // The grid has its rows and the bar that moves them, which are one to the eye.
    const upright = [document.documentElement, main, ...document.querySelectorAll('main *')].filter(
      (part) => part && scrolls(part, 'y') && !part.closest('.ag-body-vertical-scroll'),
    );
    if (upright.length > 1) found.push(`${upright.length} vertical scroll bars`);
    for (const button of document.querySelectorAll(
      'main button, main [role="columnheader"], header button',
    )) {
      const { left, right, width } = button.getBoundingClientRect();
      if (width > 0 && (left < 0 || right > window.innerWidth)) found.push(`out of sight: ${nameOf(button)}`);
    }
    return found;
  });
}

for (const role of WHOLE_WALKS ? ROLES : SHORT) {
  test(`every screen of ${role} fits into a small window, and the menu makes room by itself`, async ({
    openPc,
    server,
  }) => {
    test.slow();
    const rest = await restClient(server.origin, DEMO_ACCOUNTS['Super Admin']);
    // Else its screen stands in no menu.
    await rest.create('/api/office-settings', { eraseAfterMonths: '6' });
    const { page } = await openPc(LAPTOP);
    await signIn(page, DEMO_ACCOUNTS[role]);
    const menu = page.getByRole('navigation', { name: 'Main menu' });
    for (const { path } of routesOf(role)) {
      await test.step(path, async () => {
        const link = menu.locator(`a[href$="${path}"]`);
        await link.click();
        // The screen before stays until this one is there.
        await expect(link).toHaveAttribute('aria-current', 'page');
        await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible();
        const grid = page.getByRole('grid');
        const isList = (await grid.count()) > 0;
        if (isList) await expect(page.getByRole('heading').filter({ hasText: /\(\d/ })).toBeVisible();
        for (const size of [LAPTOP, SMALLEST]) {
          await page.setViewportSize(size);
          await expect.poll(() => misfits(page), `${path} at ${size.width}`).toEqual([]);
          if (!isList) continue;
          const action = page.getByRole('columnheader', { name: /^Actions?$/ });
          await expect(action).toBeInViewport({ ratio: 1 });
        }
        await page.setViewportSize(LAPTOP);
      });
    }
  });
}

test('in a small window the whole menu lies over the screen until it is left', async ({ openPc }) => {
  const { page } = await openPc(LAPTOP);
  await signIn(page, DEMO_ACCOUNTS.HR);
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  const main = page.getByRole('main');
  const room = await main.boundingBox();
  const width = async (): Promise<number> => (await menu.boundingBox())?.width ?? 0;
  expect(await width()).toBeLessThan(80);
  await page.getByRole('button', { name: 'Expand the menu' }).click();
  await expect.poll(width).toBeGreaterThan(200);
  expect(await main.boundingBox()).toEqual(room);
  await page.keyboard.press('Escape');
  await expect.poll(width).toBeLessThan(80);
  await page.getByRole('button', { name: 'Expand the menu' }).click();
  await menu.getByRole('link', { name: 'Placement Cell' }).click();
  await expect(page.getByRole('heading', { name: 'Placement Cell' })).toBeVisible();
  await expect.poll(width).toBeLessThan(80);
  // A larger window has the menu as it was left there.
  await page.setViewportSize({ width: 1366, height: 768 });
  await expect.poll(width).toBeGreaterThan(200);
});

test('a long name does not hide the role', async ({ openPc, server }) => {
  const name = 'Venkata Satyanarayana Lakshmi Narasimha Chakravarthy Bhattacharyya';
  const rest = await restClient(server.origin, DEMO_ACCOUNTS['Super Admin']);
  const own = (await rest.list('/api/users')).find(({ email }) => email === DEMO_ACCOUNTS['Super Admin']);
  await rest.change(`/api/users/${own?._id}`, { name });
  const { page } = await openPc(LAPTOP);
  await signIn(page, DEMO_ACCOUNTS['Super Admin']);
  const user = page.getByRole('button', { name: `Signed in as: ${name} (Super Admin)` });
  for (const size of [LAPTOP, SMALLEST, { width: 1366, height: 768 }]) {
    await page.setViewportSize(size);
    await expect(user.getByText('(Super Admin)')).toBeInViewport({ ratio: 1 });
    await expect(user.getByTitle(name)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Logout', exact: true })).toBeInViewport({ ratio: 1 });
    await expect.poll(() => misfits(page)).toEqual([]);
  }
});

test('at 200 % zoom of a small laptop each section of a record is above the footer, where it can be pressed', async ({
  openPc,
}) => {
  const { page } = await openPc(LAPTOP);
  await signIn(page, DEMO_ACCOUNTS.HR);
  await openScreen(page, 'Candidate');
  await page
    .getByRole('button', { name: /^View / })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  const sections = dialog.getByRole('navigation', { name: 'Sections' }).getByRole('button');
  for (const [width, height] of [
    [683, 384],
    [512, 350],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const section of [sections.first(), sections.last()]) {
      await section.scrollIntoViewIfNeeded();
      const [above, footer] = [
        await section.boundingBox(),
        await dialog.getByRole('button', { name: 'Log call' }).boundingBox(),
      ];
      expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(footer?.y ?? 0);
      await section.click();
      await expect(section).toHaveAttribute('aria-current');
    }
  }
});

/** The application's smallest window at 150 and 200 %, and a small laptop at 200 %, in the page's own pixels. */
const ZOOMED = [
  { width: 627, height: 400 },
  { width: 470, height: 300 },
  { width: 683, height: 384 },
];

test('at the larger zooms each list has room for its rows, and what stands above it can be pressed', async ({
  openPc,
}) => {
  test.slow();
  const { page } = await openPc(LAPTOP);
  await signIn(page, DEMO_ACCOUNTS['Super Admin']);
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  for (const { path } of routesOf('Super Admin')) {
    await test.step(path, async () => {
      const link = menu.locator(`a[href$="${path}"]`);
      if ((await link.count()) === 0) return;
      await link.click();
      await expect(link).toHaveAttribute('aria-current', 'page');
      const main = page.getByRole('main');
      await expect(main.getByRole('heading').first()).toBeVisible();
      const grid = page.getByRole('grid');
      if ((await grid.count()) === 0) return;
      await expect(page.getByRole('heading').filter({ hasText: /\(\d/ })).toBeVisible();
      for (const size of ZOOMED) {
        await page.setViewportSize(size);
        await grid.scrollIntoViewIfNeeded();
        const box = await grid.boundingBox();
        expect(box?.height, `${path} at ${size.width}`).toBeGreaterThan(140);
        for (const button of await main
          .getByRole('button', { name: /^(?:Add|Export|Print)/, disabled: false })
          .all())
          await button.click({ trial: true });
      }
      await takePicture(page, `zoomed${path.replaceAll('/', '-')}`);
      await page.setViewportSize(LAPTOP);
    });
  }
});
