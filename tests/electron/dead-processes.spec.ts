import { spawn } from 'node:child_process';
import type { ElectronApplication, Page } from '@playwright/test';
import { openScreen, signIn } from '../product/page-actions.ts';
import { DEMO_ACCOUNTS } from '../product/product.ts';
import { expect, test, type Desktop } from './launch.ts';
import { readInWindow } from './page-calls.ts';
import { isRunning } from '../../scripts/running-process.ts';

/** Real processes of the packaged application are killed or stopped, and what the user had is there again. */

/** The id of one of the application's processes; 0 where there is none for now. */
const pidOf = (app: ElectronApplication, name: string): Promise<number> =>
  app.evaluate(
    ({ app: electron }, wanted) =>
      electron.getAppMetrics().find((metric) => metric.name === wanted)?.pid ?? 0,
    name,
  );

async function pidOfAnother(app: ElectronApplication, name: string, former: number): Promise<number> {
  let pid = 0;
  await expect
    .poll(
      async () => {
        pid = await pidOf(app, name);
        return pid !== 0 && pid !== former;
      },
      { timeout: 180_000 },
    )
    .toBe(true);
  return pid;
}

/** What the window shows. */
const shown = (app: ElectronApplication): Promise<string> => readInWindow(app, 'document.body.innerText');

const rendererPid = (app: ElectronApplication): Promise<number> =>
  app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.getOSProcessId() ?? 0);

async function killRenderer(app: ElectronApplication): Promise<void> {
  const pid = await rendererPid(app);
  expect(pid).toBeGreaterThan(0);
  process.kill(pid, 'SIGKILL');
  await expect.poll(() => isRunning(pid)).toBe(false);
}

/** Takes the place of the system's message box; the test gives the answer. */
async function catchQuestions(app: ElectronApplication): Promise<void> {
  await app.evaluate(({ dialog }) => {
    Reflect.set(dialog, 'showMessageBox', (_window: unknown, question: unknown) => {
      Reflect.set(globalThis, 'question', question);
      return new Promise((resolve) => Reflect.set(globalThis, 'answer', resolve));
    });
  });
}

const question = (app: ElectronApplication): Promise<unknown> =>
  app.evaluate(() => {
    const asked: unknown = Reflect.get(globalThis, 'question');
    if (typeof asked !== 'object' || asked === null) return null;
    return { message: Reflect.get(asked, 'message'), buttons: Reflect.get(asked, 'buttons') };
  });

async function answer(app: ElectronApplication, response: number): Promise<void> {
  await app.evaluate((_electron, button) => {
    Reflect.deleteProperty(globalThis, 'question');
    Reflect.apply(Reflect.get(globalThis, 'answer'), undefined, [
      { response: button, checkboxChecked: false },
    ]);
  }, response);
}

/**
 * Starts it and waits for its first page: that comes when the embedded server is there, whose first start makes the demo
 * data. On a busy machine this alone takes as long as a page may take to come back.
 */
async function opened(launch: () => Promise<Desktop>): Promise<Desktop> {
  const desktop = await launch();
  await expect(desktop.page.getByRole('button', { name: 'Login' })).toBeVisible({ timeout: 90_000 });
  return desktop;
}

async function beginCandidate({ page }: Desktop): Promise<ReturnType<Page['getByRole']>> {
  await signIn(page, DEMO_ACCOUNTS.HR);
  await openScreen(page, 'Candidate');
  await page.getByRole('button', { name: 'Add Candidate' }).click();
  const form = page.getByRole('dialog', { name: 'Add Candidate' });
  await form.getByLabel('Full Name').fill('Typed Before');
  await form.getByLabel('Mobile').fill('98200 54321');
  return form;
}

test('a killed window shows its page again, with the user still signed in', async ({ launch }) => {
  const { app, page } = await launch();
  await signIn(page, DEMO_ACCOUNTS.HR);
  await openScreen(page, 'Candidate');
  await expect(page.getByRole('heading', { name: 'Candidates' })).toContainText('400');
  await killRenderer(app);
  await expect.poll(() => shown(app)).toContain('Candidates');
  await expect.poll(() => shown(app)).toContain('Add Candidate');
});

test('a window that dies again and again asks, and comes back on the start page', async ({ launch }) => {
  const { app } = await opened(launch);
  await catchQuestions(app);
  for (let death = 0; death < 3; death += 1) {
    await killRenderer(app);
    await expect.poll(() => shown(app)).toContain('Login');
  }
  expect(await question(app)).toBeNull();
  await killRenderer(app);
  await expect
    .poll(() => question(app))
    .toEqual({
      message: 'This window has stopped working several times.',
      buttons: ['Open again', 'Quit'],
    });
  await answer(app, 0);
  await expect.poll(() => shown(app)).toContain('Login');
});

test('a second start brings back a window whose page is dead', async ({ launch, packaged }) => {
  const { app, dataFolder } = await opened(launch);
  // Nothing mends it by itself here, as where the system refused a new process for a moment.
  await app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.webContents.removeAllListeners('render-process-gone'),
  );
  await killRenderer(app);
  await expect
    .poll(() =>
      app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.isCrashed()),
    )
    .toBe(true);
  const second = spawn(packaged.executablePath, [...packaged.args, '--data', dataFolder], {
    env: packaged.env,
    stdio: 'ignore',
  });
  expect(await new Promise<number | null>((resolve) => second.once('exit', resolve))).toBe(0);
  await expect.poll(() => shown(app)).toContain('Login');
});

test('a window that hangs offers to wait or to load again', async ({ launch }) => {
  const { app } = await opened(launch);
  await catchQuestions(app);
  const pid = await rendererPid(app);
  // Chromium does not watch for a hang while a test runner is attached, so this word of its alone is said for it.
  const sayHung = (): Promise<unknown> =>
    app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.emit('unresponsive'));
  // It is said of a page, too, that was to be closed and was kept open.
  await sayHung();
  expect(await shown(app)).toContain('Login');
  expect(await question(app)).toBeNull();
  process.kill(pid, 'SIGSTOP');
  await sayHung();
  await expect
    .poll(() => question(app))
    .toEqual({ message: 'This window is not answering.', buttons: ['Wait', 'Load again', 'Close window'] });
  await answer(app, 1);
  await expect.poll(() => isRunning(pid)).toBe(false);
  await expect.poll(() => shown(app)).toContain('Login');
});

test('a killed desk is started again: what was typed stays, and is saved', async ({ launch }) => {
  // Without a keychain too: the user stays signed in for as long as the application runs.
  const desktop = await launch({ args: ['--password-store=basic'] });
  const { app, page } = desktop;
  const form = await beginCandidate(desktop);
  const former = await pidOf(app, 'Desk');
  process.kill(former, 'SIGKILL');
  await pidOfAnother(app, 'Desk', former);
  await expect(form.getByLabel('Full Name')).toHaveValue('Typed Before');
  await form.getByLabel('Email').fill('typed.before@mail.example.org');
  await expect(page.getByText('Reconnecting to the data service')).toHaveCount(0);
  await form.getByRole('button', { name: 'Save Employee' }).click();
  await expect(form).toBeHidden();
  await page.getByLabel('Search candidates').fill('Typed Before');
  await expect(page.getByRole('row').filter({ hasText: 'Typed Before' })).toHaveCount(1);
});

test('a save that the desk dies under says so and can be tried again, and nothing is there twice', async ({
  launch,
}) => {
  const desktop = await launch({ args: ['--password-store=basic'] });
  const { app, page } = desktop;
  const form = await beginCandidate(desktop);
  await form.getByLabel('Email').fill('typed.before@mail.example.org');
  const former = await pidOf(app, 'Desk');
  // It takes the call and never answers it.
  process.kill(former, 'SIGSTOP');
  await form.getByRole('button', { name: 'Save Employee' }).click();
  process.kill(former, 'SIGKILL');
  const popup = page.getByRole('dialog', { name: 'Error' });
  await expect(popup).toContainText('data service');
  await pidOfAnother(app, 'Desk', former);
  await expect(page.getByText('Reconnecting to the data service')).toHaveCount(0);
  await popup.getByRole('button', { name: 'Retry' }).click();
  // The new desk is opened first, as at a start.
  await expect(form).toBeHidden({ timeout: 60_000 });
  await page.getByLabel('Search candidates').fill('Typed Before');
  await expect(page.getByRole('row').filter({ hasText: 'Typed Before' })).toHaveCount(1);
});

test('an import that the desk dies under goes on by itself, and nothing is called failed', async ({
  launch,
}) => {
  const { app, page } = await launch({ args: ['--password-store=basic'] });
  await signIn(page, DEMO_ACCOUNTS.HR);
  await openScreen(page, 'Import');
  const rows = Array.from(
    { length: 6_000 },
    (_, at) => `Killed Row ${at},9${String(200_000_000 + at)},killed${at}@college.test`,
  );
  const buffer = Buffer.from(['Student Name,Ph. No.,Mail ID', ...rows].join('\n'));
  await page.getByLabel('File to import').setInputFiles({ name: 'leads.csv', mimeType: 'text/csv', buffer });
  await page.getByRole('button', { name: 'Next: columns' }).click();
  await page.getByRole('button', { name: 'Next: preview' }).click();
  await page.getByRole('button', { name: 'Next: import' }).click();
  await page.getByRole('button', { name: /^Import 6,000 new/ }).click();
  await expect(page.getByText(/^\d,\d+ of 6,000$/)).toBeVisible();
  const former = await pidOf(app, 'Desk');
  process.kill(former, 'SIGKILL');
  await pidOfAnother(app, 'Desk', former);
  await expect(page.getByText('Imported!')).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole('dialog', { name: 'Error' })).toHaveCount(0);
  await expect(page.getByRole('main')).toContainText('6,000');
  await openScreen(page, 'Candidate');
  await page.getByLabel('Search candidates').fill('Killed Row');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('6,000');
});

test('a desk that hangs is ended and started again, and the page goes on', async ({ launch }) => {
  const desktop = await launch({ args: ['--password-store=basic'] });
  const { app, page } = desktop;
  const form = await beginCandidate(desktop);
  const former = await pidOf(app, 'Desk');
  process.kill(former, 'SIGSTOP');
  await pidOfAnother(app, 'Desk', former);
  expect(isRunning(former)).toBe(false);
  await form.getByLabel('Email').fill('typed.before@mail.example.org');
  await expect(page.getByText('Reconnecting to the data service')).toHaveCount(0);
  await form.getByRole('button', { name: 'Save Employee' }).click();
  await expect(form).toBeHidden();
});

test('a killed embedded server is started again, and waiting changes reach it', async ({ launch }) => {
  const desktop = await launch();
  const { app, page } = desktop;
  const form = await beginCandidate(desktop);
  await form.getByLabel('Email').fill('typed.before@mail.example.org');
  const former = await pidOf(app, 'Sync server');
  process.kill(former, 'SIGKILL');
  await form.getByRole('button', { name: 'Save Employee' }).click();
  await expect(form).toBeHidden();
  await pidOfAnother(app, 'Sync server', former);
  await expect(page.getByRole('button', { name: /^Sync: Synced/ })).toBeVisible({ timeout: 60_000 });
});

test('an embedded server that hangs is ended and started again, and waiting changes reach it', async ({
  launch,
}) => {
  const desktop = await launch();
  const { app, page } = desktop;
  const form = await beginCandidate(desktop);
  await form.getByLabel('Email').fill('typed.before@mail.example.org');
  const former = await pidOf(app, 'Sync server');
  process.kill(former, 'SIGSTOP');
  await form.getByRole('button', { name: 'Save Employee' }).click();
  await expect(form).toBeHidden();
  await pidOfAnother(app, 'Sync server', former);
  expect(isRunning(former)).toBe(false);
  await expect(page.getByRole('button', { name: /^Sync: Synced/ })).toBeVisible({ timeout: 60_000 });
});
