import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { DEMO_ACCOUNTS } from '../product/product.ts';
import { openScreen, signIn } from '../product/page-actions.ts';
import { expect, test } from './product-test.ts';

/** The width at which axe looks too: colours and names are the same at others, and it takes its time. */
const INSPECTED_WIDTH = 1366;

/** Nothing that axe calls serious or critical, and a picture of each screen for people to look at. */
async function inspect(page: Page, name: string): Promise<void> {
  await page.evaluate(async () => {
    const passing = document
      .getAnimations()
      .filter((each) => each.effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(passing.map((each) => each.finished));
  });
  await page.screenshot({ path: `test-results/pictures/${name}.png` });
  if (page.viewportSize()?.width !== INSPECTED_WIDTH) return;
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'])
    .analyze();
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  expect(
    serious.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`),
  ).toEqual([]);
}

for (const colorScheme of ['light', 'dark'] as const) {
  for (const [width, height] of [
    [1366, 768],
    [1920, 1080],
  ] as const) {
    test(`every screen can be read in ${colorScheme} at ${width} x ${height}`, async ({ openPc }) => {
      const { page } = await openPc({ colorScheme, width, height });
      const name = (screen: string): string => `${screen}-${colorScheme}-${width}`;
      await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
      await inspect(page, name('sign-in'));
      await signIn(page, DEMO_ACCOUNTS['Super Admin']);
      await expect(page.getByText('Total Candidates')).toBeVisible();
      await expect(page.getByText(/^Logged in as/)).toBeHidden();
      await inspect(page, name('dashboard'));
      await openScreen(page, 'Candidate');
      await expect(page.getByRole('button', { name: /^View / }).first()).toBeVisible();
      await inspect(page, name('candidates'));
      await page.getByRole('button', { name: 'Add Candidate' }).click();
      await expect(page.getByRole('dialog', { name: 'Add Candidate' }).getByLabel('Full Name')).toBeFocused();
      await inspect(page, name('candidate-add'));
      await page.keyboard.press('Escape');
      await page
        .getByRole('button', { name: /^View / })
        .first()
        .click();
      await expect(
        page.getByRole('dialog', { name: 'View Candidate' }).getByText('Basic Information').last(),
      ).toBeVisible();
      await inspect(page, name('candidate-view'));
      await page.keyboard.press('Escape');
      await page
        .getByRole('button', { name: /^Delete / })
        .first()
        .click();
      await expect(page.getByRole('dialog', { name: 'Are you sure?' })).toBeVisible();
      await inspect(page, name('confirm'));
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: /^Sync:/ }).click();
      await expect(page.getByRole('dialog', { name: 'Sync' })).toBeVisible();
      await inspect(page, name('sync'));
      await page.keyboard.press('Escape');
      await openScreen(page, 'Placement Cell');
      await inspect(page, name('placeholder'));
    });
  }
}
