import { spawnSync } from 'node:child_process';
import { appendFileSync, chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { mergeTests, type ElectronApplication, type Page } from '@playwright/test';
import { packableCopyOfProject } from '../../scripts/project-copy.ts';
import { mustRun } from '../../scripts/run-command.ts';
import { test as withServer, type OfficeServer } from '../browser/product-test.ts';
import { addCandidate, openScreen, signIn } from '../product/page-actions.ts';
import { takePicture } from '../product/pictures.ts';
import { PASSWORD_KEY, SERVER_PROGRAM } from '../product/processes.ts';
import { DEMO_ACCOUNTS } from '../product/product.ts';
import { IMAGE, newReleaseKey, writeRelease } from '../product/releases.ts';
import { expect, test as withWindow, type Desktop } from './launch.ts';
import { callDesk } from './page-calls.ts';

/**
 * Decision 42, in the packaged window up to the start of the new file: an application with a key built in, as whoever gives
 * it out makes it, installed as an AppImage. The file of a release is a script that notes how it was started.
 */

const key = newReleaseKey();

interface Installed {
  /** Its executable. */
  updatable: string;
}

const test = mergeTests(withWindow, withServer).extend<object, Installed>({
  updatable: [
    async ({}, provide) => {
      const copy = await packableCopyOfProject();
      try {
        const file = join(copy.folder, 'shared/node/update-key.ts');
        const source = readFileSync(file, 'utf8');
        const withKey = source.replace(/= null;$/m, `= '${key.publicKey}';`);
        expect(withKey).not.toBe(source);
        writeFileSync(file, withKey);
        const packaged = await mustRun(process.execPath, ['scripts/package.ts', '--test'], {
          cwd: copy.folder,
        });
        await provide(packaged.stdout.trim().split('\n').at(-1) ?? '');
      } finally {
        copy.remove();
      }
    },
    { scope: 'worker', timeout: 300_000 },
  ],
});

/** A PC on which the application is installed as an AppImage, signed in at the office's server. */
interface Pc extends Desktop {
  /** The installed file. */
  image: string;
  /** How the new file was started: a line for each time. */
  starts: () => string[];
}

/** What an installed file is, and what a release brings: it says that it was started, and for what. */
const program = (noting: string, version: string): Buffer<ArrayBuffer> =>
  Buffer.from(
    `#!/bin/sh\n[ -n "$APPIMAGE_EXIT_AFTER_INSTALL" ] && for='installed alone' || for='to be used'\necho "${version} $for" >> '${noting}'\n`,
  );

async function openPc(
  launch: (options: object) => Promise<Desktop>,
  updatable: string,
  server: OfficeServer,
): Promise<Pc> {
  const image = join(server.data, 'installed.AppImage');
  const noting = join(server.data, 'starts');
  writeFileSync(image, program(noting, 'old'));
  chmodSync(image, 0o755);
  const desktop = await launch({
    executablePath: updatable,
    demo: false,
    args: ['--server', server.origin],
    env: { APPIMAGE: image, XDG_CACHE_HOME: join(server.data, 'cache') },
  });
  await signIn(desktop.page, DEMO_ACCOUNTS.HR);
  const starts = (): string[] =>
    existsSync(noting) ? readFileSync(noting, 'utf8').trimEnd().split('\n') : [];
  return { ...desktop, image, starts };
}

/** Published for all PCs. @returns what the release's file holds */
function publish(server: OfficeServer, version: string): Buffer<ArrayBuffer> {
  const folder = join(server.data, `release-${version}`);
  const bytes = program(join(server.data, 'starts'), version);
  writeRelease(folder, key, version, { bytes });
  const said = spawnSync(
    process.execPath,
    [SERVER_PROGRAM, '--data', server.data, '--publish', folder, '--pilots', '0'],
    { env: { ...process.env, PASSWORD_KEY, UPDATE_KEY: key.publicKey }, encoding: 'utf8' },
  );
  expect(said.stdout).toContain(`Version ${version} is published`);
  return bytes;
}

/** It looks by itself half a minute after its start; here it is asked to at once. */
const look = async (page: Page): Promise<unknown> =>
  Reflect.get(Object(await callDesk(page, 'updates.look', {})), 'result');

const quit = (app: ElectronApplication): Promise<void> =>
  app.evaluate(({ app: electron }) => electron.quit());
const endOf = (app: ElectronApplication): Promise<number | null> =>
  new Promise((resolve) => app.process().once('exit', resolve));

test.beforeEach(async ({ server }) => {
  await server.stop();
  await server.start({ UPDATE_KEY: key.publicKey });
});

test('by choice: an open form is asked about first, then the new file takes the place of the old one and starts', async ({
  launch,
  updatable,
  server,
}) => {
  const pc = await openPc(launch, updatable, server);
  const { app, page, dataFolder, image, starts } = pc;
  const bytes = publish(server, '9.1.0');
  expect(await look(page)).toEqual({ state: 'ready', version: '9.1.0' });
  await openScreen(page, 'Candidate');
  await page.getByRole('button', { name: 'Add Candidate' }).click();
  const form = page.getByRole('dialog', { name: 'Add Candidate' });
  await form.getByLabel('Full Name').fill('Half Typed');
  await app.evaluate(({ dialog }) => {
    Reflect.set(dialog, 'showMessageBox', (_window: unknown, question: { detail: string }) => {
      Reflect.set(globalThis, 'asked', question.detail);
      // Keep editing.
      return Promise.resolve({ response: 0, checkboxChecked: false });
    });
  });
  expect(await callDesk(page, 'updates.restart', {})).toMatchObject({ result: null });
  await expect
    .poll(() => app.evaluate(() => Reflect.get(globalThis, 'asked')))
    .toBe('What you changed in this form has not been saved.');
  await expect(form.getByLabel('Full Name')).toHaveValue('Half Typed');
  expect([starts(), readFileSync(image).equals(bytes)]).toEqual([[], false]);

  // What was saved meanwhile and has not reached the server waits where it was.
  await form.getByLabel('Full Name').fill('');
  await form.getByRole('button', { name: 'Cancel' }).click();
  await server.stop();
  await addCandidate(page, { name: 'Saved Before', mobile: '98450 11223', email: 'saved@before.example' });
  await page.getByRole('button', { name: /^Signed in as:/ }).click();
  await takePicture(page, 'restart-to-update');
  const ended = endOf(app);
  await page.getByRole('menuitem', { name: 'Restart to update' }).click();
  expect(await ended).toBe(0);
  await expect.poll(starts).toEqual(['9.1.0 to be used']);
  expect(readFileSync(image).equals(bytes)).toBe(true);
  const installing = join(dataFolder, 'desk', 'updates', 'installing.json');
  expect(JSON.parse(readFileSync(installing, 'utf8'))).toMatchObject({ to: '9.1.0', starts: 0 });

  // The old one once more, as where the new one did not come: what waited is sent, and the server is told that it failed.
  await server.start({ UPDATE_KEY: key.publicKey });
  const again = await launch({
    executablePath: updatable,
    dataFolder,
    demo: false,
    env: { APPIMAGE: image },
  });
  await signIn(again.page, DEMO_ACCOUNTS.HR);
  await openScreen(again.page, 'Candidate');
  await expect(again.page.getByRole('row').filter({ hasText: 'Saved Before' })).toBeVisible();
  await look(again.page);
  expect(existsSync(installing)).toBe(false);
});

test('at quitting: it is installed, and not started', async ({ launch, updatable, server }) => {
  const { app, page, image, starts } = await openPc(launch, updatable, server);
  const bytes = publish(server, '9.1.0');
  expect(await look(page)).toEqual({ state: 'ready', version: '9.1.0' });
  const ended = endOf(app);
  await quit(app);
  expect(await ended).toBe(0);
  expect([starts(), readFileSync(image).equals(bytes)]).toEqual([['9.1.0 installed alone'], true]);
  expect(existsSync(join(server.data, '.placement-desk-update'))).toBe(false);
});

test('where the new file cannot be laid beside the old one, that one stays, and starts again', async ({
  launch,
  updatable,
  server,
}) => {
  const { app, page, image, starts } = await openPc(launch, updatable, server);
  const old = readFileSync(image);
  publish(server, '9.1.0');
  expect(await look(page)).toEqual({ state: 'ready', version: '9.1.0' });
  // As where the disk is full, on which the installed file lies.
  writeFileSync(join(server.data, '.placement-desk-update'), '');
  const asked = join(server.data, 'asked');
  await app.evaluate(({ dialog }, file) => {
    Reflect.set(dialog, 'showMessageBox', (box: { message: string; detail: string }) => {
      process.getBuiltinModule('node:fs').writeFileSync(file, `${box.message} ${box.detail}`);
      return Promise.resolve({ response: 0, checkboxChecked: false });
    });
  }, asked);
  const ended = endOf(app);
  await callDesk(page, 'updates.restart', {}).catch(() => null);
  expect(await ended).toBe(0);
  expect(readFileSync(asked, 'utf8')).toMatch(
    /^The new version could not be installed\. It could not be written to .+\. The application starts again as it was\.$/,
  );
  await expect.poll(starts).toEqual(['old to be used']);
  expect(readFileSync(image).equals(old)).toBe(true);
});

test('a forged manifest, a changed file and an older version are not installed', async ({
  launch,
  updatable,
  server,
}) => {
  const { app, page, image, starts } = await openPc(launch, updatable, server);
  const old = readFileSync(image);
  publish(server, '0.0.2');
  expect(await look(page)).toEqual({ state: 'none' });

  // Whoever has the server has its folder.
  publish(server, '9.1.0');
  const stored = (name: string): string => join(server.data, 'updates', '9.1.0', name);
  const manifest = readFileSync(stored('manifest.json'));
  appendFileSync(stored('manifest.json'), ' ');
  expect(await look(page)).toEqual({ state: 'none' });
  writeFileSync(stored('manifest.json'), manifest);
  const bytes = readFileSync(stored(IMAGE));
  writeFileSync(
    stored(IMAGE),
    Buffer.concat([Buffer.from('#!/bin/evil'), bytes.subarray('#!/bin/evil'.length)]),
  );
  expect(await look(page)).toEqual({ state: 'none' });

  // Changed on the PC, after it was fetched and checked.
  publish(server, '9.2.0');
  expect(await look(page)).toEqual({ state: 'ready', version: '9.2.0' });
  const cache = join(server.data, 'cache');
  const copies = readdirSync(cache, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith(IMAGE),
  );
  expect(copies).toHaveLength(1);
  for (const copy of copies) appendFileSync(join(cache, copy), 'echo evil\n');
  const ended = endOf(app);
  await quit(app);
  expect(await ended).toBe(0);
  expect([starts(), readFileSync(image).equals(old)]).toEqual([[], true]);
});
