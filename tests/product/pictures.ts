import { expect, type Page } from '@playwright/test';
import { seriousOn } from './accessibility.ts';
import { resizeTo } from './page-actions.ts';
import { PICTURES_WANTED, WHOLE_WALKS } from './tier.ts';

export const THEMES = ['light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

export interface Look {
  width: number;
  colorScheme: Theme;
}

/** Each width of the office's screens, in one theme or the other. */
export const EACH_WIDTH: readonly Look[] = [
  { width: 1093, colorScheme: 'light' },
  { width: 1366, colorScheme: 'dark' },
  { width: 1920, colorScheme: 'light' },
];
export const BOTH_THEMES: readonly Look[] = THEMES.map((colorScheme) => ({ width: 1366, colorScheme }));

/** Until every letter is drawn and no transition runs any more; what turns for ever is let be. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    const passing = document
      .getAnimations()
      .filter((each) => each.effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(passing.map((each) => each.finished));
  });
}

/** Puts the page into a theme, which it hears of a moment later, and waits until it is drawn in it. */
export async function showIn(page: Page, colorScheme: Theme): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
  await settled(page);
}

/** A picture for people to look at, as `test-results/pictures/NAME.png`; none where nobody asked for any. */
export async function takePicture(page: Page, name: string): Promise<void> {
  if (!PICTURES_WANTED) return;
  await settled(page);
  await page.screenshot({ path: `test-results/pictures/${name}.png` });
}

/** The same of other widths and themes; the page is left as it was, in light. */
export async function takePictures(page: Page, name: string, looks: readonly Look[]): Promise<void> {
  if (!PICTURES_WANTED) return;
  const before = page.viewportSize();
  for (const { width, colorScheme } of looks) {
    await resizeTo(page, { width, height: before?.height ?? 768 });
    await showIn(page, colorScheme);
    await takePicture(page, `${name}-${colorScheme}-${width}`);
  }
  if (before) await resizeTo(page, before);
  await showIn(page, 'light');
}

/** Whose turn it is on a page. */
const turns = new WeakMap<Page, number>();

function themesNow(page: Page): readonly Theme[] {
  if (WHOLE_WALKS) return THEMES;
  const turn = turns.get(page) ?? 0;
  turns.set(page, turn + 1);
  return THEMES.filter((_, at) => at === turn % THEMES.length);
}

/**
 * What is shown can be read: nothing that axe calls serious by the rules of WCAG 2.2 AA in the first theme, nor in the colours
 * of the other. With pictures where they are asked for; the page is left in light.
 * @param parts CSS selectors of what axe looks at
 * @param themes both in `npm run soak`; in `npm test` they take turns on a page
 */
export async function expectReadable(
  page: Page,
  name: string,
  parts: readonly string[] = [],
  themes = themesNow(page),
): Promise<void> {
  for (const [at, colorScheme] of themes.entries()) {
    await showIn(page, colorScheme);
    await takePicture(page, `${name}-${colorScheme}`);
    expect(await seriousOn(page, at === 0 ? 'wcag' : 'colours', parts), `${name} ${colorScheme}`).toEqual([]);
  }
  await showIn(page, 'light');
}
