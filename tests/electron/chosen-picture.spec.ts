import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openScreen, signIn } from '../product/page-actions.ts';
import { choosePicture, look, twoColours } from '../product/picture-file.ts';
import { DEMO_ACCOUNTS } from '../product/product.ts';
import { expect, test } from './launch.ts';

test('a picture is chosen from a file of this PC, cropped, saved and shown again', async ({ launch }) => {
  const { page } = await launch();
  await signIn(page, DEMO_ACCOUNTS.HR);
  await openScreen(page, 'Candidate');
  await page.getByRole('button', { name: 'Add Candidate' }).click();
  const form = page.getByRole('dialog', { name: 'Add Candidate' });
  await form.getByLabel('Full Name').fill('Asha Patil');
  await form.getByLabel('Mobile').fill('90000 12345');
  await form.getByLabel('Email').fill('asha.patil@example.com');
  const field = form.getByRole('group', { name: 'Profile Picture' });

  const folder = mkdtempSync(join(tmpdir(), 'placement-pictures-'));
  try {
    const noPicture = join(folder, 'no-picture.png');
    writeFileSync(noPicture, '<svg/>');
    await choosePicture(page, form, noPicture);
    await expect(field.getByRole('alert')).toHaveText(
      'This is not a JPEG, PNG or WebP picture. Choose one of these.',
    );
    const face = join(folder, 'face.png');
    writeFileSync(face, (await twoColours(page, 'red', 'blue')).buffer);
    await choosePicture(page, form, face);
    await page.getByRole('button', { name: 'Use picture' }).click();
  } finally {
    rmSync(folder, { recursive: true });
  }
  await expect(field.getByRole('img', { name: 'Asha Patil', exact: true })).toBeVisible();
  await form.getByRole('button', { name: 'Save Employee' }).click();
  await expect(form).toBeHidden();

  await page.getByLabel('Search candidates').fill('Asha Patil');
  await page.getByRole('button', { name: 'View Asha Patil', exact: true }).click();
  const shown = page
    .getByRole('dialog', { name: 'View Candidate' })
    .getByRole('img', { name: 'Asha Patil', exact: true });
  await expect(shown).toBeVisible();
  // The square was cut out of the middle: left of it red, right of it blue.
  expect(await look(shown, 30)).toMatchObject({ red: true });
  expect(await look(shown, 70)).toMatchObject({ red: false });
});
