import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium, type ElectronApplication, type Page } from '@playwright/test';
import { textsOnDisk } from '../../electron/desk/testing/folder-contents.ts';
import { browserLaunchOptions } from '../../scripts/browser-for-tests.ts';
import { openScreen, signIn } from '../product/page-actions.ts';
import { takePicture } from '../product/pictures.ts';
import { DEMO_ACCOUNTS } from '../product/product.ts';
import { expect, test } from './launch.ts';

/** Section 10.14 in the packaged window: a copy is a file where the user wants it, and who is erased is in no file. */

const NAME = 'Zubeida <b>Quraishi</b>';
const TRACES = ['Zubeida', 'Quraishi', '98450 77123', '9845077123', 'zubeida@sample.test'];

/** Takes the place of the system's dialog, which no test can press: the user answers with a path. */
const answerSaveDialog = (app: ElectronApplication, filePath: string): Promise<void> =>
  app.evaluate(({ dialog }, path) => {
    Reflect.set(dialog, 'showSaveDialog', async (_window: unknown, options: { defaultPath?: string }) => {
      Reflect.set(globalThis, 'asked', options.defaultPath);
      return { canceled: false, filePath: path };
    });
  }, filePath);

const asked = (app: ElectronApplication): Promise<unknown> =>
  app.evaluate(() => Reflect.get(globalThis, 'asked') as unknown);

/** Adds her and opens the view of her. */
async function openHer(page: Page): Promise<void> {
  await signIn(page, DEMO_ACCOUNTS['Super Admin']);
  await openScreen(page, 'Candidate');
  await page.getByRole('button', { name: 'Add Candidate' }).click();
  const form = page.getByRole('dialog', { name: 'Add Candidate' });
  await form.getByLabel('Full Name').fill(NAME);
  await form.getByLabel('Mobile', { exact: true }).fill('98450 77123');
  await form.getByLabel('Email', { exact: true }).fill('zubeida@sample.test');
  await page.keyboard.press('Control+s');
  await expect(form).toBeHidden();
  // The address of the window says whom she was looked for by.
  await page.getByLabel('Search candidates').fill('Zubeida');
  await expect(page).toHaveURL(/search=Zubeida/);
  await page.getByRole('button', { name: `View ${NAME}` }).click();
}

const choose = async (page: Page, item: string): Promise<void> => {
  await page.getByRole('button', { name: 'Give a copy' }).click();
  await page.getByRole('menuitem', { name: item }).click();
};

/** As a person opens it, in a browser: her name is a text, and nothing is run or fetched. */
async function opens(path: string): Promise<void> {
  const browser = await chromium.launch(browserLaunchOptions());
  try {
    const reader = await browser.newPage();
    const fetched: string[] = [];
    reader.on('request', (request) => fetched.push(request.url()));
    await reader.goto(pathToFileURL(path).href);
    await expect(reader.getByText(NAME).first()).toBeVisible();
    expect(await reader.locator('script, iframe, b').count()).toBe(0);
    expect(fetched).toEqual([pathToFileURL(path).href]);
  } finally {
    await browser.close();
  }
}

test('a copy is saved where the user chooses and runs nothing; who is erased is in no file any more', async ({
  launch,
}) => {
  const { app, page, dataFolder } = await launch();
  const folder = mkdtempSync(join(tmpdir(), 'placement-copy-'));
  try {
    await openHer(page);
    // The server gives the copy: it has to have her.
    await expect(page.getByText(/^Synced/).first()).toBeVisible();

    await test.step('a page to read, and all of it as JSON', async () => {
      for (const [item, name] of [
        ['Page to read (HTML)', 'copy.html'],
        ['With the files (JSON)', 'copy.json'],
      ] as const) {
        await answerSaveDialog(app, join(folder, name));
        await choose(page, item);
        await expect.poll(() => readdirSync(folder)).toContain(name);
        expect(await asked(app)).toMatch(new RegExp(`\\.${name.split('.')[1]}$`));
      }
      expect(readFileSync(join(folder, 'copy.json'), 'utf8')).toContain('98450 77123');
      const path = join(folder, 'copy.html');
      const html = readFileSync(path, 'utf8');
      expect(html).toContain('98450 77123');
      expect(html).not.toMatch(/<script|<b>Quraishi|\son\w+=|javascript:/i);
      expect(html).toContain("default-src 'none'");
      await opens(path);
    });

    await test.step('erased by the typed name and a reason', async () => {
      expect(textsOnDisk(dataFolder, TRACES)).not.toEqual([]);
      await choose(page, 'Erase…');
      const dialog = page.getByRole('dialog', { name: `Erase ${NAME}` });
      await dialog.getByLabel('Reason').fill('Asked for it by letter');
      await dialog.getByLabel('Name').fill(NAME);
      await takePicture(page, 'electron-erase');
      await dialog.getByRole('button', { name: 'Erase for ever' }).click();
      await expect(page.getByText('This person was erased.').first()).toBeVisible();
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await expect(page.getByRole('button', { name: `View ${NAME}` })).toHaveCount(0);
      // In the folder are the desk and the server; the browser's own files too.
      await expect(() => expect(textsOnDisk(dataFolder, TRACES)).toEqual([])).toPass();
    });

    await test.step('nor is she in what the application keeps as it ends', async () => {
      await expect(page).toHaveURL(/search=Zubeida/);
      await app.evaluate(({ app: it }) => it.quit()).catch(() => undefined);
      await app.waitForEvent('close');
      expect(textsOnDisk(dataFolder, TRACES)).toEqual([]);
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
});
