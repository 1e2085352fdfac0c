import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ElectronApplication, Locator, Page } from '@playwright/test';
import { exportCsv, openScreen, signIn } from '../product/page-actions.ts';
import { DEMO_ACCOUNTS } from '../product/product.ts';
import { expect, test } from './launch.ts';

/** Takes the place of the system's dialog, which no test can press: the user answers with a path, or not at all. */
async function answerSaveDialog(app: ElectronApplication, filePath: string | null): Promise<void> {
  await app.evaluate(({ dialog }, path) => {
    Reflect.set(dialog, 'showSaveDialog', async (_window: unknown, options: unknown) => {
      Reflect.set(globalThis, 'asked', options);
      return { canceled: path === null, filePath: path ?? '' };
    });
  }, filePath);
}

const asked = (app: ElectronApplication): Promise<unknown> =>
  app.evaluate(() => {
    const options: unknown = Reflect.get(globalThis, 'asked') ?? null;
    Reflect.deleteProperty(globalThis, 'asked');
    return options;
  });

test('an export is saved where the user chooses, and nowhere where the user cancels', async ({ launch }) => {
  const { app, page } = await launch();
  const folder = mkdtempSync(join(tmpdir(), 'placement-export-'));
  try {
    await signIn(page, DEMO_ACCOUNTS.HR);
    await openScreen(page, 'Candidate');
    await expect(page.getByRole('heading', { name: 'Candidates' })).toContainText('400');

    await answerSaveDialog(app, null);
    await exportCsv(page);
    await expect
      .poll(() => asked(app))
      .toMatchObject({
        defaultPath: expect.stringMatching(/candidates\.csv$/),
        filters: [{ name: 'CSV', extensions: ['csv'] }, { extensions: ['*'] }],
        properties: expect.arrayContaining(['showOverwriteConfirmation']),
      });
    expect(readdirSync(folder)).toEqual([]);

    // A file of that name is replaced as a whole: the system's dialog has asked.
    const path = join(folder, 'मेरी सूची, 1.csv');
    writeFileSync(path, 'former '.repeat(100_000));
    await answerSaveDialog(app, path);
    await page.getByLabel('Search candidates').fill('DevOps');
    await expect(page.getByRole('heading', { name: 'Candidates' })).not.toContainText('400');
    const count = /\((\d+)\)/.exec(await page.getByRole('heading', { name: 'Candidates' }).innerText())?.[1];
    await exportCsv(page);
    const saved = page.getByRole('status').filter({ hasText: 'Saved मेरी सूची, 1.csv' });
    await expect(saved).toContainText(`${count} rows`);
    // The export that was cancelled has said nothing.
    await expect(page.getByText(/^Saved/)).toHaveCount(1);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    expect(readdirSync(folder)).toEqual(['मेरी सूची, 1.csv']);
    const bytes = readFileSync(path);
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const lines = bytes.toString('utf8').slice(1).split('\r\n');
    expect(lines[0]).toBe('Full Name,Mobile,Email,Tech,Interview Status,Handled By');
    expect(lines.length).toBe(Number(count) + 2);
    expect(lines.at(-1)).toBe('');

    await answerSaveDialog(app, join(folder, 'no such folder', 'x.csv'));
    await exportCsv(page);
    await expect(page.getByRole('dialog', { name: 'Error' })).toContainText(
      'The folder is not there any more. Choose another one.',
    );
    await answerSaveDialog(app, join(folder, 'second.csv'));
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByText('Saved second.csv')).toBeVisible();
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('a list and a person are saved as PDF, dark screens too, and nothing where the user cancels', async ({
  launch,
}) => {
  const { app, page } = await launch();
  const folder = mkdtempSync(join(tmpdir(), 'placement-pdf-'));
  const saveAsPdf = async (of: Page | Locator): Promise<void> => {
    await of.getByRole('button', { name: 'Print', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Save as PDF' }).click();
  };
  try {
    await page.emulateMedia({ colorScheme: 'dark' });
    await signIn(page, DEMO_ACCOUNTS.HR);
    await openScreen(page, 'Candidate');
    await page.getByLabel('Search candidates').fill('DevOps');
    await expect(page.getByRole('heading', { name: 'Candidates' })).not.toContainText('400');

    await answerSaveDialog(app, null);
    await saveAsPdf(page);
    await expect
      .poll(() => asked(app))
      .toMatchObject({
        defaultPath: expect.stringMatching(/Candidates\.pdf$/),
        filters: [{ name: 'PDF', extensions: ['pdf'] }, { extensions: ['*'] }],
      });
    // The screen is as it was, and offers it again.
    await expect(page.locator('[data-printed]')).toHaveCount(0);
    expect(readdirSync(folder)).toEqual([]);

    const list = join(folder, 'list.pdf');
    await answerSaveDialog(app, list);
    await saveAsPdf(page);
    await expect(page.getByRole('status').filter({ hasText: 'Saved list.pdf' })).toBeVisible();
    expect(readFileSync(list).subarray(0, 5).toString()).toBe('%PDF-');

    await page
      .getByRole('button', { name: /^View / })
      .first()
      .click();
    const person = page.getByRole('dialog', { name: /^View Candidate/ });
    await expect(person).toBeVisible();
    await answerSaveDialog(app, join(folder, 'person.pdf'));
    await saveAsPdf(person);
    await expect(page.getByRole('status').filter({ hasText: 'Saved person.pdf' })).toBeVisible();

    await answerSaveDialog(app, join(folder, 'no such folder', 'x.pdf'));
    await saveAsPdf(person);
    await expect(page.getByRole('dialog', { name: 'Error' })).toContainText('“x.pdf” could not be written.');
    expect(readdirSync(folder).toSorted()).toEqual(['list.pdf', 'person.pdf']);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
