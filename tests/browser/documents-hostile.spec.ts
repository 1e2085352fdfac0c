import type { Locator, Page } from '@playwright/test';
import {
  dropFiles,
  pdfFile,
  pdfOfManyLinks,
  pdfOfManyPages,
  pdfOfOneLine,
  pdfOfSizes,
} from '../product/document-files.ts';
import { openScreen, signIn } from '../product/page-actions.ts';
import type { ChosenFile } from '../product/picture-file.ts';
import { DEMO_ACCOUNTS } from '../product/product.ts';
import { restClient } from '../product/rest-client.ts';
import { expect, test, type OfficePc } from './product-test.ts';

/** Documents that were made to stop the window, and documents of whoever is gone. */

const ASHA = { fullName: 'Asha Documented', mobile: '9765410001', email: 'asha.documented@example.com' };

async function openAsha(page: Page): Promise<void> {
  await openScreen(page, 'Candidate');
  await page.getByLabel('Search candidates').fill(ASHA.fullName);
  // The row may stand there before the search does, and give way to itself under the pointer.
  await expect(page.getByRole('heading', { level: 1 })).toContainText('(1)');
  await page.getByRole('button', { name: `View ${ASHA.fullName}` }).click();
}

/** With these documents attached to her, whose list is open. */
async function withDocuments({ page }: OfficePc, files: readonly ChosenFile[]): Promise<Locator> {
  await openAsha(page);
  await page.getByRole('tab', { name: /^Documents/ }).click();
  await dropFiles(page.getByText('or drop files here'), files);
  await page.getByRole('button', { name: /^Attach( \d+ documents)?$/ }).click();
  const list = page.getByRole('list', { name: 'Documents' });
  await expect(list.getByRole('listitem')).toHaveCount(files.length, { timeout: 60_000 });
  await expect(page.getByRole('dialog', { name: /^Attach documents/ })).toBeHidden();
  return list;
}

test.beforeEach(async ({ server }) => {
  const rest = await restClient(server.origin, DEMO_ACCOUNTS.HR);
  await rest.create('/api/students', ASHA);
});

test('a document that takes for ever to draw leaves the window as quick as it was', async ({ openPc }) => {
  const pc = await openPc();
  const { page } = pc;
  await signIn(page, DEMO_ACCOUNTS.HR);
  const list = await withDocuments(pc, [
    pdfOfManyPages('pages.pdf', 100_000),
    pdfOfManyLinks('links.pdf', 5_000),
    pdfOfOneLine('line.pdf', 400_000),
    pdfOfOneLine('longer.pdf', 1_500_000),
  ]);

  await test.step('a line that takes minutes to draw', async () => {
    await list.getByRole('button', { name: 'Show line.pdf' }).click();
    const viewer = page.getByRole('dialog', { name: 'line.pdf' });
    await expect(viewer.getByText('Page 1 of 1')).toBeVisible();
    await viewer.getByRole('button', { name: 'Zoom in' }).click();
    await expect(viewer.getByText('125%')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(viewer).toBeHidden();
  });

  await test.step('one that nobody would draw', async () => {
    await list.getByRole('button', { name: 'Show longer.pdf' }).click();
    const viewer = page.getByRole('dialog', { name: 'longer.pdf' });
    await expect(viewer.getByText('This page cannot be drawn.')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(viewer).toBeHidden();
  });

  await test.step('hundreds of thousands of pages', async () => {
    await list.getByRole('button', { name: 'Show pages.pdf' }).click();
    const viewer = page.getByRole('dialog', { name: 'pages.pdf' });
    // To count them takes a busy processor long; the window stays quick meanwhile.
    await expect(viewer.getByText('Page 1 of 100000')).toBeVisible({ timeout: 40_000 });
    await expect(viewer.getByText('These are the first 1,000 of 1,00,000 pages.')).toBeAttached();
    await page.keyboard.press('Escape');
    await expect(viewer).toBeHidden();
  });

  await test.step('thousands of links', async () => {
    await list.getByRole('button', { name: 'Show links.pdf' }).click();
    const viewer = page.getByRole('dialog', { name: 'links.pdf' });
    await expect(viewer.getByRole('link').first()).toBeAttached({ timeout: 40_000 });
    await expect(viewer.getByRole('link')).toHaveCount(500);
    await page.keyboard.press('Escape');
    await expect(viewer).toBeHidden();
  });
});

test('pages of unlike sizes each fill the pane, also after a small first one', async ({ openPc }) => {
  const pc = await openPc();
  const { page } = pc;
  await signIn(page, DEMO_ACCOUNTS.HR);
  const list = await withDocuments(pc, [
    pdfOfSizes('sizes.pdf', [
      [60, 40],
      [595, 842],
      [842, 595],
    ]),
  ]);
  await list.getByRole('button', { name: 'Show sizes.pdf' }).click();
  const viewer = page.getByRole('dialog', { name: 'sizes.pdf' });
  await expect(viewer.getByText('Page 1 of 3')).toBeVisible();
  await expect(viewer.getByRole('region', { name: 'Page 1', exact: true })).toBeInViewport();
  await viewer.getByRole('region', { name: 'Document' }).press('End');
  await expect(viewer.getByText('Page 3 of 3')).toBeVisible();
  await expect(viewer.getByRole('region', { name: 'Page 3' }).locator('canvas')).toBeAttached();
  for (const at of [1, 2, 3])
    expect((await viewer.getByRole('region', { name: `Page ${at}`, exact: true }).boundingBox())?.width).toBe(
      900,
    );
});

test('whatever shows a person is put away once the person is erased, and a document once it is deleted', async ({
  openPc,
}) => {
  test.slow();
  const [pc, { page: admin }] = await Promise.all([openPc(), openPc()]);
  const { page } = pc;
  await Promise.all([signIn(page, DEMO_ACCOUNTS.HR), signIn(admin, DEMO_ACCOUNTS['Super Admin'])]);
  const list = await withDocuments(pc, [
    pdfFile('First CV.pdf', ['First words']),
    pdfFile('CV.pdf', ['Words']),
  ]);
  await expect(list.getByText('Not sent yet')).toHaveCount(0);
  await openAsha(admin);

  await test.step('a document that a colleague deletes', async () => {
    await list.getByRole('button', { name: 'Show First CV.pdf' }).click();
    await expect(page.getByText('First words')).toBeVisible();
    await admin.getByRole('tab', { name: 'Documents (2)' }).click();
    await admin.getByRole('button', { name: 'Delete document: First CV.pdf' }).click();
    await admin
      .getByRole('dialog', { name: 'Delete this document?' })
      .getByRole('button', { name: 'Delete' })
      .click();
    await expect(page.getByRole('dialog', { name: 'First CV.pdf' })).toBeHidden();
    await expect(page.getByText('The document was deleted, or is no longer yours to see.')).toBeVisible();
  });

  await test.step('a person who is erased', async () => {
    await list.getByRole('button', { name: 'Show CV.pdf' }).click();
    await expect(page.getByText('Words')).toBeVisible();
    const [logging, writing, attaching] = await Promise.all(
      [0, 1, 2].map(async () => {
        const window = await page.context().newPage();
        await window.goto(page.url());
        await openAsha(window);
        return window;
      }),
    );
    if (!logging || !writing || !attaching) throw new Error('No windows');
    await logging.keyboard.press('l');
    const call = logging.getByRole('dialog', { name: /^Log call/ });
    await call.getByRole('textbox', { name: 'Note' }).fill('What she said');
    await writing.keyboard.press('m');
    const message = writing.getByRole('dialog', { name: /^Message/ });
    await message.getByRole('textbox', { name: 'Message' }).fill('What to say');
    await attaching.getByRole('tab', { name: /^Documents/ }).click();
    await dropFiles(attaching.getByText('or drop files here'), [pdfFile('Letter.pdf', ['Letter'])]);
    const letter = attaching.getByRole('dialog', { name: /^Attach documents/ });
    await expect(letter).toBeVisible();

    await admin.getByRole('button', { name: 'Give a copy' }).click();
    await admin.getByRole('menuitem', { name: 'Erase…' }).click();
    const erase = admin.getByRole('dialog', { name: `Erase ${ASHA.fullName}` });
    await erase.getByLabel('Reason').fill('Asked for it');
    await erase.getByLabel('Name').fill(ASHA.fullName);
    await erase.getByRole('button', { name: 'Erase for ever' }).click();
    await expect(erase).toBeHidden();
    for (const window of [page, logging, writing, attaching]) {
      await expect(window.getByText('This person was erased.')).toBeVisible();
      await expect(window.getByRole('dialog')).toHaveCount(0);
    }
  });
});
