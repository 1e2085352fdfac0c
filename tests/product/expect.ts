import { expect as playwrights, type ExpectMatcherState, type Locator } from '@playwright/test';

interface Wait {
  timeout?: number;
}
interface TextWait extends Wait {
  ignoreCase?: boolean;
  useInnerText?: boolean;
}
type Text = string | RegExp | readonly (string | RegExp)[];

/**
 * Playwright's `expect`. For the message of a failure it writes the whole page down at each look that does not find the
 * element, also where the next look finds it: a tenth of what a test costs. So what is not there yet is waited for by
 * `waitFor`, which only looks, and Playwright's own has the last word.
 */
export const expect = playwrights.extend({
  toBeVisible(locator: Locator, options: Wait & { visible?: boolean } = {}) {
    if (this.isNot || options.visible === false)
      return verdict(this, () => asked(this, locator).toBeVisible(options));
    return onceThere(this, locator, options, 'visible', async (timeout, found) => {
      if (!found) await playwrights(locator).toBeVisible({ ...options, timeout });
    });
  },
  toContainText(locator: Locator, text: Text, options: TextWait = {}) {
    const ask = (timeout?: number): Promise<void> =>
      asked(this, locator).toContainText(text, { ...options, ...(timeout !== undefined && { timeout }) });
    return typeof text === 'object' && !(text instanceof RegExp)
      ? verdict(this, ask)
      : onceThere(this, locator, options, 'attached', ask);
  },
  toHaveText(locator: Locator, text: Text, options: TextWait = {}) {
    const ask = (timeout?: number): Promise<void> =>
      asked(this, locator).toHaveText(text, { ...options, ...(timeout !== undefined && { timeout }) });
    return typeof text === 'object' && !(text instanceof RegExp)
      ? verdict(this, ask)
      : onceThere(this, locator, options, 'attached', ask);
  },
  toHaveValue(locator: Locator, value: string | RegExp, options: Wait = {}) {
    return onceThere(this, locator, options, 'attached', (timeout) =>
      asked(this, locator).toHaveValue(value, { ...options, timeout }),
    );
  },
  toBeFocused(locator: Locator, options: Wait = {}) {
    return onceThere(this, locator, options, 'attached', (timeout) =>
      asked(this, locator).toBeFocused({ ...options, timeout }),
    );
  },
});

type Verdict = Awaited<ReturnType<typeof verdict>>;

/** @param ask Playwright's own look, with the time that is left, and whether the element was found. */
async function onceThere(
  state: ExpectMatcherState,
  locator: Locator,
  { timeout = state.timeout }: Wait,
  wanted: 'visible' | 'attached',
  ask: (timeout: number, found: boolean) => Promise<void>,
): Promise<Verdict> {
  const began = performance.now();
  const found =
    !state.isNot &&
    (await locator.waitFor({ state: wanted, timeout }).then(
      () => true,
      () => false,
    ));
  // One look, where no time is left: its message says another time than was waited.
  const left = Math.max(1, Math.ceil(timeout - (performance.now() - began)));
  return verdict(state, () => ask(left, found));
}

function asked({ isNot }: ExpectMatcherState, locator: Locator): ReturnType<typeof playwrights<Locator>> {
  return isNot ? playwrights(locator).not : playwrights(locator);
}

async function verdict(
  { isNot }: ExpectMatcherState,
  ask: () => Promise<void>,
): Promise<{ pass: boolean; message: () => string }> {
  try {
    await ask();
    return { pass: !isNot, message: () => '' };
  } catch (error) {
    return { pass: isNot, message: () => (error instanceof Error ? error.message : String(error)) };
  }
}
