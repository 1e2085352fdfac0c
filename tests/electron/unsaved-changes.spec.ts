import type { ElectronApplication, Locator } from '@playwright/test';
import { openScreen, signIn } from '../product/page-actions.ts';
import { DEMO_ACCOUNTS } from '../product/product.ts';
import { expect, test, type Desktop } from './launch.ts';
import { catchRelaunch } from './relaunch.ts';

const KEEP_EDITING = 0;
const DISCARD = 1;

/** Takes the place of the system's message box: a question stands until `answer` is called. */
async function catchQuestions(app: ElectronApplication): Promise<void> {
  await app.evaluate(({ dialog }) => {
    Reflect.set(dialog, 'showMessageBox', (_window: unknown, question: unknown) => {
      Reflect.set(globalThis, 'question', question);
      return new Promise((resolve) => Reflect.set(globalThis, 'answer', resolve));
    });
  });
}

const question = (app: ElectronApplication): Promise<unknown> =>
  app.evaluate(() => Reflect.get(globalThis, 'question') ?? null);

async function answer(app: ElectronApplication, response: number): Promise<void> {
  await app.evaluate((_electron, button) => {
    Reflect.deleteProperty(globalThis, 'question');
    Reflect.apply(Reflect.get(globalThis, 'answer'), undefined, [
      { response: button, checkboxChecked: false },
    ]);
  }, response);
}

const standing = expect.objectContaining({ buttons: ['Keep editing', 'Discard'] });

async function typeIntoForm({ page }: Desktop): Promise<Locator> {
  await signIn(page, DEMO_ACCOUNTS.HR);
  await openScreen(page, 'Candidate');
  await page.getByRole('button', { name: 'Add Candidate' }).click();
  const name = page.getByRole('dialog', { name: 'Add Candidate' }).getByLabel('Full Name');
  await name.click();
  await page.keyboard.type('Half Typed');
  return name;
}

const ended = ({ app }: Desktop): Promise<number | null> =>
  new Promise((resolve) => app.process().once('exit', resolve));

const closeWindow = ({ app }: Desktop): Promise<void> =>
  app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());

const quit = ({ app }: Desktop): Promise<void> => app.evaluate(({ app: electron }) => electron.quit());

for (const [what, begin] of [
  ['closing the window', closeWindow],
  ['quitting', quit],
] as const) {
  test(`${what} with an unsaved form asks, and goes on only where the user discards it`, async ({
    launch,
  }) => {
    const desktop = await launch();
    const { app } = desktop;
    const name = await typeIntoForm(desktop);
    await catchQuestions(app);
    await begin(desktop);
    await expect.poll(() => question(app)).toEqual(standing);
    // Asking again changes nothing while the question stands.
    await begin(desktop);
    await answer(app, KEEP_EDITING);
    await expect(name).toHaveValue('Half Typed');

    const gone = ended(desktop);
    await begin(desktop);
    await expect.poll(() => question(app)).toEqual(standing);
    await answer(app, DISCARD);
    expect(await gone).toBe(0);
  });
}

test('the Back button of a mouse asks as well, in the page', async ({ launch }) => {
  const desktop = await launch();
  const { page } = desktop;
  const name = await typeIntoForm(desktop);
  const mouse = await page.context().newCDPSession(page);
  const pressBack = async (): Promise<void> => {
    for (const type of ['mousePressed', 'mouseReleased'] as const) {
      await mouse.send('Input.dispatchMouseEvent', { type, x: 5, y: 400, button: 'back', clickCount: 1 });
    }
  };
  const asked = page.getByRole('dialog', { name: 'Discard your changes?' });
  await pressBack();
  await asked.getByRole('button', { name: 'Keep editing' }).click();
  await expect(asked).toBeHidden();
  await expect(name).toHaveValue('Half Typed');
  await pressBack();
  await asked.getByRole('button', { name: 'Discard' }).click();
  await expect(page).toHaveURL(/dashboard$/);
});

test('loading anew with an unsaved form asks as well', async ({ launch }) => {
  const desktop = await launch();
  const { app } = desktop;
  const name = await typeIntoForm(desktop);
  await catchQuestions(app);
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.reload());
  await expect.poll(() => question(app)).toEqual(standing);
  await expect(name).toHaveValue('Half Typed');
  await answer(app, DISCARD);
  await expect(name).toBeHidden();
});

test('a form without changes closes without a question', async ({ launch }) => {
  const desktop = await launch();
  const name = await typeIntoForm(desktop);
  await name.fill('');
  await catchQuestions(desktop.app);
  const gone = ended(desktop);
  await closeWindow(desktop);
  expect(await gone).toBe(0);
});

test('the end of the session is not held up by an unsaved form', async ({ launch }) => {
  const desktop = await launch();
  await typeIntoForm(desktop);
  await catchQuestions(desktop.app);
  const gone = ended(desktop);
  desktop.app.process().kill('SIGTERM');
  expect(await gone).toBe(0);
});

test('who keeps editing when the demo data are left has an application that ends later, and stays ended', async ({
  launch,
}) => {
  const desktop = await launch({ demo: false, args: ['--look-around'] });
  const { app, page } = desktop;
  const name = await typeIntoForm(desktop);
  const opened = app.waitForEvent('window');
  await page.keyboard.press('Control+Shift+N');
  const second = await opened;
  await catchQuestions(app);
  const ended = await catchRelaunch(app);
  await second.getByRole('button', { name: 'Leave demo data' }).click();
  await expect.poll(() => question(app)).toEqual(standing);
  await answer(app, KEEP_EDITING);
  await expect(name).toHaveValue('Half Typed');
  await quit(desktop);
  await expect.poll(() => question(app)).toEqual(standing);
  await answer(app, DISCARD);
  expect(await ended()).toBeNull();
});
