import { readFileSync } from 'node:fs';
import { seriousOn } from '../product/accessibility.ts';
import { signIn } from '../product/page-actions.ts';
import { DEMO_ACCOUNTS } from '../product/product.ts';
import { expect, test } from './product-test.ts';

test('About says what runs, and the diagnostic file is the text that was shown', async ({ openPc }) => {
  const { page } = await openPc();
  await signIn(page, DEMO_ACCOUNTS.HR);
  await page.getByRole('button', { name: /^Signed in as/ }).click();
  await page.getByRole('menuitem', { name: 'About' }).click();
  const about = page.getByRole('dialog', { name: 'About Employee Management System' });
  await expect(about).toContainText('GPL-2.0-or-later');
  expect(await seriousOn(page, 'all', ['[role="dialog"]'])).toEqual([]);
  await about.getByRole('button', { name: 'Diagnostic file…' }).click();
  const file = page.getByRole('dialog', { name: 'Diagnostic file' });
  await expect(file.getByRole('region')).toContainText('Candidates: ');
  expect(await seriousOn(page, 'all', ['[role="dialog"]'])).toEqual([]);
  const shown = await file.getByRole('region').innerText();
  expect(shown).not.toContain('@');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    file.getByRole('button', { name: 'Save…' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('diagnostics.txt');
  expect(readFileSync(await download.path(), 'utf8').trim()).toBe(shown.trim());
});
