import type { ElectronApplication, Page } from '@playwright/test';
import { openScreen, signIn } from '../product/page-actions.ts';
import { DEMO_ACCOUNTS } from '../product/product.ts';
import { expect, test, type Desktop } from './launch.ts';
import { callDesk, readInWindow } from './page-calls.ts';
import { killAllProcesses } from './process-tree.ts';

/** What is typed in a form outlives whatever ends the application, but for the user's own word. */

const NAME = 'Typed Before The Crash';
const DISCARD = 1;

/** How many drafts the desk keeps; -1 where it does not say. */
async function drafts(page: Page): Promise<number> {
  const answer = (await callDesk(page, 'drafts.list', {})) as { result?: { drafts: unknown[] } };
  return answer.result?.drafts.length ?? -1;
}

/** What stands in the form's first field. */
const typed = (app: ElectronApplication): Promise<string> =>
  readInWindow(
    app,
    `document.querySelector('[role="dialog"] [role="status"]')?.textContent + ' | ' +
      document.querySelector('[role="dialog"] [data-field="fullName"] input, [role="dialog"] input[data-field="fullName"]')?.value`,
  );

async function signedInAgain(desktop: Desktop): Promise<void> {
  const { page } = desktop;
  const login = page.getByRole('button', { name: 'Login' });
  const user = page.getByRole('button', { name: /^Signed in as/ });
  await expect(login.or(user)).toBeVisible({ timeout: 90_000 });
  if (await login.isVisible()) await signIn(page, DEMO_ACCOUNTS.HR);
}

const ended = ({ app }: Desktop): Promise<number | null> =>
  new Promise((resolve) => app.process().once('exit', resolve));

test('what is typed comes back after a crash of the window, after kill -9, and after the system’s end; discarded it does not', async ({
  launch,
}) => {
  test.setTimeout(400_000);
  const first = await launch();
  const { app, dataFolder } = first;
  await signIn(first.page, DEMO_ACCOUNTS.HR);
  await openScreen(first.page, 'Candidate');
  await first.page.getByRole('button', { name: 'Add Candidate' }).click();
  await first.page.getByRole('dialog', { name: 'Add Candidate' }).getByLabel('Full Name').fill(NAME);
  await expect.poll(() => drafts(first.page)).toBe(1);

  await app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer(),
  );
  // In one reading: a page that is being loaded says nothing.
  await expect.poll(() => typed(app), { timeout: 60_000 }).toMatch(new RegExp(`or discard it\\..*${NAME}`));
  await killAllProcesses(app);

  const second = await launch({ dataFolder });
  await signedInAgain(second);
  const field = (page: Page): ReturnType<Page['getByLabel']> =>
    page.getByRole('dialog', { name: 'Add Candidate' }).getByLabel('Full Name');
  await expect(field(second.page)).toHaveValue(NAME);
  const secondEnded = ended(second);
  second.app.process().kill('SIGTERM');
  expect(await secondEnded).toBe(0);

  const third = await launch({ dataFolder });
  await signedInAgain(third);
  await expect(field(third.page)).toHaveValue(NAME);
  await third.app.evaluate(({ dialog }, response) => {
    Reflect.set(dialog, 'showMessageBox', () => Promise.resolve({ response, checkboxChecked: false }));
  }, DISCARD);
  const thirdEnded = ended(third);
  // Somebody has touched the page: only then it asks before it goes.
  await field(third.page).click();
  await third.app.evaluate(({ app: electron }) => electron.quit());
  expect(await thirdEnded).toBe(0);

  const fourth = await launch({ dataFolder });
  await signedInAgain(fourth);
  await expect.poll(() => drafts(fourth.page)).toBe(0);
  await expect(fourth.page.getByRole('dialog')).toHaveCount(0);
});

test('what was typed in one window just before another one locked is there after kill -9', async ({
  launch,
}) => {
  const first = await launch();
  const { app, page, dataFolder } = first;
  await signIn(page, DEMO_ACCOUNTS.HR);
  await openScreen(page, 'Candidate');
  const next = app.waitForEvent('window');
  await page.keyboard.press('Control+Shift+N');
  const other = await next;
  await expect(other.getByRole('button', { name: 'Add Candidate' })).toBeVisible();
  await page.getByRole('button', { name: 'Add Candidate' }).click();
  const field = (of: Page): ReturnType<Page['getByLabel']> =>
    of.getByRole('dialog', { name: 'Add Candidate' }).getByLabel('Full Name');
  await field(page).click();
  await page.evaluate(() => {
    window.bridgePort?.listen((message: object) => {
      // Of all that the page calls, only keeping has nothing to say.
      if ('result' in message && message.result === null) document.documentElement.dataset['kept'] = 'yes';
    });
  });
  await page.keyboard.type(NAME);
  await callDesk(other, 'session.lock', {});
  await expect(page.getByRole('heading', { name: 'Locked' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-kept', 'yes');
  await killAllProcesses(app);

  const second = await launch({ dataFolder });
  await signedInAgain(second);
  await expect(field(second.page)).toHaveValue(NAME);
});
