import type { Locator, Page } from '@playwright/test';
import { connectLoopback } from '../product/loopback-client.ts';
import { openScreen, signIn } from '../product/page-actions.ts';
import { takePicture } from '../product/pictures.ts';
import { DEMO_ACCOUNTS } from '../product/product.ts';
import { restClient } from '../product/rest-client.ts';
import { expect, test } from './product-test.ts';

/** What is written in an article is not lost to what is pasted into it, nor to a fault of the editor. */

const editorsIn = (form: Locator): Locator => form.locator('.ck-editor__editable[role=textbox]');

async function beginArticle(page: Page, title: string): Promise<{ form: Locator; text: Locator }> {
  await signIn(page, DEMO_ACCOUNTS.Admin);
  await openScreen(page, 'Add Blogs');
  await page.getByRole('button', { name: 'Add Blog' }).click();
  const form = page.getByRole('dialog', { name: 'Add Blog' });
  await form.getByLabel('Title').fill(title);
  const text = form.getByRole('textbox', { name: 'Content' });
  await text.click();
  return { form, text };
}

const paste = (into: Locator, given: Readonly<Record<string, string>>): Promise<void> =>
  into.evaluate((element, texts) => {
    const clipboardData = new DataTransfer();
    for (const [type, text] of Object.entries(texts)) clipboardData.setData(type, text);
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, given);

async function savedAs(page: Page, origin: string, slug: string): Promise<string> {
  await page.keyboard.press('Control+s');
  await expect(page.getByText('New blog has been added.')).toBeVisible();
  const rest = await restClient(origin, DEMO_ACCOUNTS.Admin);
  await expect.poll(async () => (await rest.list(`/api/blogs?slug=${slug}`)).length).toBe(1);
  return JSON.stringify(await rest.list(`/api/blogs?slug=${slug}`));
}

test('a pasted table that spans thousands of columns is taken as one that spans one, and what was written stays', async ({
  openPc,
  server,
}) => {
  const { page } = await openPc();
  const { form, text } = await beginArticle(page, 'Wide table');
  await page.keyboard.type('Written before. ');
  await paste(text, {
    'text/html':
      '<p>x<img src="x.png"></p><table><tr><td colspan="9999">Cell</td><td rowspan="70000">Tall</td></tr></table>',
  });
  await expect(text.getByText('Cell')).toBeVisible();
  await expect(editorsIn(form)).toHaveCount(1);
  await text.getByText('Written before.').click();
  // While the table is selected, what is typed takes its place.
  await expect(text.locator('.ck-widget_selected')).toHaveCount(0);
  await page.keyboard.press('Home');
  await page.keyboard.type('Written after. ');
  const saved = await savedAs(page, server.origin, 'wide-table');
  expect(saved).toContain('Written after. Written before.');
  expect(saved).toContain('Cell');
  expect(saved).not.toContain('span=');
});

test('more than the editor can lay out at once is refused in a sentence, and what was written stays', async ({
  openPc,
}) => {
  const { page } = await openPc();
  const { form, text } = await beginArticle(page, 'Too long');
  await page.keyboard.type('Written before. ');
  const words = 'word '.repeat(60_000);
  await paste(text, { 'text/plain': words, 'text/html': `<p>${words}</p>` });
  await expect(form.getByRole('alert')).toContainText(
    'This is more than can be pasted at once (200,000 characters). Paste it in parts.',
  );
  await takePicture(page, 'article-pasted-too-much');
  await page.keyboard.type('And on.');
  await expect(text).toHaveText(/Written before\.\s+And on\./);
});

test('after a fault of the editor there is one, with the text, the focus and a word about it; what is written in it is saved', async ({
  openPc,
  server,
}) => {
  const pc = await openPc();
  const { page } = pc;
  const { form, text } = await beginArticle(page, 'Begun anew');
  await page.keyboard.type('Written before the fault. ');
  // The editor keeps its text no later than the form keeps what is typed.
  const desk = await connectLoopback(pc.desk.address);
  await expect
    .poll(async () => {
      const [draft] = (await desk.call('drafts.list', {})).drafts;
      return JSON.stringify(draft && (await desk.call('drafts.read', { id: draft.id })));
    })
    .toContain('before the fault.');
  desk.close();
  await text.evaluate((element) => {
    const editor = Reflect.get(element, 'ckeditorInstance') as {
      execute(command: string): void;
      destroy(): Promise<void>;
    };
    editor.destroy = () => Promise.reject(new Error('It cannot be taken down either.'));
    setTimeout(() => editor.execute('no such command'));
  });
  await expect(form.getByRole('alert')).toContainText('The editor had to begin anew.');
  await expect(editorsIn(form)).toHaveCount(1);
  await expect(text).toBeFocused();
  await expect(text).toHaveText(/Written before the fault\./);
  await takePicture(page, 'article-begun-anew');
  await page.keyboard.press('Control+End');
  await page.keyboard.type('And after it.');
  const saved = await savedAs(page, server.origin, 'begun-anew');
  expect(saved).toContain('Written before the fault.');
  expect(saved).toContain('And after it.');
});

test('the words below or above a table of an article from elsewhere stay when it is edited', async ({
  openPc,
  server,
}) => {
  const rest = await restClient(server.origin, DEMO_ACCOUNTS.Admin);
  const cells = '<tbody><tr><td>Cell</td></tr></tbody>';
  await rest.create('/api/blogs', {
    title: 'Captions',
    slug: 'captions',
    content:
      `<p>First.</p><table><caption>Fees of 2026</caption>${cells}</table>` +
      `<figure class="table"><table>${cells}</table><figcaption>Below the table</figcaption></figure>`,
  });
  const { page } = await openPc();
  await signIn(page, DEMO_ACCOUNTS.Admin);
  await openScreen(page, 'Add Blogs');
  await page.getByRole('button', { name: 'Edit Captions' }).click();
  const text = page.getByRole('dialog', { name: 'Edit Blog' }).getByRole('textbox', { name: 'Content' });
  await expect(text.getByText('Fees of 2026')).toBeVisible();
  await text.getByText('First.').click();
  await page.keyboard.press('Home');
  await page.keyboard.type('Now ');
  await takePicture(page, 'article-captions');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Blog updated successfully.')).toBeVisible();
  const stored = async (): Promise<string> => JSON.stringify(await rest.list('/api/blogs?slug=captions'));
  await expect.poll(stored).toContain('Now First.');
  expect(await stored()).toContain('<figcaption>Fees of 2026</figcaption>');
  expect(await stored()).toContain('<figcaption>Below the table</figcaption>');
});

test('the line that is written in lies under no toolbar, however one came to it and however small the window is', async ({
  openPc,
}) => {
  const { page } = await openPc();
  const { form, text } = await beginArticle(page, 'Long article');
  const inSight = (): Promise<string> =>
    page.evaluate(() => {
      const selection = document.getSelection();
      const { anchorNode: at } = selection ?? { anchorNode: null };
      const line = (at instanceof Element ? at : at?.parentElement)?.getBoundingClientRect();
      const top = line && document.elementFromPoint(line.left + 4, line.top + line.height / 2);
      return top?.closest('.ck-content') ? 'in sight' : `under ${top?.className ?? 'nothing'}`;
    });
  for (let at = 1; at <= 60; at += 1) {
    await page.keyboard.type(`Line ${at}`);
    if (at < 60) await page.keyboard.press('Enter');
  }
  // As at 200 % of 1366 x 768 and of 940 x 600, and a large one, where the form is what scrolls.
  for (const size of [
    { width: 1920, height: 1080 },
    { width: 683, height: 384 },
    { width: 470, height: 300 },
  ]) {
    await page.setViewportSize(size);
    await page.keyboard.press('Control+End');
    await expect.poll(inSight).toBe('in sight');
    for (let at = 0; at < 59; at += 1) {
      await page.keyboard.press('ArrowUp');
      if (at % 6 === 0) await expect.poll(inSight).toBe('in sight');
    }
    await page.keyboard.press('Control+Home');
    await expect.poll(inSight).toBe('in sight');
    await page.keyboard.type('Seen ');
    await expect.poll(inSight).toBe('in sight');
  }
  await expect(text).toContainText('Seen Seen Seen Line 1');
  await expect(form).toBeVisible();
});
