import type { Locator, Page } from '@playwright/test';
import { openScreen, signIn } from '../product/page-actions.ts';
import { DEMO_ACCOUNTS } from '../product/product.ts';
import { restClient } from '../product/rest-client.ts';
import { expect, test } from './product-test.ts';

/** What is typed into a field of choices is taken where it can be only one, and is never lost without a word. */

const NAME = 'Typa Chooser';
const choice = (form: Locator, name: string): Locator => form.getByRole('combobox', { name, exact: true });

async function edit(page: Page): Promise<Locator> {
  await page
    .getByRole('button', { name: `Edit ${NAME}` })
    .first()
    .click();
  const form = page.getByRole('dialog', { name: /^Edit/ });
  await expect(choice(form, 'State')).toBeVisible();
  return form;
}

test('a choice that is typed is taken by Tab, by leaving and by saving; else it stays and is told of', async ({
  openPc,
  server,
}) => {
  const rest = await restClient(server.origin, DEMO_ACCOUNTS.Admin);
  const { _id } = await rest.create('/api/students', {
    fullName: NAME,
    mobile: '97000 00077',
    email: 'typa@mail.test',
    state: 'Goa',
  });
  const stored = async (): Promise<Record<string, unknown>> => {
    const all = await rest.list('/api/students');
    return all.find((each) => each['_id'] === _id) ?? {};
  };
  const { page } = await openPc();
  await signIn(page, DEMO_ACCOUNTS.Admin);
  await openScreen(page, 'Candidate');

  // Saved while it is typed: it fits one alone.
  let form = await edit(page);
  await choice(form, 'State').click();
  await page.keyboard.type('karna');
  await page.keyboard.press('Control+s');
  await expect(form).toBeHidden();
  await expect.poll(async () => (await stored())['state']).toBe('Karnataka');

  // Tab takes what Enter would take; several of many are typed the same way; a person, too.
  form = await edit(page);
  await choice(form, 'State').click();
  await page.keyboard.type('mahar');
  await page.keyboard.press('Tab');
  await expect(choice(form, 'State')).toHaveValue('Maharashtra');
  await form.getByLabel('Enrolled Course').fill('jav');
  await page.keyboard.press('Tab');
  await expect(form.getByText('JAVA', { exact: true })).toBeVisible();
  await expect(form.getByLabel('Enrolled Course')).toHaveValue('');

  // What fits nothing, or several, is neither saved nor lost.
  await choice(form, 'State').click();
  await page.keyboard.type('pradesh');
  await page.keyboard.press('Control+s');
  await expect(
    form.getByText('“pradesh” fits several of the choices. Choose one from the list.'),
  ).toBeVisible();
  await expect(choice(form, 'State')).toHaveValue('pradesh');
  await choice(form, 'State').fill('Atlantis');
  await form.getByLabel('City', { exact: true }).click();
  await expect(form.getByText('“Atlantis” is none of the choices. Choose one from the list.')).toBeVisible();
  await expect(choice(form, 'State')).toHaveValue('Atlantis');

  // Escape puts back what was chosen.
  await choice(form, 'State').fill('Bih');
  await page.keyboard.press('Escape');
  await expect(choice(form, 'State')).toHaveValue('Maharashtra');
  await page.keyboard.press('Control+s');
  await expect(form).toBeHidden();
  await expect.poll(async () => (await stored())['state']).toBe('Maharashtra');

  // Emptied is empty.
  form = await edit(page);
  await choice(form, 'State').fill('');
  await page.keyboard.press('Tab');
  await expect(choice(form, 'State')).toHaveValue('');
  await page.keyboard.press('Control+s');
  await expect(form).toBeHidden();
  await expect.poll(async () => (await stored())['state'] ?? null).toBeNull();
});
