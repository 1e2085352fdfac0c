import type { ElectronApplication, Page } from '@playwright/test';
import { openScreen, signIn } from '../browser/product-test.ts';
import { DEMO_ACCOUNTS } from '../product/product.ts';
import { expect, test, type Desktop } from './launch.ts';

/** Answers the application's questions with the button of this number, a moment later as a person does; counts them. */
async function answerWith(app: ElectronApplication, button: number): Promise<void> {
  await app.evaluate(({ dialog }, response) => {
    Reflect.set(dialog, 'showMessageBox', async () => {
      Reflect.set(globalThis, 'questions', Number(Reflect.get(globalThis, 'questions') ?? 0) + 1);
      await new Promise((resolve) => setImmediate(resolve));
      return { response, checkboxChecked: false };
    });
  }, button);
}

const questions = (app: ElectronApplication): Promise<number> =>
  app.evaluate(() => Number(Reflect.get(globalThis, 'questions') ?? 0));

const KEEP_EDITING = 0;
const DISCARD = 1;

async function typeIntoForm({ page }: Desktop): Promise<ReturnType<Page['getByLabel']>> {
  await signIn(page, DEMO_ACCOUNTS.HR);
  await openScreen(page, 'Candidate');
  await page.getByRole('button', { name: 'Add Candidate' }).click();
  const name = page.getByRole('dialog', { name: 'Add Candidate' }).getByLabel('Full Name');
  await name.click();
  await page.keyboard.type('Half Typed');
  return name;
}

const ended = (app: ElectronApplication): Promise<number | null> =>
  new Promise((resolve) => app.process().once('exit', resolve));

for (const [what, begin] of [
  [
    'closing the window',
    ({ app }) => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close()),
  ],
  ['quitting', ({ app }) => app.evaluate(({ app: electron }) => electron.quit())],
] as [string, (desktop: Desktop) => Promise<void>][]) {
  test(`${what} with an unsaved form asks, and goes on only where the user discards it`, async ({
    launch,
  }) => {
    const desktop = await launch();
    const { app } = desktop;
    const name = await typeIntoForm(desktop);
    await answerWith(app, KEEP_EDITING);
    await begin(desktop);
    await expect.poll(() => questions(app)).toBe(1);
    await expect(name).toHaveValue('Half Typed');
    await begin(desktop);
    await expect.poll(() => questions(app)).toBe(2);
    await expect(name).toHaveValue('Half Typed');

    await answerWith(app, DISCARD);
    const gone = ended(app);
    await begin(desktop).catch(() => undefined);
    expect(await gone).toBe(0);
  });
}

test('a form without changes closes without a question', async ({ launch }) => {
  const desktop = await launch();
  const { app, page } = desktop;
  const name = await typeIntoForm(desktop);
  await name.fill('');
  await answerWith(app, KEEP_EDITING);
  const gone = ended(app);
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
  expect(await gone).toBe(0);
  expect(page.isClosed()).toBe(true);
});

test('the end of the session is not held up by an unsaved form', async ({ launch }) => {
  const desktop = await launch();
  await typeIntoForm(desktop);
  await answerWith(desktop.app, KEEP_EDITING);
  const gone = ended(desktop.app);
  desktop.app.process().kill('SIGTERM');
  expect(await gone).toBe(0);
});
