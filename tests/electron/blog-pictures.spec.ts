import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openScreen, signIn } from '../product/page-actions.ts';
import { look, twoColours } from '../product/picture-file.ts';
import { takePicture } from '../product/pictures.ts';
import { DEMO_ACCOUNTS } from '../product/product.ts';
import { expect, test } from './launch.ts';

test('a picture is put into an article from a file of this PC, described, saved and shown again', async ({
  launch,
}) => {
  const { page } = await launch();
  await signIn(page, DEMO_ACCOUNTS.Admin);
  await openScreen(page, 'Add Blogs');
  await page.getByRole('button', { name: 'Add Blog' }).click();
  const form = page.getByRole('dialog', { name: 'Add Blog' });
  await form.getByLabel('Title').fill('From a file');
  await form.getByRole('textbox', { name: 'Content' }).click();
  await page.keyboard.type('Our door');
  const folder = mkdtempSync(join(tmpdir(), 'placement-blog-pictures-'));
  try {
    const door = join(folder, 'door.png');
    writeFileSync(door, (await twoColours(page, 'red', 'blue')).buffer);
    const chooser = page.waitForEvent('filechooser');
    await form.getByRole('button', { name: 'Insert picture' }).click();
    await (await chooser).setFiles(door);
    const words = page.getByRole('textbox', { name: 'For those who cannot see it' });
    await expect(words).toBeFocused();
    await words.fill('The front door');
    await takePicture(page, 'electron-blog-picture');
    await page.keyboard.press('Enter');
  } finally {
    rmSync(folder, { recursive: true });
  }
  await page.keyboard.press('Control+s');
  await expect(form).toBeHidden();
  await page.getByRole('button', { name: 'View From a file' }).click();
  const shown = page.getByRole('dialog', { name: 'View Blog' }).getByRole('img', { name: 'The front door' });
  await expect(shown).toHaveAttribute('src', /^data:/);
  expect(await look(shown, 20)).toEqual({ size: '800 x 600', red: true });
  expect(await look(shown, 80)).toMatchObject({ red: false });
});
