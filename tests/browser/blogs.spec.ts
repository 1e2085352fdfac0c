import { EACH_WIDTH, takePicture, takePictures } from '../product/pictures.ts';
import { DEMO_ACCOUNTS } from '../product/product.ts';
import { openScreen, rowWith, signIn } from '../product/page-actions.ts';
import { restClient } from '../product/rest-client.ts';
import { expect, test } from './product-test.ts';

test('a blog is a draft until it is published; the list marks it', async ({ openPc }) => {
  const { page } = await openPc();
  await signIn(page, DEMO_ACCOUNTS.Admin);
  await openScreen(page, 'Add Blogs');
  await page.getByRole('button', { name: 'Add Blog' }).click();
  const form = page.getByRole('dialog', { name: 'Add Blog' });
  await form.getByLabel('Title').fill('Half an article');
  await form.getByRole('checkbox', { name: 'Draft' }).check();
  await expect(form.getByText('A draft is not given to the public website')).toBeVisible();
  await page.keyboard.press('Control+s');
  await expect(page.getByText('New blog has been added.')).toBeVisible();
  await expect(rowWith(page, 'Half an article').getByText('Draft', { exact: true })).toBeVisible();
  await takePictures(page, 'blogs', EACH_WIDTH);
  await page.getByRole('button', { name: 'View Half an article' }).click();
  const view = page.getByRole('dialog', { name: 'View Blog' });
  await expect(view.getByRole('group', { name: 'Draft' })).toContainText('Yes');
  await view.getByRole('button', { name: 'Edit' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit Blog' });
  await edit.getByRole('checkbox', { name: 'Draft' }).uncheck();
  await takePicture(page, 'blog-form');
  await edit.getByRole('button', { name: 'Update Blog' }).click();
  await expect(page.getByText('Blog updated successfully.')).toBeVisible();
  await expect(rowWith(page, 'Half an article').getByText('Draft', { exact: true })).toHaveCount(0);
});

test('what is pasted leaves no script and not its text', async ({ openPc, server }) => {
  const { page } = await openPc();
  await signIn(page, DEMO_ACCOUNTS.Admin);
  await openScreen(page, 'Add Blogs');
  await page.getByRole('button', { name: 'Add Blog' }).click();
  const form = page.getByRole('dialog', { name: 'Add Blog' });
  await form.getByLabel('Title').fill('Pasted article');
  const text = form.getByRole('textbox', { name: 'Content' });
  await text.click();
  await text.evaluate((into) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData(
      'text/html',
      '<p>Before</p><script>window.harmed = 1</script><style>p { color: red }</style>' +
        '<p>Mid<script>harmedToo()</script>dle</p><noscript>hidden words</noscript><p>After</p>',
    );
    into.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  });
  await expect(text).toContainText('After');
  await expect(text).not.toContainText(/harmed|color/);
  await page.keyboard.press('Control+s');
  await expect(page.getByText('New blog has been added.')).toBeVisible();
  const rest = await restClient(server.origin, DEMO_ACCOUNTS.Admin);
  await expect
    .poll(async () => JSON.stringify(await rest.list('/api/blogs?slug=pasted-article')))
    .toContain('Before');
  const stored = JSON.stringify(await rest.list('/api/blogs?slug=pasted-article'));
  expect(stored).toContain('Middle');
  expect(stored).not.toMatch(/harmed|color|script/);
});
