import type { ElectronApplication, Page } from '@playwright/test';
import { openMyDetails, openScreen, signIn } from '../product/page-actions.ts';
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '../product/product.ts';
import { expect, test, type Desktop } from './launch.ts';

/** What the product needs of the window, tried in the packaged window itself; what it does not need stays denied. */

const clipboard = (app: ElectronApplication): Promise<string> =>
  app.evaluate(({ clipboard: system }) => system.readText());

const putOnClipboard = (app: ElectronApplication, text: string): Promise<void> =>
  app.evaluate(({ clipboard: system }, given) => system.writeText(given), text);

async function openCandidates({ page }: Desktop): Promise<Page> {
  await signIn(page, DEMO_ACCOUNTS.HR);
  await openScreen(page, 'Candidate');
  return page;
}

test('a Copy button and Ctrl+C on a cell put the text on the clipboard of the system', async ({ launch }) => {
  const desktop = await launch();
  const page = await openCandidates(desktop);
  await putOnClipboard(desktop.app, 'what was there before');
  const cell = page.getByRole('gridcell').filter({ hasText: '@' }).first();
  const email = (await cell.innerText()).trim();
  await cell.click({ position: { x: 2, y: 2 } });
  await page.keyboard.press('Control+c');
  await expect.poll(() => clipboard(desktop.app)).toBe(email);

  await putOnClipboard(desktop.app, 'what was there before');
  await openScreen(page, 'Data Links');
  await page
    .getByRole('gridcell')
    .getByRole('button', { name: /^Copy / })
    .first()
    .click();
  await expect(page.getByText('Copied', { exact: true }).first()).toBeVisible();
  const copied = await clipboard(desktop.app);
  expect(copied).not.toBe('what was there before');
  await expect(page.getByRole('grid')).toContainText(copied);
  await expect(page.getByText('could not be copied')).toHaveCount(0);
});

test('Copy buttons in dialogs: the password of an employee, the key for an authenticator app', async ({
  launch,
}) => {
  const { app, page } = await launch();
  await signIn(page, DEMO_ACCOUNTS['Super Admin']);
  await openScreen(page, 'Add Employee');
  await page.getByLabel('Search by name or email').fill(DEMO_ACCOUNTS.HR);
  await page.getByRole('button', { name: 'View Pooja Kulkarni' }).click();
  await page.getByRole('button', { name: 'Show password' }).click();
  await page.getByRole('button', { name: 'Copy the password of Pooja Kulkarni' }).click();
  await expect.poll(() => clipboard(app)).toBe(DEMO_PASSWORD);
  await page.keyboard.press('Escape');

  const details = await openMyDetails(page);
  await details.getByRole('button', { name: 'Set up' }).click();
  const dialog = page.getByRole('dialog', { name: 'Set up two-step sign-in' });
  await dialog.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByRole('button', { name: 'Copy the key' }).click();
  const secret = (await dialog.locator('code').innerText()).replaceAll(' ', '');
  await expect.poll(() => clipboard(app)).toBe(secret);
});

test('text is copied out of a field, cut and pasted into another', async ({ launch }) => {
  const desktop = await launch();
  const page = await openCandidates(desktop);
  await putOnClipboard(desktop.app, 'Pasted Name');
  await page.getByRole('button', { name: 'Add Candidate' }).click();
  const form = page.getByRole('dialog', { name: 'Add Candidate' });
  const name = form.getByLabel('Full Name');
  await name.click();
  await page.keyboard.press('Control+v');
  await expect(name).toHaveValue('Pasted Name');
  await name.fill('Written Here');
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Control+x');
  await expect(name).toHaveValue('');
  expect(await clipboard(desktop.app)).toBe('Written Here');
  await form.getByLabel('City').click();
  await page.keyboard.press('Control+v');
  await expect(form.getByLabel('City')).toHaveValue('Written Here');
});

test('every permission that the product does not use stays denied', async ({ launch }) => {
  const { page, app } = await launch();
  await putOnClipboard(app, 'a secret of another program');
  const answers = await page.evaluate(async () => {
    const denied = (asked: Promise<unknown>): Promise<string> =>
      asked.then(
        () => 'granted',
        () => 'denied',
      );
    return {
      notifications: await Notification.requestPermission(),
      media: await denied(navigator.mediaDevices.getUserMedia({ audio: true })),
      screen: await denied(navigator.mediaDevices.getDisplayMedia()),
      readClipboard: await denied(navigator.clipboard.readText()),
      place: await denied(
        new Promise((resolve, reject) => navigator.geolocation.getCurrentPosition(resolve, reject)),
      ),
      persistentStorage: (await navigator.storage.persist()) ? 'granted' : 'denied',
    };
  });
  expect(answers).toEqual({
    notifications: 'denied',
    media: 'denied',
    screen: 'denied',
    readClipboard: 'denied',
    place: 'denied',
    persistentStorage: 'denied',
  });
});

test('a frame that came into the page cannot write to the clipboard', async ({ launch }) => {
  const { page, app } = await launch();
  await putOnClipboard(app, 'what was there before');
  const answer = await page.evaluate(async () => {
    const frame = document.createElement('iframe');
    document.body.append(frame);
    const inner = frame.contentWindow;
    if (!inner) return 'no frame';
    return inner.navigator.clipboard.writeText('from the frame').then(
      () => 'granted',
      () => 'denied',
    );
  });
  expect(answer).not.toBe('granted');
  expect(await clipboard(app)).toBe('what was there before');
});
