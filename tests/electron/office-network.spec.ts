import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ElectronApplication, Page } from '@playwright/test';
import { readJoinCode, writeJoinCode } from '#shared/protocol/joining.ts';
import { seriousOn } from '../product/accessibility.ts';
import { addCandidate, fillSignIn, openScreen, rowWith, signOut } from '../product/page-actions.ts';
import { takePicture } from '../product/pictures.ts';
import { SERVER_PROGRAM, run, start } from '../product/processes.ts';
import { freePort } from '../product/product.ts';
import { expect, test, type Desktop } from './launch.ts';
import { noteRelaunch } from './relaunch.ts';

/** A PC that began alone lets the office in, or moves its data to an office server: on the packaged application. */

const ADMIN = { name: 'Asha Rao', email: 'asha.rao@office.example', password: 'seven green parrots sing' };
const PERSON = { name: 'Meera Iyer', mobile: '98200 12345', email: 'meera@mail.test' };
/** Nobody else on this computer's network is to hear of it. */
const ENV = { ANNOUNCE: 'off' };
const SLOWLY = { timeout: 60_000 };

type Launch = (options?: { dataFolder?: string }) => Promise<Desktop>;

async function begin(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Use this PC alone' }).click();
  const form = page.getByRole('form', { name: 'First start on this computer' });
  await form.getByLabel('Name').fill(ADMIN.name);
  await form.getByLabel('Email').fill(ADMIN.email);
  await form.getByLabel('Password', { exact: true }).fill(ADMIN.password);
  await form.getByRole('button', { name: 'Create account' }).click();
  await page.waitForURL('**/dashboard');
  await synced(page);
}

const synced = (page: Page): Promise<void> =>
  expect(page.getByRole('button', { name: /^Sync: Synced/ })).toBeVisible(SLOWLY);

async function signInAgain(page: Page): Promise<void> {
  await fillSignIn(page, ADMIN.email, ADMIN.password);
  await page.waitForURL('**/dashboard');
  await synced(page);
}

async function addPerson(page: Page, person = PERSON): Promise<void> {
  await openScreen(page, 'Candidate');
  await addCandidate(page, person);
}

async function setCity(page: Page, city: string): Promise<void> {
  await page.getByRole('button', { name: `Edit ${PERSON.name}` }).click();
  const form = page.getByRole('dialog', { name: 'Edit Candidate' });
  await form.getByLabel('City').fill(city);
  await form.getByRole('button', { name: 'Update Employee' }).click();
  await expect(form).toBeHidden();
}

async function expectCity(page: Page, city: string): Promise<void> {
  await expect(async () => {
    await page.getByRole('button', { name: `View ${PERSON.name}` }).click();
    const view = page.getByRole('dialog', { name: 'View Candidate' });
    await expect(view).toContainText(city, { timeout: 3_000 });
  }).toPass(SLOWLY);
  await page.keyboard.press('Escape');
}

async function openNetworkDialog(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Signed in as/ }).click();
  await page.getByRole('menuitem', { name: 'Office network' }).click();
  await expect(page.getByRole('dialog', { name: 'Office network' })).toBeVisible();
}

/** In both themes, at the two widths of the office's PCs. */
async function picturesOf(page: Page, app: ElectronApplication, name: string): Promise<void> {
  for (const width of [1366, 1093]) {
    await app.evaluate(
      ({ BrowserWindow }, wide) => BrowserWindow.getAllWindows()[0]?.setContentSize(wide, 740),
      width,
    );
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await takePicture(page, `electron-${name}-${width}-${colorScheme}`);
    }
  }
  await page.emulateMedia({ colorScheme: 'light' });
}

const pidOf = (app: ElectronApplication, name: string): Promise<number> =>
  app.evaluate(
    ({ app: electron }, wanted) =>
      electron.getAppMetrics().find((metric) => metric.name === wanted)?.pid ?? 0,
    name,
  );

/** Takes the place of the system's boxes: this button is pressed, and the question is kept. */
async function answerBoxes(app: ElectronApplication, response: number, folder = ''): Promise<void> {
  await app.evaluate(
    ({ dialog }, { button, path }) => {
      Reflect.set(dialog, 'showOpenDialog', async () => ({ canceled: false, filePaths: [path] }));
      Reflect.set(dialog, 'showMessageBox', async (...asked: unknown[]) => {
        Reflect.set(globalThis, 'asked', Reflect.get(Object(asked.at(-1)), 'message'));
        return { response: button };
      });
    },
    { button: response, path: folder },
  );
}

const lastQuestion = (app: ElectronApplication): Promise<unknown> =>
  app.evaluate(() => Reflect.get(globalThis, 'asked') ?? null);

/** The code as this computer sees the PC that made it. */
const here = (text: string, port: number): string => {
  const code = readJoinCode(text);
  if (!code) throw new Error(`${text} is no join code`);
  return writeJoinCode({ ...code, addresses: [`https://127.0.0.1:${port}`] });
};

/** Joins from the welcome, or from below the sign-in; the application is then started again by hand. */
async function joinBy(
  { app, page, dataFolder }: Desktop,
  way: string,
  code: string,
  launch: Launch,
): Promise<Desktop> {
  const relaunched = await noteRelaunch(app);
  await page.getByRole('button', { name: way }).click();
  await page.getByLabel('Join code or address').fill(code);
  await page.getByRole('button', { name: 'Join', exact: true }).click();
  await relaunched();
  await app.close();
  return launch({ dataFolder });
}

test('it lets another PC in by a code, over HTTPS, stays open over a restart, and is closed again', async ({
  launch,
}) => {
  const begun: Launch = (options = {}) => launch({ ...options, demo: false, env: ENV });
  let first = await begun();
  const { dataFolder } = first;
  await begin(first.page);
  await addPerson(first.page);

  await openNetworkDialog(first.page);
  const dialog = first.page.getByRole('dialog', { name: 'Office network' });
  await expect(dialog.getByRole('button', { name: 'Open to the network' })).toBeVisible();
  expect(await seriousOn(first.page, 'wcag', ['[role=dialog]'])).toEqual([]);
  await picturesOf(first.page, first.app, 'network-closed');
  await dialog.getByRole('button', { name: 'Open to the network' }).dblclick();
  await expect(dialog.getByText('Known by the key')).toBeVisible(SLOWLY);
  await expect(dialog.getByText('None yet')).toBeVisible();
  expect(await seriousOn(first.page, 'wcag', ['[role=dialog]'])).toEqual([]);
  await picturesOf(first.page, first.app, 'network-open');
  const kept = JSON.parse(readFileSync(join(dataFolder, 'network.json'), 'utf8')) as {
    open: boolean;
    port: number;
  };
  expect(kept.open).toBe(true);

  await dialog.getByRole('button', { name: 'Make join code…' }).click();
  const codes = first.page.getByRole('dialog', { name: 'Join code' });
  await codes.getByRole('button', { name: 'Make join code' }).click();
  const code = here(await codes.getByRole('textbox', { name: 'Join code' }).inputValue(), kept.port);
  await codes.getByRole('button', { name: 'Close' }).last().click();
  await synced(first.page);

  await test.step('a desk and a server that end are there again, with each other', async () => {
    for (const name of ['Desk', 'Sync server']) {
      const before = await pidOf(first.app, name);
      process.kill(before, 'SIGKILL');
      await expect.poll(async () => ![0, before].includes(await pidOf(first.app, name)), SLOWLY).toBe(true);
      // Without a keychain that outlives it, the desk asks who it is.
      const login = first.page.getByRole('button', { name: 'Login' });
      await expect(first.page.getByRole('button', { name: /^Sync: Synced/ }).or(login)).toBeVisible(SLOWLY);
      if (await login.isVisible()) await signInAgain(first.page);
    }
  });
  await openScreen(first.page, 'Candidate');

  const second = await joinBy(await begun(), "Join our office's server", code, begun);
  await expect(second.page.getByText(`Server: 127.0.0.1:${kept.port}`)).toBeVisible();
  await signInAgain(second.page);
  await openScreen(second.page, 'Candidate');
  await expect(rowWith(second.page, PERSON.name)).toBeVisible();
  await setCity(second.page, 'Nagpur');
  await expectCity(first.page, 'Nagpur');
  // Another PC is not where this one is opened or closed.
  await second.page.getByRole('button', { name: /^Signed in as/ }).click();
  await expect(second.page.getByRole('menuitem', { name: 'Join code' })).toBeVisible();
  await expect(second.page.getByRole('menuitem', { name: 'Office network' })).toHaveCount(0);
  await second.page.keyboard.press('Escape');

  await test.step('whoever quits hears that others use it, and may stay', async () => {
    await answerBoxes(first.app, 0);
    await first.app.evaluate(({ app }) => app.quit());
    await expect.poll(() => lastQuestion(first.app)).toBe('1 other PC is using this PC’s data.');
    await expectCity(first.page, 'Nagpur');

    // What is begun after that is not the end that was called off.
    await first.page.getByRole('button', { name: 'Add Candidate' }).click();
    const form = first.page.getByRole('dialog', { name: 'Add Candidate' });
    await form.getByLabel('Full Name').fill('Half Typed');
    await first.app.evaluate(({ BrowserWindow, dialog }) => {
      Reflect.set(dialog, 'showMessageBox', () => {
        Reflect.set(globalThis, 'asked', 'a form');
        return new Promise((resolve) => Reflect.set(globalThis, 'answer', resolve));
      });
      BrowserWindow.getAllWindows()[0]?.webContents.reload();
    });
    await expect.poll(() => lastQuestion(first.app)).toBe('a form');
    const discard = first.app.evaluate(() =>
      Reflect.apply(Reflect.get(globalThis, 'answer'), undefined, [{ response: 1 }]),
    );
    await answerBoxes(first.app, 1);
    await discard;
    await expect(form).toBeHidden();
    await expectCity(first.page, 'Nagpur');
    await first.app.close();
  });
  await expect(second.page.getByRole('button', { name: /^Sync: Offline/ })).toBeVisible(SLOWLY);
  await setCity(second.page, 'Wardha');

  await test.step('started again it is open, and takes what was saved meanwhile', async () => {
    first = await begun({ dataFolder });
    await signInAgain(first.page);
    await synced(second.page);
    await openScreen(first.page, 'Candidate');
    await expectCity(first.page, 'Wardha');
  });

  await test.step('closed, it refuses the other and goes on', async () => {
    await openNetworkDialog(first.page);
    const again = first.page.getByRole('dialog', { name: 'Office network' });
    await expect(again.getByText('1 connected now, 1 signed in')).toBeVisible(SLOWLY);
    await again.getByRole('button', { name: 'Close to the network' }).click();
    const question = first.page.getByRole('dialog', { name: 'Close this PC to the network?' });
    await expect(question).toContainText("1 other PC uses this PC's data; 1 connected now.");
    await question.getByRole('button', { name: 'Close to the network' }).click();
    await expect(again.getByRole('button', { name: 'Open to the network' })).toBeVisible(SLOWLY);
    await again.getByRole('button', { name: 'Close' }).last().click();
    await expect(second.page.getByRole('button', { name: /^Sync: Offline/ })).toBeVisible(SLOWLY);
    await setCity(first.page, 'Pune');
    await synced(first.page);
    await expectCity(second.page, 'Wardha');
  });
});

test('where another program has its port it says so, goes on by itself, and is open again when told', async ({
  launch,
}) => {
  const alone = await launch({ demo: false, env: ENV });
  const { dataFolder } = alone;
  await begin(alone.page);
  await openNetworkDialog(alone.page);
  await alone.page.getByRole('button', { name: 'Open to the network' }).click();
  await expect(alone.page.getByText('Known by the key')).toBeVisible(SLOWLY);
  await alone.app.close();
  const kept = JSON.parse(readFileSync(join(dataFolder, 'network.json'), 'utf8')) as { port: number };
  const taker = createServer();
  await new Promise<void>((resolve) => taker.listen(kept.port, '0.0.0.0', resolve));

  const again = await launch({ dataFolder, demo: false, env: ENV });
  try {
    await signInAgain(again.page);
    const said = `Another program has its port, ${kept.port}.`;
    await expect(again.page.getByText(said)).toBeVisible(SLOWLY);
    await addPerson(again.page);
    await synced(again.page);
    await picturesOf(again.page, again.app, 'network-line');
    await again.page.getByRole('button', { name: 'Open office network' }).click();
    const dialog = again.page.getByRole('dialog', { name: 'Office network' });
    await expect(dialog.getByRole('alert')).toContainText(said);
    expect(await seriousOn(again.page, 'wcag', ['[role=dialog]'])).toEqual([]);
    await picturesOf(again.page, again.app, 'network-trouble');
    await dialog.getByRole('button', { name: 'Use another port' }).dblclick();
    await expect(dialog.getByText('Known by the key')).toBeVisible(SLOWLY);
    await expect(again.page.getByText(said)).toHaveCount(0);
    await synced(again.page);
  } finally {
    await new Promise((resolve) => taker.close(resolve));
  }
});

test('where its key is lost it says so and goes on by itself, until a new one is made', async ({
  launch,
}) => {
  const alone = await launch({ demo: false, env: ENV });
  const { dataFolder } = alone;
  await begin(alone.page);
  await openNetworkDialog(alone.page);
  const opened = alone.page.getByRole('dialog', { name: 'Office network' });
  await opened.getByRole('button', { name: 'Open to the network' }).click();
  const key = opened.locator('dt', { hasText: 'Known by the key' }).locator('+ dd');
  await expect(key).toBeVisible(SLOWLY);
  const old = await key.textContent();
  await alone.app.close();
  rmSync(join(dataFolder, 'server', 'tls', 'key.pem'));

  const { page, app } = await launch({ dataFolder, demo: false, env: ENV });
  await signInAgain(page);
  const said = /key\.pem is missing/;
  await expect(page.getByText(said)).toBeVisible(SLOWLY);
  await addPerson(page);
  await synced(page);
  const way = page.getByRole('button', { name: 'Open office network' });
  // Beside a long sentence too, its name stands whole.
  const cut = (all: Element[]): number[] =>
    all.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
  expect(Math.max(...(await way.locator('span').evaluateAll(cut)))).toBe(0);
  await way.click();
  const dialog = page.getByRole('dialog', { name: 'Office network' });
  await expect(dialog.getByRole('alert')).toContainText('make a new key under Office network');
  await expect(dialog.getByRole('button', { name: 'Use another port' })).toHaveCount(0);
  expect(await seriousOn(page, 'wcag', ['[role=dialog]'])).toEqual([]);
  await picturesOf(page, app, 'network-key-lost');
  await dialog.getByRole('button', { name: 'Make a new key…' }).click();
  const question = page.getByRole('dialog', { name: 'Make a new key?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toBeHidden();
  await dialog.getByRole('button', { name: 'Make a new key…' }).click();
  await question.getByRole('button', { name: 'Make a new key' }).dblclick();
  const renewed = dialog.locator('dt', { hasText: 'Known by the key' }).locator('+ dd');
  await expect(renewed).toBeVisible(SLOWLY);
  expect(await renewed.textContent()).not.toBe(old);
  await expect(page.getByText(said)).toHaveCount(0);
  await picturesOf(page, app, 'network-new-key');
  await synced(page);
});

test('its data moves to an office server, which it then joins with the same password', async ({ launch }) => {
  const begun: Launch = (options = {}) => launch({ ...options, demo: false, env: ENV });
  const stick = mkdtempSync(join(tmpdir(), 'placement-stick-'));
  const office = mkdtempSync(join(tmpdir(), 'placement-office-'));
  const alone = await begun();
  await begin(alone.page);
  // Its own key goes along with nothing: the office server has another.
  await openNetworkDialog(alone.page);
  const dialog = alone.page.getByRole('dialog', { name: 'Office network' });
  await dialog.getByRole('button', { name: 'Open to the network' }).click();
  await expect(dialog.getByText('Known by the key')).toBeVisible(SLOWLY);
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await addPerson(alone.page);

  await openNetworkDialog(alone.page);
  await answerBoxes(alone.app, 0, join(alone.dataFolder, 'server'));
  await dialog.getByRole('button', { name: 'Write the data out…' }).click();
  await expect(alone.page.getByText('is in the data folder of the application')).toBeVisible();
  await alone.page.keyboard.press('Escape');
  await answerBoxes(alone.app, 0, stick);
  // Its dialog is closed meanwhile: it goes on, and says where it is written.
  await alone.app.evaluate(({ dialog: boxes }) => {
    const choose = boxes.showOpenDialog.bind(boxes);
    Reflect.set(boxes, 'showOpenDialog', async () => {
      await new Promise<void>((resolve) => Reflect.set(globalThis, 'chooseFolder', resolve));
      return choose({});
    });
  });
  await dialog.getByRole('button', { name: 'Write the data out…' }).dblclick();
  await expect
    .poll(() => alone.app.evaluate(() => typeof Reflect.get(globalThis, 'chooseFolder')))
    .toBe('function');
  await alone.page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await alone.app.evaluate(() => (Reflect.get(globalThis, 'chooseFolder') as () => void)());
  await expect(alone.page.getByText('The data is written out', { exact: true })).toBeVisible(SLOWLY);
  await openNetworkDialog(alone.page);
  await expect(dialog.getByText('What is saved on this PC from now on stays on this PC.')).toBeVisible(
    SLOWLY,
  );
  expect(await seriousOn(alone.page, 'wcag', ['[role=dialog]'])).toEqual([]);
  await picturesOf(alone.page, alone.app, 'network-moved');
  const [moved = ''] = readdirSync(stick);
  expect(readdirSync(stick)).toHaveLength(1);
  const backup = readdirSync(join(stick, moved)).find((name) => name.startsWith('backup-')) ?? '';
  await expect(dialog.getByLabel('Command for the office server')).toHaveValue(
    `npm run server -- --restore /PLACE/${moved}/${backup} --data /var/lib/placement-desk`,
  );
  await dialog.getByRole('button', { name: 'Close' }).last().click();

  const port = await freePort();
  const settings = {
    SERVER_HOST: '0.0.0.0',
    TLS_OWN: 'on',
    ANNOUNCE: 'off',
    SERVER_PORT: String(port),
    PASSWORD_KEY: '',
    PASSWORD_KEY_FILE: join(office, 'key'),
  };
  const data = join(office, 'data');
  await run(SERVER_PROGRAM, ['--restore', join(stick, moved, backup), '--data', data], settings);
  expect(existsSync(join(office, 'key'))).toBe(true);
  const server = await start(SERVER_PROGRAM, ['--data', data], /Listening on (https:\S+)/, [], settings);
  try {
    const address = `https://127.0.0.1:${port}`;
    const said = await run(SERVER_PROGRAM, ['--data', data, '--join-code', '--address', address], settings);
    await signOut(alone.page);
    const code = /PD1-[\w-]+/.exec(said)?.[0] ?? '';
    const joined = await joinBy(alone, 'Join another server', code, begun);
    await expect(joined.page.getByText(`Server: 127.0.0.1:${port}`)).toBeVisible();
    await signInAgain(joined.page);
    await openScreen(joined.page, 'Candidate');
    await expect(rowWith(joined.page, PERSON.name)).toBeVisible();
    // Its own data stays, and answers nobody else any more.
    expect(existsSync(join(joined.dataFolder, 'server', 'server.db'))).toBe(true);
    expect(JSON.parse(readFileSync(join(joined.dataFolder, 'network.json'), 'utf8'))).toMatchObject({
      open: false,
    });
    await joined.app.close();
  } finally {
    await server.stop();
    for (const folder of [stick, office]) rmSync(folder, { recursive: true, force: true });
  }
});
