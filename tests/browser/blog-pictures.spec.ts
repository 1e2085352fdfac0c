import type { Locator, Page } from '@playwright/test';
import { EACH_WIDTH, takePicture, takePictures } from '../product/pictures.ts';
import { DEMO_ACCOUNTS } from '../product/product.ts';
import { openScreen, signIn } from '../product/page-actions.ts';
import { look, twoColours, type ChosenFile } from '../product/picture-file.ts';
import { restClient } from '../product/rest-client.ts';
import { expect, test, type OfficeServer } from './product-test.ts';

async function newBlog(page: Page, title: string): Promise<{ form: Locator; text: Locator }> {
  await openScreen(page, 'Add Blogs');
  await page.getByRole('button', { name: 'Add Blog' }).click();
  const form = page.getByRole('dialog', { name: 'Add Blog' });
  await form.getByLabel('Title').fill(title);
  const text = form.getByRole('textbox', { name: 'Content' });
  await text.click();
  return { form, text };
}

async function choose(page: Page, form: Locator, file: ChosenFile): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await form.getByRole('button', { name: 'Insert picture' }).click();
  await (await chooser).setFiles(file);
}

/** Puts files into the text as the clipboard or the mouse brings them. */
async function bring(
  text: Locator,
  by: 'paste' | 'drop',
  files: readonly ChosenFile[],
  html?: string,
): Promise<void> {
  const given = files.map(({ name, mimeType, buffer }) => ({
    name,
    mimeType,
    base64: buffer.toString('base64'),
  }));
  await text.evaluate(
    (into, { how, brought, page }) => {
      const data = new DataTransfer();
      for (const { name, mimeType, base64 } of brought) {
        const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
        data.items.add(new File([bytes], name, { type: mimeType }));
      }
      if (page !== undefined) data.setData('text/html', page);
      const settings = { bubbles: true, cancelable: true };
      if (how === 'paste') {
        into.dispatchEvent(new ClipboardEvent('paste', { ...settings, clipboardData: data }));
        return;
      }
      const { left, top } = into.getBoundingClientRect();
      const at = { ...settings, clientX: left + 30, clientY: top + 20, dataTransfer: data };
      into.dispatchEvent(new DragEvent('dragover', at));
      into.dispatchEvent(new DragEvent('drop', at));
    },
    { how: by, brought: given, page: html },
  );
}

const figures = (text: Locator): Locator => text.locator('figure.image');
const shown = (text: Locator): Locator => text.locator('figure.image img[src^="data:"]');

/** Says what the last picture shows. */
async function describe(page: Page, words: string): Promise<void> {
  const field = page.getByRole('textbox', { name: 'For those who cannot see it' });
  await expect(field).toBeFocused();
  await field.fill(words);
  await page.keyboard.press('Enter');
}

async function contentOf(server: OfficeServer, slug: string): Promise<string> {
  const rest = await restClient(server.origin, DEMO_ACCOUNTS.Admin);
  const found = await rest.list(`/api/blogs?slug=${slug}`);
  const content = found[0]?.['content'];
  return typeof content === 'string' ? content : '';
}

test('pictures are chosen, pasted and dropped into an article; undo takes them back; another PC shows them', async ({
  openPc,
  server,
}) => {
  const { page } = await openPc();
  const other = await openPc();
  await signIn(page, DEMO_ACCOUNTS.Admin);
  await signIn(other.page, DEMO_ACCOUNTS['Super Admin']);
  const { form, text } = await newBlog(page, 'Our office');
  await page.keyboard.type('Before');
  await choose(page, form, await twoColours(page, 'red', 'blue'));
  await describe(page, 'The front door');
  await expect(shown(text)).toHaveCount(1);
  expect(await look(shown(text), 20)).toEqual({ size: '800 x 600', red: true });
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await expect(figures(text)).toHaveCount(0);
  await page.keyboard.press('Control+y');
  await page.keyboard.press('Control+y');
  await expect(shown(text)).toHaveCount(1);

  // A screenshot from the clipboard, while the picture before is still selected.
  await bring(text, 'paste', [await twoColours(page, 'blue', 'red')]);
  await describe(page, 'The back door');
  await expect(shown(text)).toHaveCount(2);
  // What a page brings along within itself.
  const inline = await twoColours(page, 'red', 'red');
  await page.keyboard.press('ArrowRight');
  await bring(
    text,
    'paste',
    [],
    `<p>Pasted</p><img alt="Garden" src="data:image/png;base64,${inline.buffer.toString('base64')}"><p>End</p>`,
  );
  await expect(shown(text)).toHaveCount(3);
  await takePicture(page, 'blog-pictures-form');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('New blog has been added.')).toBeVisible();

  await openScreen(other.page, 'Add Blogs');
  // Where it comes after the list is drawn, the list tells of it.
  const [shownThere, told] = ['View Our office', '1 new'].map((name) =>
    other.page.getByRole('button', { name }),
  ) as [Locator, Locator];
  await expect(shownThere.or(told).first()).toBeVisible();
  if (await told.isVisible()) await told.click();
  await shownThere.click();
  const view = other.page.getByRole('dialog', { name: 'View Blog' });
  await expect(view.getByRole('img', { name: 'The front door' })).toBeVisible();
  expect(await look(view.getByRole('img', { name: 'The front door' }), 20)).toEqual({
    size: '800 x 600',
    red: true,
  });
  await expect(view.getByRole('img', { name: 'The back door' })).toBeVisible();
  await expect(view.getByRole('img', { name: 'Garden' })).toBeVisible();
  const stored = await contentOf(server, 'our-office');
  expect(stored.match(/<img [^>]*src="\/api\/files\/[\da-f]{64}"/g)).toHaveLength(3);
  expect(stored).toContain('width="800"');
  expect(stored).not.toContain('data:');
  await takePictures(other.page, 'blog-pictures-view', EACH_WIDTH);

  // Copied into another article by somebody else, they are sent as of that one.
  await other.page.keyboard.press('Escape');
  const copy = await newBlog(other.page, 'A copy');
  await bring(copy.text, 'paste', [], stored);
  await expect(shown(copy.text)).toHaveCount(3);
  await other.page.keyboard.press('Control+s');
  await expect(other.page.getByText('New blog has been added.')).toBeVisible();
  await expect.poll(() => contentOf(server, 'a-copy')).toContain('/api/files/');
  await expect(other.page.getByRole('button', { name: /^Sync: Synced/ })).toBeVisible();
});

/** A photo as grainy as can be, just below the bound: drawn anew it is larger than the camera wrote it. */
async function grainyPhoto(page: Page): Promise<ChosenFile> {
  const base64 = await page.evaluate(async () => {
    for (let side = 3_000; ; side -= 100) {
      const canvas = new OffscreenCanvas(side, side);
      const context = canvas.getContext('2d');
      if (!context) throw new Error('Nothing to draw on');
      const grain = context.createImageData(side, side);
      for (let at = 0; at < grain.data.length; at += 4)
        grain.data.set([Math.random() * 256, Math.random() * 256, Math.random() * 256, 255], at);
      context.putImageData(grain, 0, 0);
      const photo = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.85 });
      if (photo.size > 5 * 1024 * 1024) continue;
      const reader = new FileReader();
      reader.readAsDataURL(photo);
      await new Promise((resolve) => reader.addEventListener('load', resolve));
      return typeof reader.result === 'string' ? (reader.result.split(',')[1] ?? '') : '';
    }
  });
  return { name: 'grain.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(base64, 'base64') };
}

test('a photo below the bound is taken, also where it is larger when it is drawn anew', async ({
  openPc,
  server,
}) => {
  const { page } = await openPc();
  await signIn(page, DEMO_ACCOUNTS.Admin);
  const { text } = await newBlog(page, 'Grain');
  const photo = await grainyPhoto(page);
  expect(photo.buffer.length).toBeGreaterThan(4 * 1024 * 1024);
  await bring(text, 'drop', [photo]);
  await expect(shown(text)).toHaveCount(1);
  await describe(page, 'Grain');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('New blog has been added.')).toBeVisible();
  await expect.poll(() => contentOf(server, 'grain')).toContain('/api/files/');
});

test('what is no picture of ours is said and leaves nothing behind; unsaved pictures are asked about', async ({
  openPc,
}) => {
  const { page } = await openPc();
  await signIn(page, DEMO_ACCOUNTS.Admin);
  const { form, text } = await newBlog(page, 'Refused');
  const alert = form.getByRole('alert');
  const photo = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(12 * 1024 * 1024)]);
  await bring(text, 'drop', [{ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: photo }]);
  await expect(alert).toHaveText('The picture is larger than 5 MB. Choose a smaller one.');
  await expect(figures(text)).toHaveCount(0);
  await bring(text, 'drop', [
    { name: 'cv.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') },
  ]);
  await expect(alert).toHaveText('This is not a JPEG, PNG or WebP picture. Choose one of these.');
  await bring(text, 'paste', [
    { name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('<svg onload="x()"/>') },
  ]);
  await expect(alert).toHaveText('This is not a JPEG, PNG or WebP picture. Choose one of these.');
  await expect(figures(text)).toHaveCount(0);
  const broken = Buffer.from('89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de', 'hex');
  await choose(page, form, { name: 'broken.png', mimeType: 'image/png', buffer: broken });
  await expect(alert).toHaveText('This picture cannot be read. Choose another one.');
  await expect(figures(text)).toHaveCount(0);
  await bring(
    text,
    'paste',
    [],
    '<p>Kept</p><img src="data:image/svg+xml;base64,PHN2Zy8+"><img src="file:///C:/a.png"><img src="https://e.com/a.png" alt="web">',
  );
  await expect(text).toContainText('Kept');
  await expect(figures(text)).toHaveCount(1);
  await expect(alert).toBeVisible();

  await choose(page, form, await twoColours(page, 'red', 'blue'));
  await describe(page, 'A door');
  await expect(alert).toBeHidden();
  await expect(shown(text)).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(page.getByText('Discard your changes?')).toBeVisible();
});

/** A photo in which the camera noted its place. */
async function photoWithPlace(page: Page): Promise<ChosenFile> {
  const address = await page.evaluate(() => {
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = 40;
    return canvas.toDataURL('image/jpeg');
  });
  const bytes = Buffer.from(address.split(',')[1] ?? '', 'base64');
  const note = Buffer.from('Exif\0\0PLACE-OF-THE-PHOTO');
  const head = Buffer.from([0xff, 0xe1, 0, note.length + 2]);
  const buffer = Buffer.concat([bytes.subarray(0, 2), head, note, bytes.subarray(2)]);
  return { name: 'photo.jpg', mimeType: 'image/jpeg', buffer };
}

test('a picture that is still being read holds the save up with a sentence; what the camera noted is left out', async ({
  openPc,
  server,
}) => {
  const { page } = await openPc();
  await signIn(page, DEMO_ACCOUNTS.Admin);
  const { form, text } = await newBlog(page, 'Too early');
  const file = await photoWithPlace(page);
  expect(file.buffer.toString('latin1')).toContain('PLACE-OF-THE-PHOTO');
  await page.evaluate(() => {
    const read = globalThis.createImageBitmap.bind(globalThis);
    const held = new Promise<void>((resolve) => Reflect.set(window, 'letGo', resolve));
    Reflect.set(globalThis, 'createImageBitmap', async (picture: Blob) => {
      await held;
      return read(picture);
    });
  });
  await bring(text, 'paste', [file]);
  await expect(figures(text)).toHaveCount(1);
  await page.keyboard.press('Control+s');
  await expect(form.getByRole('alert')).toHaveText('A picture is still being read. Save again in a moment.');
  await expect(form).toBeVisible();
  await page.evaluate(() => (Reflect.get(window, 'letGo') as () => void)());
  await describe(page, 'A door');
  await expect(shown(text)).toHaveCount(1);
  await expect(form.getByRole('alert')).toBeHidden();
  const kept = (await shown(text).getAttribute('src')) ?? '';
  expect(kept).toMatch(/^data:image\/jpeg/);
  expect(Buffer.from(kept.split(',')[1] ?? '', 'base64').toString('latin1')).not.toContain('PLACE-OF');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('New blog has been added.')).toBeVisible();
  await expect.poll(() => contentOf(server, 'too-early')).toContain('alt="A door"');
});

test('without network a picture is kept on the PC across a restart and sent with its article', async ({
  openPc,
  server,
}) => {
  const pc = await openPc();
  const other = await openPc();
  const { page } = pc;
  await signIn(page, DEMO_ACCOUNTS.Admin);
  await signIn(other.page, DEMO_ACCOUNTS['Super Admin']);
  await openScreen(page, 'Add Blogs');
  await openScreen(other.page, 'Add Blogs');
  await expect(other.page.getByRole('row').nth(1)).toBeVisible();
  await server.stop('SIGKILL');
  const { form, text } = await newBlog(page, 'Written on the train');
  await choose(page, form, await twoColours(page, 'red', 'blue'));
  await describe(page, 'The train');
  await expect(shown(text)).toHaveCount(1);
  await page.keyboard.press('Control+s');
  await expect(page.getByText('New blog has been added.')).toBeVisible();
  await pc.restart();
  await signIn(page, DEMO_ACCOUNTS.Admin);
  await openScreen(page, 'Add Blogs');
  await page.getByRole('button', { name: 'View Written on the train' }).click();
  const view = page.getByRole('dialog', { name: 'View Blog' });
  expect(await look(view.getByRole('img', { name: 'The train' }), 20)).toMatchObject({ red: true });
  await page.keyboard.press('Escape');
  await server.start();
  await expect(page.getByRole('button', { name: /^Sync: Synced/ })).toBeVisible({ timeout: 45_000 });
  await other.page.getByRole('button', { name: '1 new' }).click({ timeout: 45_000 });
  await other.page.getByRole('button', { name: 'View Written on the train' }).click();
  const theirs = other.page
    .getByRole('dialog', { name: 'View Blog' })
    .getByRole('img', { name: 'The train' });
  await expect(theirs).toHaveAttribute('src', /^data:/, { timeout: 45_000 });
  expect(await look(theirs, 20)).toMatchObject({ size: '800 x 600', red: true });
});

test('the caret stands where the text ends when one comes by Tab, and where one clicks', async ({
  openPc,
}) => {
  const { page } = await openPc();
  await signIn(page, DEMO_ACCOUNTS.Admin);
  const { form } = await newBlog(page, 'Caret');
  await page.keyboard.type('First paragraph');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Second');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('New blog has been added.')).toBeVisible();
  await expect(form).toBeHidden();
  const edit = page.getByRole('dialog', { name: 'Edit Blog' });
  const text = edit.getByRole('textbox', { name: 'Content' });
  await page.getByRole('button', { name: 'Edit Caret' }).click();
  await expect(text).toBeVisible();
  await edit.getByLabel('Image').focus();
  for (let tabs = 0; tabs < 30; tabs += 1) {
    await page.keyboard.press('Tab');
    if (await text.evaluate((node) => node === document.activeElement)) break;
  }
  await expect(text).toBeFocused();
  await page.keyboard.type(' goes on');
  await expect(text.locator('p').nth(1)).toHaveText('Second goes on');
  await page.keyboard.press('Control+s');
  await expect(edit).toBeHidden();

  await page.getByRole('button', { name: 'Edit Caret' }).click();
  await text
    .locator('p')
    .first()
    .click({ position: { x: 1, y: 8 } });
  await page.keyboard.type('The ');
  await expect(text.locator('p').first()).toHaveText('The First paragraph');
});
