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

  // The very name that was typed, and not the first that holds it.
  for (const key of ['Tab', 'Enter']) {
    await choice(form, 'Interview Status').click();
    await page.keyboard.type('scheduled');
    await page.keyboard.press(key);
    await expect(choice(form, 'Interview Status')).toHaveValue('Scheduled');
    await choice(form, 'Interview Status').fill('');
  }

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

test('so is one that is set on many, that is chosen beside a call, and whom others are handed to', async ({
  openPc,
  server,
}) => {
  const rest = await restClient(server.origin, DEMO_ACCOUNTS.Admin);
  for (const at of [1, 2])
    await rest.create('/api/students', {
      fullName: `Many Choosers ${at}`,
      mobile: `97000 0008${at}`,
      email: `many${at}@mail.test`,
      state: 'Goa',
    });
  const found = async (field: string): Promise<unknown[]> =>
    (await rest.list('/api/students'))
      .filter(({ fullName }) => String(fullName).startsWith('Many Choosers'))
      .map((each) => each[field]);
  const { page } = await openPc();
  await signIn(page, DEMO_ACCOUNTS.Admin);
  await openScreen(page, 'Candidate');
  await page.getByLabel('Search candidates').fill('Many Choosers');
  await expect(page.getByRole('row').filter({ hasText: 'Many Choosers' })).toHaveCount(2);
  await page.getByRole('checkbox', { name: 'Select all' }).check();

  await page.keyboard.press('s');
  const setting = page.getByRole('dialog', { name: /^Set a field of/ });
  await choice(setting, 'Field').fill('state');
  await page.keyboard.press('Enter');
  await choice(setting, 'State').click();
  await page.keyboard.type('pradesh');
  await setting.getByRole('button', { name: 'Apply' }).press('Enter');
  await expect(setting.getByText(/“pradesh” fits several of the choices/)).toBeVisible();
  await choice(setting, 'State').fill('karna');
  await setting.getByRole('button', { name: 'Apply' }).press('Enter');
  await expect(setting).toBeHidden();
  await expect.poll(() => found('state')).toEqual(['Karnataka', 'Karnataka']);

  // Whoever is typed over is handed nothing.
  await page.keyboard.press('Escape');
  await page.getByRole('checkbox', { name: 'Select all' }).check();
  await page
    .getByRole('toolbar', { name: 'Selected rows' })
    .getByRole('button', { name: 'Hand over' })
    .click();
  const handing = page.getByRole('dialog', { name: /^Hand over/ });
  await choice(handing, 'To').fill('kavita');
  await page.keyboard.press('Enter');
  await expect(choice(handing, 'To')).toHaveValue(/^Kavita Menon/);
  await choice(handing, 'To').fill('nobody of that name');
  await expect(handing.getByRole('button', { name: 'Hand over' })).toBeDisabled();
  await page.keyboard.press('Tab');
  await expect(handing.getByText(/“nobody of that name” is none of the choices/)).toBeVisible();
  await choice(handing, 'To').fill('kavita');
  await page.keyboard.press('Tab');
  await expect(choice(handing, 'To')).toHaveValue(/^Kavita Menon/);
  await expect(handing.getByRole('button', { name: 'Hand over' })).toBeEnabled();
});

test('a lead status typed beside a call is saved with it, or keeps it open', async ({ openPc, server }) => {
  const rest = await restClient(server.origin, DEMO_ACCOUNTS.Admin);
  await rest.create('/api/interns', { Name: 'Lead Chooser', mobile: '97000 00090' });
  const { page } = await openPc();
  await signIn(page, DEMO_ACCOUNTS.HR);
  await openScreen(page, 'Inquiry');
  await page.getByRole('searchbox').first().fill('Lead Chooser');
  await page.getByRole('row').filter({ hasText: 'Lead Chooser' }).getByRole('gridcell').nth(2).click();
  await page.keyboard.press('l');
  const log = page.getByRole('dialog', { name: /^Log call/ });
  await log.getByRole('radio', { name: 'Connected' }).click();
  await choice(log, 'Lead status').fill('nothing like it');
  await page.keyboard.press('Control+s');
  await expect(log.getByText('Choose “nothing like it” from the list, or empty the field.')).toBeVisible();
  await choice(log, 'Lead status').fill('demo sch');
  await log.getByRole('button', { name: 'Save' }).click();
  await expect(log).toBeHidden();
  const saved = async (): Promise<unknown> => {
    const [lead] = (await rest.list('/api/interns')).filter(({ Name }) => Name === 'Lead Chooser');
    const statuses = await rest.list('/api/lead-status');
    const { _id } = statuses.find(({ name }) => name === 'Demo Scheduled') ?? {};
    return _id !== undefined && JSON.stringify(lead?.['leadStatus']).includes(String(_id));
  };
  await expect.poll(saved).toBe(true);
});
