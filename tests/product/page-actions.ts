import { expect, type Locator, type Page } from '@playwright/test';
import { DEMO_PASSWORD } from './product.ts';

/** What users do on the pages, the same in a browser and in the window. */

export async function fillSignIn(page: Page, email: string, password = DEMO_PASSWORD): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
}

/**
 * Signs in and waits for the dashboard and for everything that the user may see, so that no list fills by itself any
 * more; without a server, for the word that there is none.
 */
export async function signIn(page: Page, email: string, password = DEMO_PASSWORD): Promise<void> {
  await fillSignIn(page, email, password);
  await page.waitForURL('**/dashboard');
  await expect(page.getByRole('button', { name: /^Sync: (Synced|Offline)/ })).toBeVisible({
    timeout: 45_000,
  });
}

/** Gives the window this size, and waits until the page is drawn for it: what React does about a width follows the frame that tells. */
export async function resizeTo(page: Page, size: { width: number; height: number }): Promise<void> {
  await page.setViewportSize(size);
  await page.evaluate(async () => {
    const frame = (): Promise<unknown> => new Promise((resolve) => requestAnimationFrame(resolve));
    for (let frames = 0; frames < 3; frames += 1) await frame();
    await new Promise((resolve) => setTimeout(resolve));
  });
}

/** Opens a screen from the menu, and waits for it or the view that it opens first: the one before stays until then. */
export async function openScreen(page: Page, name: string | RegExp): Promise<void> {
  const link = page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name, exact: true });
  const entry = link.locator('xpath=ancestor::li[1]');
  await link.click();
  await expect(entry.locator('[aria-current="page"]')).toHaveCount(1);
}

/** Opens the user's own details. @returns the dialog. */
export async function openMyDetails(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: /^Signed in as/ }).click();
  await page.getByRole('menuitem', { name: 'My details' }).click();
  await expect(page.getByRole('region', { name: 'Two-step sign-in' })).toBeVisible();
  return page.getByRole('dialog', { name: 'My details' });
}

/** Signs out through the confirmation of section 4. */
export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Logout', exact: true }).click();
  const confirmation = page.getByRole('dialog', { name: 'Are you sure?' });
  await expect(confirmation).toContainText('You will be logged out!');
  await confirmation.getByRole('button', { name: 'Logout' }).click();
}

/** By the form of the list of candidates, which is open. */
export async function addCandidate(
  page: Page,
  person: { name: string; mobile: string; email: string; city?: string },
): Promise<void> {
  await page.getByRole('button', { name: 'Add Candidate' }).click();
  const form = page.getByRole('dialog', { name: 'Add Candidate' });
  await form.getByLabel('Full Name').fill(person.name);
  await form.getByLabel('Mobile').fill(person.mobile);
  await form.getByLabel('Email').fill(person.email);
  if (person.city !== undefined) await form.getByLabel('City').fill(person.city);
  await form.getByRole('button', { name: 'Save Employee' }).click();
  await expect(form).toBeHidden();
}

/** The grid's row that shows the text. */
export function rowWith(page: Page, text: string): Locator {
  return page.getByRole('row').filter({ hasText: text });
}

/** The first cell with content of a row: where the keyboard enters it. */
export function firstCell(page: Page, text: string): Locator {
  return rowWith(page, text).locator('[role="gridcell"]:not([col-id="row-selection"])').first();
}

/** Chooses an option of a select, a filter or a field that refers to records. */
export async function choose(
  page: Page,
  within: Page | Locator,
  field: string,
  option: string,
): Promise<void> {
  await within.getByRole('combobox', { name: field, exact: true }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

/** Deletes the record and takes that back, with the texts of its list. */
export async function deleteAndUndo(
  page: Page,
  name: string,
  texts: { title: string; message: string; done: string },
): Promise<void> {
  await page.getByRole('button', { name: `Delete ${name}`, exact: true }).click();
  const question = page.getByRole('dialog', { name: texts.title });
  await expect(question).toContainText(texts.message);
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText(texts.done, { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: `View ${name}`, exact: true })).toBeHidden();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('button', { name: `View ${name}`, exact: true })).toBeVisible();
}

/** Nothing in the shown cells of these columns is cut short, neither at the side nor below. */
export async function expectWholeCells(page: Page, columns: readonly string[]): Promise<void> {
  for (const column of columns) {
    const cells = page.locator(`[role="gridcell"][col-id="${column}"] .ag-cell-value`);
    await expect(async () => {
      const cut = await cells.evaluateAll(
        (all) =>
          all
            .flatMap((cell) => [cell, ...cell.querySelectorAll('*')])
            .filter((part) => {
              const hides = getComputedStyle(part).overflowX === 'hidden';
              return (
                hides && (part.scrollWidth > part.clientWidth || part.scrollHeight > part.clientHeight + 1)
              );
            }).length,
      );
      expect(cut, column).toBe(0);
    }).toPass();
  }
}

/** Exports what the list shows: its columns, or all fields. */
export async function exportCsv(
  page: Page,
  fields: 'These columns' | 'All fields' | 'Excel workbook' = 'These columns',
): Promise<void> {
  await page.getByRole('button', { name: 'Export CSV', exact: true }).click();
  await page.getByRole('menuitem', { name: fields, exact: true }).click();
}
