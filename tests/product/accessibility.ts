import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

type Violations = Awaited<ReturnType<AxeBuilder['analyze']>>['violations'];

/**
 * What axe looks for: all its rules, those of WCAG 2.2 AA, or the colours alone. Names, roles and order are the same in
 * light and dark: whoever looks at both looks at the colours alone the second time.
 */
export type AxeRules = 'all' | 'wcag' | 'colours';

/**
 * What axe finds in these parts of the page, CSS selectors; without any, on the whole page.
 *
 * In axe's legacy mode: the other asks for a second page, which is a process, for frames of other origins, and there are
 * none. Half of axe's time went into loading itself anew and into telling of what is right: it does neither.
 */
export async function violationsOn(
  page: Page,
  rules: AxeRules,
  parts: readonly string[] = [],
): Promise<Violations> {
  const loaded = await page.evaluate(() => 'axe' in window);
  const axe = new AxeBuilder({ page, ...(loaded && { axeSource: ';' }) }).setLegacyMode(true);
  axe.options({ resultTypes: ['violations'], selectors: false });
  for (const part of parts) axe.include(part);
  if (rules === 'wcag') axe.withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa']);
  if (rules === 'colours') axe.withRules(['color-contrast', 'link-in-text-block']);
  return (await axe.analyze()).violations;
}

/** Those that axe calls serious or critical, for a message: the rule and the elements. */
export async function seriousOn(
  page: Page,
  rules: AxeRules,
  parts: readonly string[] = [],
): Promise<string[]> {
  return (await violationsOn(page, rules, parts))
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}
