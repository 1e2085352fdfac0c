import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { readXlsx } from 'hucre/xlsx';
import type { CallMessage, DeskMessage } from '#shared/protocol/bridge.ts';
import { faultsOn } from '../product/faults.ts';
import { exportCsv, openScreen, signIn } from '../product/page-actions.ts';
import { DEMO_ACCOUNTS } from '../product/product.ts';
import { restClient } from '../product/rest-client.ts';
import { expect, test } from './product-test.ts';

const exportButton = (page: Page) => page.getByRole('button', { name: 'Export CSV' });
const heading = (page: Page) => page.getByRole('heading', { level: 1 });

/** Exports and gives the file as the browser saved it. */
async function download(page: Page): Promise<{ name: string; text: string; url: string }> {
  const [saved] = await Promise.all([page.waitForEvent('download'), exportCsv(page)]);
  return {
    name: saved.suggestedFilename(),
    text: await readFile(await saved.path(), 'utf8'),
    url: saved.url(),
  };
}

/** The lines of a file whose cells have no line ends. */
function linesOf(text: string): string[] {
  expect(text.startsWith('\uFEFF')).toBe(true);
  expect(text.endsWith('\r\n')).toBe(true);
  const lines = text.slice(1, -2).split('\r\n');
  expect(lines.join('')).not.toContain('\n');
  return lines;
}

/** How many rows the list says it has, once it has settled on fewer than before. */
async function countOf(page: Page): Promise<number> {
  await expect(heading(page)).toHaveText(/\(\d+\)/);
  return Number(/\((\d+)\)/.exec((await heading(page).textContent()) ?? '')?.[1]);
}

test(
  'every row that the filter and the search leave is exported, online and offline, and fetched once',
  { tag: '@core' },
  async ({ openPc, server }) => {
    const { page } = await openPc();
    await signIn(page, DEMO_ACCOUNTS.HR);
    await openScreen(page, 'Candidate');
    await expect(heading(page)).toContainText('400');
    const all = await download(page);
    expect(linesOf(all.text).length).toBe(401);

    await page.getByRole('combobox', { name: 'Interview Status' }).click();
    await page.getByRole('option', { name: 'Scheduled', exact: true }).click();
    await expect(heading(page)).not.toContainText('400');
    const count = await countOf(page);
    const file = await download(page);
    expect(file.name).toBe('candidates.csv');
    const [headings, ...rows] = linesOf(file.text);
    expect(headings).toBe('Full Name,Mobile,Email,Tech,Interview Status,Handled By');
    expect(rows.length).toBe(count);
    for (const row of rows) expect(row).toMatch(/^[^,]+,[^,']+,[^,]+@[^,]+,.*,Scheduled,[^,]+$/);
    await expect(page.getByRole('status').filter({ hasText: 'Saved candidates.csv' }).last()).toContainText(
      `${count} rows`,
    );
    expect((await page.request.get(file.url)).status()).toBe(404);

    await server.stop('SIGKILL');
    await expect(page.getByRole('button', { name: /^Sync: Offline/ })).toBeVisible({ timeout: 30_000 });
    const someone = rows[0]?.split(',')[2] ?? '';
    await page.getByLabel('Search candidates').fill(someone);
    await expect(heading(page)).toContainText('(1)');
    expect(linesOf((await download(page)).text)).toEqual([headings, rows[0]]);
    const [workbook] = await Promise.all([page.waitForEvent('download'), exportCsv(page, 'Excel workbook')]);
    expect(workbook.suggestedFilename()).toBe('candidates.xlsx');
    const [sheet] = (await readXlsx(await readFile(await workbook.path()))).sheets;
    expect(sheet?.rows.map((row) => row[2])).toEqual(['Email', someone]);

    await page.getByLabel('Search candidates').fill('zzzz');
    await expect(page.getByText('No candidates match the selected filters.')).toBeVisible();
    await expect(exportButton(page)).toBeDisabled();
  },
);

test('the failure of an export is said, and a long one can be cancelled', async ({ openPc }) => {
  const { page } = await openPc();
  await signIn(page, DEMO_ACCOUNTS['Super Admin']);
  await openScreen(page, 'Assign Roles');

  const faults = await faultsOn(page);
  const message = 'The disk is full. Make room or choose another folder, then export again.';
  faults.fail({ method: 'export.start', error: { code: 'unavailable', message } });
  await exportCsv(page);
  const popup = page.getByRole('dialog', { name: 'Error' });
  await expect(popup).toContainText('Failed to export CSV');
  await expect(popup).toContainText(message);
  await popup.getByRole('button', { name: 'Retry' }).click();
  await expect(popup).toContainText('Tried 2 times.');
  await expect(popup).toContainText(message);
  faults.mend();
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    popup.getByRole('button', { name: 'Retry' }).click(),
  ]);
  expect(saved.suggestedFilename()).toBe('assign_roles.csv');

  await holdExports(page);
  await exportButton(page).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'These columns' })).toBeFocused();
  await page.keyboard.press('Enter');
  const exporting = page.getByRole('button', { name: 'Exporting… 45%' });
  await expect(exporting).toBeFocused();
  await openScreen(page, 'Candidate');
  await expect(exporting).toBeVisible();
  await page.getByRole('button', { name: 'Cancel export' }).click();
  await expect(exportButton(page)).toBeFocused();
  await expect(page.getByRole('button', { name: 'Cancel export' })).toBeHidden();
  await expect(page.getByText(/Saved|Failed/)).toBeHidden();
});

/** Stands in for a desk with so many rows that an export takes long: it is at 45 % until it is cancelled. */
async function holdExports(page: Page): Promise<void> {
  let held: number | undefined;
  await page.routeWebSocket(/\/bridge$/, (socket) => {
    const desk = socket.connectToServer();
    const answer = (message: DeskMessage): void => socket.send(JSON.stringify(message));
    socket.onMessage((text) => {
      const call = JSON.parse(text.toString()) as CallMessage;
      if (call.method === 'export.start') {
        held = call.id;
        const { id } = call.params as { id: string };
        answer({ event: 'export', data: { id, done: 45_600, total: 100_000 } });
      } else if (call.method === 'export.cancel') {
        answer({ id: call.id, result: null });
        answer({ id: held ?? -1, result: { outcome: 'cancelled', rows: 0, fileName: '', download: null } });
      } else {
        desk.send(text);
      }
    });
  });
  await page.reload();
}

test('a file says what the list shows, also in another order of its columns', async ({ openPc, server }) => {
  const rest = await restClient(server.origin, DEMO_ACCOUNTS.HR);
  const own = 'rekha.own@example.com';
  await rest.create('/api/hrs', {
    hrName: 'Rekha Reordered',
    personalEmail: own,
    officePhone: '022 2345 6789',
  });
  const { page } = await openPc();
  await signIn(page, DEMO_ACCOUNTS.HR);
  await openScreen(page, 'OtherCompaniesHr');
  await page.getByLabel('Search HR records').fill('Rekha Reordered');
  await expect(heading(page)).toContainText('(1)');
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('checkbox', { name: 'Phone', exact: true }).focus();
  await page.keyboard.press('Alt+ArrowUp');
  await page.keyboard.press('Escape');
  // Whoever has no address of a company is shown with their own.
  const row = page.getByRole('row').filter({ hasText: 'Rekha Reordered' });
  await expect(row).toContainText(own);
  const [headings, ...rows] = linesOf((await download(page)).text);
  expect(headings).toContain('Company,Phone,Office Phone,Email,Personal Email');
  expect(rows).toHaveLength(1);
  expect(rows[0]).toContain(own);
  expect(rows[0]).toContain('2345');
});
