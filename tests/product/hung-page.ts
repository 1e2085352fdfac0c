import type { Page } from '@playwright/test';

/**
 * Types into the field of that label, and has the page hang at once, before anything that waits for a pause can happen.
 * @returns lets the page go on
 */
export async function typeAndHang(page: Page, label: string, text: string): Promise<() => Promise<void>> {
  const session = await page.context().newCDPSession(page);
  await session.send('Debugger.enable');
  const field = page.getByLabel(label);
  await field.evaluate((input) => input.setAttribute('data-typed-into', ''));
  const hangs = new Promise((resolve) => session.once('Debugger.paused', resolve));
  // As a string: the linter takes no such statement.
  const expression = `(() => {
    const input = document.querySelector('[data-typed-into]');
    const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
    set.call(input, ${JSON.stringify(text)});
    input.dispatchEvent(new Event('input', { bubbles: true }));
    debugger;
  })()`;
  const evaluated = session.send('Runtime.evaluate', { expression });
  await hangs;
  return async () => {
    await session.send('Debugger.resume');
    await evaluated;
    await session.detach();
  };
}
