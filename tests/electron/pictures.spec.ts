import { mergeTests } from '@playwright/test';
import { openScreen, signIn } from '../product/page-actions.ts';
import { test as withServer } from '../browser/product-test.ts';
import { showIn, takePicture } from '../product/pictures.ts';
import { DEMO_ACCOUNTS } from '../product/product.ts';
import { expect, test as withWindow } from './launch.ts';

const test = mergeTests(withWindow, withServer);

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the window as people see it, ${colorScheme}`, { tag: '@pictures' }, async ({ launch, server }) => {
    const { app, page } = await launch({ args: ['--server', server.origin] });
    const picture = (name: string): Promise<void> => takePicture(page, `electron-${name}-${colorScheme}`);
    await showIn(page, colorScheme);
    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setContentSize(1366, 768));
    await expect.poll(() => page.evaluate(() => [innerWidth, innerHeight])).toEqual([1366, 768]);
    await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
    await picture('sign-in');

    await signIn(page, DEMO_ACCOUNTS['Super Admin']);
    await expect(page.getByText('Total Candidates')).toBeVisible();
    await expect(page.getByRole('button', { name: /^Sync: Synced/ })).toBeVisible({ timeout: 30_000 });
    await expect(page.getByText(/^Logged in as/)).toBeHidden();
    await picture('dashboard');

    await openScreen(page, 'Candidate');
    await expect(page.getByRole('heading', { name: 'Candidates' })).toContainText('400');
    await expect(page.getByRole('button', { name: /^View / }).first()).toBeVisible();
    await picture('candidates');
    await page.getByRole('columnheader', { name: 'Full Name' }).click();
    await expect(page.getByRole('columnheader', { name: 'Full Name' })).toHaveAttribute(
      'aria-sort',
      'ascending',
    );
    await picture('candidates-sorted');

    await page.getByRole('button', { name: 'Add Candidate' }).click();
    const form = page.getByRole('dialog', { name: 'Add Candidate' });
    await expect(form.getByLabel('Full Name')).toBeFocused();
    await picture('candidate-add');
    await form.getByRole('button', { name: 'Save Employee' }).click();
    await expect(form.getByText('Full Name is required')).toBeVisible();
    await picture('candidate-add-refused');
    await page.keyboard.press('Escape');

    await page
      .getByRole('button', { name: /^View / })
      .first()
      .click();
    const view = page.getByRole('dialog', { name: 'View Candidate' });
    await expect(view.getByText('Basic Information').last()).toBeVisible();
    await picture('candidate-view');
    await page.keyboard.press('Escape');

    await server.stop('SIGKILL');
    await expect(page.getByRole('button', { name: /^Sync: Offline/ })).toBeVisible({ timeout: 30_000 });
    await page
      .getByRole('button', { name: /^Delete / })
      .first()
      .click();
    const question = page.getByRole('dialog', { name: 'Are you sure?' });
    await question.getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByRole('button', { name: /^Sync: Offline.*1 change waiting/ })).toBeVisible();
    await picture('offline');
    await page.getByRole('button', { name: /^Sync:/ }).click();
    await expect(page.getByRole('dialog', { name: 'Sync' })).toContainText('The server cannot be reached');
    await picture('sync-tray');
  });
}
