import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ElectronApplication, Page } from '@playwright/test';
import { openScreen, signIn } from '../product/page-actions.ts';
import { twoColours } from '../product/picture-file.ts';
import { takePicture } from '../product/pictures.ts';
import { DEMO_ACCOUNTS } from '../product/product.ts';
import { expect, test as base } from './launch.ts';

/** What comes into the window from other programs: dragged as the system drags it, or by the clipboard. */

const test = base.extend<{ folder: string }>({
  folder: async ({ browserName }, provide) => {
    const folder = mkdtempSync(join(tmpdir(), `placement-dropped-${browserName}-`));
    await provide(folder);
    rmSync(folder, { recursive: true, force: true });
  },
});

interface Dragged {
  files?: string[];
  items?: { mimeType: string; data: string }[];
}

/** Drags something from outside over the window and lets it go there, past the page: by Chromium's own drag and drop. */
async function drop(page: Page, at: { x: number; y: number }, { files, items = [] }: Dragged): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const data = { items, dragOperationsMask: 19, ...(files ? { files } : {}) };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', { type, ...at, data });
  await session.detach();
}

async function placeOf(page: Page, name: string): Promise<{ x: number; y: number }> {
  const box = await page.getByRole('textbox', { name }).boundingBox();
  if (!box) throw new Error(`${name} is not shown.`);
  return { x: box.x + 40, y: box.y + 20 };
}

const copy = (app: ElectronApplication, text: string): Promise<void> =>
  app.evaluate(({ clipboard }, given) => clipboard.writeText(given), text);

test('files and links that are dropped on the window open nothing and take nothing away', async ({
  launch,
  folder,
}) => {
  const { app, page } = await launch();
  const file = join(folder, 'page.html');
  writeFileSync(file, '<script>document.title = "taken over"</script>');
  await app.evaluate(({ shell }) => {
    Reflect.set(globalThis, 'opened', 0);
    Reflect.set(shell, 'openExternal', () => Reflect.set(globalThis, 'opened', 1));
  });
  const dragged: Dragged[] = [
    { files: [file] },
    { items: [{ mimeType: 'text/uri-list', data: 'https://elsewhere.example/' }] },
    { items: [{ mimeType: 'text/uri-list', data: 'app://desk/changes' }] },
    { items: [{ mimeType: 'text/html', data: '<img src=x onerror="document.title=1">' }] },
  ];
  for (const each of dragged) await drop(page, { x: 400, y: 300 }, each);
  await signIn(page, DEMO_ACCOUNTS.HR);
  await openScreen(page, 'Candidate');
  await page.getByRole('button', { name: 'Add Candidate' }).click();
  const form = page.getByRole('dialog', { name: 'Add Candidate' });
  await form.getByLabel('Full Name').fill('Half Typed');
  for (const each of dragged) {
    await drop(page, { x: 20, y: 20 }, each);
    await drop(page, { x: 640, y: 70 }, each);
  }
  await drop(page, await placeOf(page, 'Full Name'), { files: [file] });
  await expect(form.getByLabel('Full Name')).toHaveValue('Half Typed');
  expect(page.url()).toBe('app://desk/candidate');
  await expect(page).toHaveTitle(/^Candidate/);
  expect(await app.evaluate(() => Reflect.get(globalThis, 'opened') as number)).toBe(0);
  expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
});

test('of files that are dropped into an article the pictures come in, and it stays said that others did not', async ({
  launch,
  folder,
}) => {
  const { page } = await launch();
  await signIn(page, DEMO_ACCOUNTS.Admin);
  await openScreen(page, 'Add Blogs');
  await page.getByRole('button', { name: 'Add Blog' }).click();
  const form = page.getByRole('dialog', { name: 'Add Blog' });
  await form.getByRole('textbox', { name: 'Content' }).click();
  await page.keyboard.type('Our doors');
  const pictures = await Promise.all(
    ['red', 'green', 'navy'].map(async (colour) => {
      const path = join(folder, `${colour}.png`);
      writeFileSync(path, (await twoColours(page, colour, 'white')).buffer);
      return path;
    }),
  );
  const notes = join(folder, 'notes.txt');
  writeFileSync(notes, 'no picture');
  const [red = '', ...others] = pictures;
  await drop(page, await placeOf(page, 'Content'), { files: [red, notes, ...others] });
  await expect(form.locator('figure img[src]')).toHaveCount(3);
  const said = form.getByText('This is not a JPEG, PNG or WebP picture. Choose one of these.');
  await expect(said).toBeInViewport();
  await takePicture(page, 'electron-dropped-files');
  await drop(page, await placeOf(page, 'Content'), { files: [red] });
  await expect(form.locator('figure img[src]')).toHaveCount(4);
  await expect(said).toHaveCount(0);
});

test('what is pasted and too long is refused in a sentence, not cut and saved', async ({ launch }) => {
  const { app, page } = await launch();
  await signIn(page, DEMO_ACCOUNTS.HR);
  await openScreen(page, 'Data Links');
  await page.getByRole('button', { name: 'Add Link' }).click();
  const form = page.getByRole('dialog', { name: 'Add Link' });
  await copy(app, `https://elsewhere.example/?key=${'k'.repeat(2_100)}`);
  await form.getByLabel('Link', { exact: true }).click();
  await page.keyboard.press('Control+v');
  await form.getByLabel('Purpose').fill('Too long');
  await page.keyboard.press('Control+s');
  await expect(form.getByText('Link may have 2,000 characters at most')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(form).toBeHidden();

  await openScreen(page, 'Inquiry Follow Up');
  await page
    .getByRole('button', { name: /^Log call / })
    .first()
    .click();
  const call = page.getByRole('dialog', { name: 'Log call' });
  await call.getByRole('radio', { name: 'Busy', exact: true }).click();
  await copy(app, 'megabytes '.repeat(500_000));
  await call.getByRole('textbox', { name: 'Note', exact: true }).click();
  await page.keyboard.press('Control+v');
  await page.keyboard.press('Control+s');
  await expect(call.getByText('Note may have 20,000 characters at most')).toBeVisible();
  await expect(page.getByText(/^Call logged/)).toHaveCount(0);
});
