import { expect, type Page } from '@playwright/test';
import { seriousOn } from './accessibility.ts';
import { PICTURES_WANTED, WHOLE_WALKS } from './tier.ts';

const THEMES = ['light', 'dark'] as const;
type Theme = (typeof THEMES)[number];

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

/** Until no transition runs any more; what turns for ever is let be. */
export async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const passing = document
      .getAnimations()
      .filter((each) => each.effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(passing.map((each) => each.finished));
  });
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
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: before?.height ?? 768 });
    await takePicture(page, `${name}-${colorScheme}-${width}`);
  }
  await page.emulateMedia({ colorScheme: 'light' });
  if (before) await page.setViewportSize(before);
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
 * What is shown can be read: nothing that axe calls serious, in light and its colours in dark; in `npm test` the themes
 * take turns on a page. With pictures where they are asked for.
 * @param parts CSS selectors of what axe looks at
 */
export async function expectReadable(page: Page, name: string, parts: readonly string[] = []): Promise<void> {
  for (const colorScheme of themesNow(page)) {
    await page.emulateMedia({ colorScheme });
    // The page hears of it a moment later.
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
    await settled(page);
    await takePicture(page, `${name}-${colorScheme}`);
    const rules = colorScheme === 'light' ? 'wcag' : 'colours';
    expect(await seriousOn(page, rules, parts), `${name} ${colorScheme}`).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: 'light' });
}
