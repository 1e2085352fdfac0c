import { existsSync, readFileSync } from 'node:fs';
import { dropFiles, pdfFile, pdfWithLinks } from '../product/document-files.ts';
import { openScreen, signIn } from '../product/page-actions.ts';
import { DEMO_ACCOUNTS } from '../product/product.ts';
import { catchHandedOut, handedOut } from './handed-out.ts';
import { expect, test } from './launch.ts';

test('documents are shown in the window, and go to another program only after a question', async ({
  launch,
}) => {
  const { app, page } = await launch();
  await catchHandedOut(app);
  await signIn(page, DEMO_ACCOUNTS.HR);
  await openScreen(page, 'Candidate');
  await page
    .getByRole('button', { name: /^View / })
    .first()
    .click();
  await page.getByRole('tab', { name: /^Documents/ }).click();
  const cv = pdfFile('Packaged CV.pdf', ['Worked with Kubernetes', 'Second page']);
  const long = pdfFile(
    'Long CV.pdf',
    Array.from(
      { length: 10 },
      (_, at) => `Of page ${at + 1}, ${at === 8 ? 'a quincunx of chairs' : 'nothing'}`,
    ),
  );
  await dropFiles(page.getByText('or drop files here'), [cv, pdfWithLinks('links.pdf'), long]);
  await page.getByRole('button', { name: 'Attach 3 documents' }).click();
  const list = page.getByRole('list', { name: 'Documents' });

  await test.step('a PDF is drawn by the worker that the content security policy lets in', async () => {
    await list.getByRole('button', { name: 'Show Packaged CV.pdf' }).click();
    const viewer = page.getByRole('dialog', { name: 'Packaged CV.pdf' });
    await expect(viewer.getByText('Page 1 of 2')).toBeVisible();
    const first = viewer.getByRole('region', { name: 'Page 1', exact: true });
    await expect(first.getByText('Worked with Kubernetes')).toBeVisible();
    // The words are dark on the white page.
    const darkest = await first.locator('canvas').evaluate((canvas: HTMLCanvasElement) => {
      const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
      let least = 255;
      for (let at = 0; at < pixels.length; at += 4) least = Math.min(least, pixels[at] ?? 255);
      return least;
    });
    expect(darkest).toBeLessThan(100);
    await page.keyboard.press('Escape');
    await expect(viewer).toBeHidden();
  });

  await test.step('Ctrl+F finds on pages that are not in sight', async () => {
    await list.getByRole('button', { name: 'Show Long CV.pdf' }).click();
    const viewer = page.getByRole('dialog', { name: 'Long CV.pdf' });
    await expect(viewer.getByText('Of page 1,')).toBeVisible();
    await page.keyboard.press('Control+F');
    const find = page.getByRole('search', { name: 'Find in what is open' });
    await find.getByLabel('Find').fill('Quincunx');
    await expect(async () => {
      await page.keyboard.press('Enter');
      await expect(find.getByRole('status')).toHaveText('1 of 1', { timeout: 1_000 });
    }).toPass();
    await expect(viewer.getByText('Page 9 of 10')).toBeVisible();
    await expect(viewer.getByText('a quincunx of chairs')).toBeInViewport();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await expect(viewer).toBeHidden();
  });

  await test.step('a link goes through the allowlist of the system', async () => {
    await list.getByRole('button', { name: 'Show links.pdf' }).click();
    const viewer = page.getByRole('dialog', { name: 'links.pdf' });
    await viewer.getByRole('link').click();
    await expect.poll(() => handedOut(app)).toEqual(['https://example.com/portfolio']);
    await page.keyboard.press('Escape');
    await expect(viewer).toBeHidden();
  });

  await test.step('another program gets a copy, once that was asked', async () => {
    const open = list.getByRole('button', { name: 'Open in another program: Packaged CV.pdf' });
    const question = page.getByRole('dialog', { name: 'Open in another program?' });
    await open.click();
    await expect(question).toContainText('may hold something that the other program runs');
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(question).toBeHidden();
    expect(await handedOut(app)).toHaveLength(1);
    await open.click();
    await question.getByRole('button', { name: 'Open', exact: true }).click();
    await expect.poll(() => handedOut(app)).toHaveLength(2);
    const [, path = ''] = await handedOut(app);
    expect(path).toMatch(/Packaged CV\.pdf$/);
    expect(existsSync(path) && readFileSync(path).equals(cv.buffer)).toBe(true);
  });
  expect(app.windows()).toHaveLength(1);
});
