import { expect, test } from './launch.ts';
import { noteRelaunch } from './relaunch.ts';

/** The packaged application on a computer where nobody has an account yet. */

const PERSON = { name: 'Asha Rao', email: 'asha.rao@office.example', password: 'seven green parrots sing' };

test(
  'the packaged application has no account that nobody asked for, and makes the first one here',
  { tag: '@core' },
  async ({ launch }) => {
    const { app, page, dataFolder } = await launch({ demo: false });
    await page.getByRole('button', { name: 'Use this PC alone' }).click();
    const form = page.getByRole('form', { name: 'First start on this computer' });
    await expect(form.getByLabel('Business')).toBeFocused();
    await form.getByLabel('Business').fill('Sunrise Training');

    await form.getByRole('button', { name: 'Create account' }).click();
    await expect(form.getByText('Name is required')).toBeVisible();
    await expect(form.getByLabel('Name')).toBeFocused();
    await form.getByLabel('Name').fill(PERSON.name);
    await form.getByLabel('Email').fill(PERSON.email);
    await form.getByLabel('Password', { exact: true }).fill('password');
    await form.getByRole('button', { name: 'Create account' }).click();
    await expect(form.getByRole('alert')).toContainText(/password/i);

    await form.getByLabel('Password', { exact: true }).fill(PERSON.password);
    await form.getByRole('button', { name: 'Create account' }).click();
    await page.waitForURL('**/dashboard');
    await expect(page.getByRole('button', { name: /^Sync: Synced/ })).toBeVisible({ timeout: 45_000 });
    await page.getByRole('button', { name: /^Signed in as/ }).click();
    await page.getByRole('menuitem', { name: 'Join code' }).click();
    const office = page.getByRole('dialog', { name: 'Join code' });
    await expect(office.getByLabel('Name of the office')).toHaveValue('Sunrise Training');
    await expect(office.getByText("Other PCs cannot reach this PC's server yet")).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(office).toBeHidden();

    // Signed in or out, and after a restart, there is no second way to an account.
    await page.getByRole('button', { name: 'Logout', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Logout' }).click();
    await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
    await app.close();
    const again = await launch({ dataFolder, demo: false });
    await expect(again.page.getByRole('button', { name: 'Login' })).toBeVisible();
    await expect(again.page.getByRole('button', { name: 'Use this PC alone' })).toHaveCount(0);
    for (const account of ['superadmin@demo.test', PERSON.email]) {
      await again.page.getByLabel('Email', { exact: true }).fill(account);
      await again.page.getByLabel('Password', { exact: true }).fill('Demo@12345');
      await again.page.getByRole('button', { name: 'Login' }).click();
      await expect(again.page.getByRole('alert')).not.toBeEmpty();
      await expect(again.page.getByRole('button', { name: 'Login' })).toBeEnabled();
    }
    const refused = await again.page.evaluate(
      (person) =>
        new Promise<unknown>((resolve) => {
          const stop = window.bridgePort?.listen((message) => {
            if (!('id' in message) || message.id !== 987_654) return;
            stop?.();
            resolve(message);
          });
          window.bridgePort?.send({ id: 987_654, method: 'firstStart.makeAdmin', params: person });
        }),
      { ...PERSON, email: 'second@office.example' },
    );
    expect(refused).toMatchObject({ error: { message: 'This computer has been set up already. Sign in.' } });
  },
);

test('somebody who only wants to look around gets demo data in a place of its own, and leaves it with one click', async ({
  launch,
}) => {
  const { app, page, dataFolder } = await launch({ demo: false, args: ['--port=5900'] });
  const relaunched = await noteRelaunch(app);
  await page.getByRole('button', { name: 'Look around with demo data' }).click();
  const args = await relaunched();
  expect(args).toEqual(expect.arrayContaining(['--port=5900', '--data', dataFolder, '--look-around']));
  await app.close();

  // Started so, the demo accounts are there, and the first folder has stayed as it was.
  const second = await launch({ dataFolder, demo: false, args: ['--look-around'] });
  await second.page.getByLabel('Email', { exact: true }).fill('hr@demo.test');
  await second.page.getByLabel('Password', { exact: true }).fill('Demo@12345');
  await second.page.getByRole('button', { name: 'Login' }).click();
  await second.page.waitForURL('**/dashboard');
  const leaving = await noteRelaunch(second.app);
  await second.page.getByRole('button', { name: 'Leave demo data' }).click();
  const back = await leaving();
  expect(back).toContain(dataFolder);
  expect(back).not.toContain('--look-around');
  await second.app.close();

  const third = await launch({ dataFolder, demo: false });
  await expect(third.page.getByRole('button', { name: 'Use this PC alone' })).toBeVisible();
  await expect(third.page.getByRole('button', { name: 'Leave demo data' })).toHaveCount(0);
});
