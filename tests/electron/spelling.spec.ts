import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ElectronApplication, Locator } from '@playwright/test';
import { openScreen, signIn } from '../product/page-actions.ts';
import { DEMO_ACCOUNTS } from '../product/product.ts';
import { expect, test } from './launch.ts';

// On macOS the system looks at spelling, in the languages that are set there.
test.skip(process.platform === 'darwin', 'the dictionaries are those of macOS');

interface Looked {
  word: string;
  suggestions: string[];
  menu: string[];
}

/** From here on right clicks are noted, and their menus are not shown. */
const noteClicks = (app: ElectronApplication): Promise<void> =>
  app.evaluate(({ BrowserWindow, Menu }) => {
    Menu.prototype.popup = function note() {
      Reflect.set(globalThis, 'shownMenu', this);
    };
    BrowserWindow.getAllWindows()[0]?.webContents.on('context-menu', (_event, click) => {
      Reflect.set(globalThis, 'looked', {
        word: click.misspelledWord,
        suggestions: click.dictionarySuggestions,
      });
    });
  });

/** What a right click at the beginning of a field finds there. */
async function look(app: ElectronApplication, field: Locator): Promise<Looked> {
  await app.evaluate(() => Reflect.deleteProperty(globalThis, 'looked'));
  await field.click({ button: 'right', position: { x: 30, y: 16 } });
  await expect.poll(() => app.evaluate(() => Reflect.has(globalThis, 'looked'))).toBe(true);
  return app.evaluate(() => {
    const looked = Reflect.get(globalThis, 'looked') as Omit<Looked, 'menu'>;
    const menu = Reflect.get(globalThis, 'shownMenu') as Electron.Menu | undefined;
    return { ...looked, menu: menu?.items.map(({ label }) => label) ?? [] };
  });
}

const choose = (app: ElectronApplication, label: string): Promise<void> =>
  app.evaluate(({ BrowserWindow }, wanted) => {
    const menu = Reflect.get(globalThis, 'shownMenu') as Electron.Menu | undefined;
    const [window] = BrowserWindow.getAllWindows();
    menu?.items.find((item) => item.label === wanted)?.click({}, window, window?.webContents);
  }, label);

async function type(field: Locator, text: string): Promise<void> {
  await field.fill('');
  await field.pressSequentially(`${text} `);
}

test('spelling is looked at in English and Hindi where prose is written, from what ships, and takes words', async ({
  launch,
}) => {
  const { app, page, dataFolder } = await launch();
  await signIn(page, DEMO_ACCOUNTS.HR);
  await openScreen(page, 'Candidate');
  await page.getByRole('button', { name: 'Add Candidate' }).click();
  const form = page.getByRole('dialog', { name: 'Add Candidate' });
  const notes = form.getByLabel('Notes', { exact: true });
  await noteClicks(app);

  await type(notes, 'recieved');
  await expect.poll(async () => (await look(app, notes)).word).toBe('recieved');
  const { suggestions, menu } = await look(app, notes);
  expect(suggestions).toContain('received');
  expect(menu).toContain('Add to dictionary');
  await choose(app, 'received');
  await expect(notes).toHaveValue('received ');

  await type(notes, 'विद्ययालय');
  await expect.poll(async () => (await look(app, notes)).word).toBe('विद्ययालय');
  for (const right of ['विद्यालय', 'crore', 'enrolment', 'colour']) {
    await type(notes, right);
    expect((await look(app, notes)).word).toBe('');
  }

  await type(notes, 'Qwertunvlx');
  await expect.poll(async () => (await look(app, notes)).word).toBe('Qwertunvlx');
  await choose(app, 'Add to dictionary');
  await expect.poll(async () => (await look(app, notes)).word).toBe('');

  // Names are in no dictionary.
  const name = form.getByLabel('Full Name');
  await type(name, 'recieved');
  expect((await look(app, name)).word).toBe('');
  expect(readdirSync(join(dataFolder, 'Dictionaries')).sort()).toEqual(['en-GB-10-1.bdic', 'hi-IN-3-0.bdic']);
});
