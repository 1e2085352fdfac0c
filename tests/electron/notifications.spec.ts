import { mergeTests, type ElectronApplication, type Page } from '@playwright/test';
import { DEFAULT_DESKTOP_SETTINGS } from '../../shared/window/desktop-settings.ts';
import { test as withServer } from '../browser/product-test.ts';
import { seriousOn } from '../product/accessibility.ts';
import { fillSignIn, openScreen, signIn } from '../product/page-actions.ts';
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '../product/product.ts';
import { restClient, type RestClient } from '../product/rest-client.ts';
import { expect, test as withWindow } from './launch.ts';

/** Reminders of the system's own and the icon in the tray, as main gives them to the system. */

const test = mergeTests(withWindow, withServer);

/** The quiet hours of the day on which the test runs say nothing. */
const LOUD = { ...DEFAULT_DESKTOP_SETTINGS.quiet, on: false };

/** From here on notifications are noted in place of being shown. */
const noteNotifications = (app: ElectronApplication): Promise<void> =>
  app.evaluate(({ Notification }) => {
    Reflect.set(globalThis, 'notes', []);
    Notification.isSupported = () => true;
    Notification.prototype.show = function note() {
      (Reflect.get(globalThis, 'notes') as unknown[]).push(this);
    };
    Notification.prototype.close = function takeBack() {
      const noted = Reflect.get(globalThis, 'notes') as unknown[];
      noted.splice(noted.indexOf(this), 1);
    };
  });

const notes = (app: ElectronApplication): Promise<string[]> =>
  app.evaluate(() => (Reflect.get(globalThis, 'notes') as Electron.Notification[]).map(({ title }) => title));

const click = (app: ElectronApplication, wanted: string): Promise<void> =>
  app.evaluate((_electron, title) => {
    const all = Reflect.get(globalThis, 'notes') as Electron.Notification[];
    all.find((each) => each.title === title)?.emit('click', {});
  }, wanted);

/** A call of the bridge, as a screen makes it. */
const call = <Result>(page: Page, method: string, params: object): Promise<Result> =>
  page.evaluate(
    ([wanted, given]) =>
      new Promise<never>((resolve, reject) => {
        const id = 1_000_000_000 + Math.floor(Math.random() * 1_000_000_000);
        const port = window.bridgePort;
        const stop = port?.listen((message) => {
          if (!('id' in message) || message.id !== id) return;
          stop?.();
          if ('error' in message) reject(new Error(message.error.message));
          else resolve(message.result as never);
        });
        port?.send({ id, method: wanted as never, params: given });
      }),
    [method, params] as const,
  );

const chooseLoud = (page: Page, tray = false): Promise<null> =>
  call(page, 'desktop.set', {
    settings: { ...DEFAULT_DESKTOP_SETTINGS, quiet: LOUD, tray },
    startAtLogin: null,
  });

/** A candidate of the user's own whose call falls due in so many seconds. */
async function duePerson(rest: RestClient, name: string, seconds: number): Promise<string> {
  const { _id } = await rest.create('/api/students', {
    fullName: name,
    mobile: `98${String(Date.now()).slice(-8)}`,
    email: `${name.toLowerCase().replace(' ', '.')}@mail.test`,
    paymentStatus: 'Fully Paid',
    nextCall: new Date(Date.now() + seconds * 1_000).toISOString(),
  });
  return _id;
}

test('a call that falls due is told once, and a click opens the record with what can be done', async ({
  launch,
  server,
}) => {
  const options = { args: ['--server', server.origin], demo: false };
  const first = await launch(options);
  await noteNotifications(first.app);
  await signIn(first.page, DEMO_ACCOUNTS.HR);
  await chooseLoud(first.page);
  await openScreen(first.page, 'Inquiry');
  const rest = await restClient(server.origin, DEMO_ACCOUNTS.HR);
  await duePerson(rest, 'Asha Due', 4);
  await expect.poll(() => notes(first.app), { timeout: 30_000 }).toContain('Call Asha Due');

  await click(first.app, 'Call Asha Due');
  await expect(first.page.getByRole('dialog', { name: /View .*Asha Due/ })).toBeVisible();
  const toast = first.page.getByRole('status').filter({ hasText: 'Remind again?' });
  for (const label of ['Done', 'In 10 minutes', 'Tomorrow'])
    await expect(toast.getByRole('button', { name: label, exact: true })).toBeVisible();
  await toast.getByRole('button', { name: 'Done', exact: true }).click();
  await expect(toast).toBeHidden();
  expect((await notes(first.app)).filter((title) => title === 'Call Asha Due')).toHaveLength(1);
  await first.app.close();

  // Another start tells it not again, and a later one all the same.
  const second = await launch({ ...options, dataFolder: first.dataFolder });
  await noteNotifications(second.app);
  await fillSignIn(second.page, DEMO_ACCOUNTS.HR);
  await expect(second.page.getByRole('button', { name: /^Sync: Synced/ })).toBeVisible({ timeout: 45_000 });
  await duePerson(rest, 'Ravi Due', 4);
  await expect.poll(() => notes(second.app), { timeout: 30_000 }).toContain('Call Ravi Due');
  expect(await notes(second.app)).toEqual(['Call Ravi Due']);
});

test('who was named goes from the system’s list with the lock, and all of it with the user', async ({
  launch,
  server,
}) => {
  const { app, page } = await launch({ args: ['--server', server.origin], demo: false });
  await noteNotifications(app);
  await signIn(page, DEMO_ACCOUNTS.HR);
  await chooseLoud(page);
  const rest = await restClient(server.origin, DEMO_ACCOUNTS.HR);
  await duePerson(rest, 'Asha Due', 4);
  await expect.poll(() => notes(app), { timeout: 30_000 }).toEqual(['Call Asha Due']);

  await call(page, 'session.lock', {});
  const unnamed = '1 follow-up call is due';
  await expect.poll(() => notes(app)).toEqual([unnamed]);
  // What a click led to is nothing for the next one: it waits for the password, and goes with the user.
  await click(app, unnamed);
  await page.getByRole('button', { name: 'Logout', exact: true }).click();
  await signIn(page, DEMO_ACCOUNTS.Admin);
  expect(await notes(app)).toEqual([]);
  await expect(page.getByRole('status').filter({ hasText: 'Remind again?' })).toHaveCount(0);
});

test('over a locked screen nobody is named, and who is deleted goes from the system’s list', async ({
  launch,
  server,
}) => {
  const { app, page } = await launch({ args: ['--server', server.origin], demo: false });
  await noteNotifications(app);
  await signIn(page, DEMO_ACCOUNTS.HR);
  await chooseLoud(page);
  const rest = await restClient(server.origin, DEMO_ACCOUNTS.Admin);
  const screen = (event: 'lock-screen' | 'unlock-screen'): Promise<void> =>
    app.evaluate(({ powerMonitor }, what) => void powerMonitor.emit(what), event);
  const unnamed = '1 follow-up call is due';
  const mine = await restClient(server.origin, DEMO_ACCOUNTS.HR);
  await duePerson(mine, 'Asha Due', 4);
  await expect.poll(() => notes(app), { timeout: 30_000 }).toEqual(['Call Asha Due']);

  // The application has no lock of its own here: the system's alone.
  await screen('lock-screen');
  await expect.poll(() => notes(app)).toEqual([unnamed]);
  await duePerson(mine, 'Ravi Due', 4);
  await expect.poll(() => notes(app), { timeout: 30_000 }).toEqual([unnamed, unnamed]);
  await screen('unlock-screen');
  const id = await duePerson(mine, 'Meera Due', 4);
  await expect.poll(() => notes(app), { timeout: 30_000 }).toEqual([unnamed, unnamed, 'Call Meera Due']);

  await rest.remove(`/api/students/${id}`);
  await expect.poll(() => notes(app), { timeout: 30_000 }).toEqual([unnamed, unnamed]);
});

test('nothing is told of a call that a colleague has logged meanwhile', async ({ launch, server }) => {
  const { app, page } = await launch({ args: ['--server', server.origin], demo: false });
  await noteNotifications(app);
  await signIn(page, DEMO_ACCOUNTS.HR);
  await chooseLoud(page);
  const rest = await restClient(server.origin, DEMO_ACCOUNTS.HR);
  const colleague = await restClient(server.origin, DEMO_ACCOUNTS.Admin);
  const id = await duePerson(rest, 'Asha Done', 12);
  await duePerson(rest, 'Ravi Due', 15);
  await colleague.change(`/api/students/${id}`, {
    nextCall: new Date(Date.now() + 86_400_000).toISOString(),
  });
  // The one after it has been told, so its own time has passed.
  await expect.poll(() => notes(app), { timeout: 60_000 }).toContain('Call Ravi Due');
  expect(await notes(app)).toEqual(['Call Ravi Due']);
});

test('with the icon in the tray the application goes on without a window, and comes back', async ({
  launch,
}) => {
  const { app, page } = await launch();
  await noteNotifications(app);
  await signIn(page, DEMO_ACCOUNTS.HR);
  await chooseLoud(page, true);
  const closed = page.waitForEvent('close');
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
  await closed;
  const said = 'Employee Management System goes on';
  await expect.poll(() => notes(app)).toContain(said);
  const opened = app.waitForEvent('window');
  // As a second start does it.
  await app.evaluate(({ app: electron }) => electron.emit('activate'));
  const again = await opened;
  await expect(again.getByRole('button', { name: 'Logout', exact: true })).toBeVisible();
  expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
});

test('what the icon’s menu offers is done also where no window is open, and after the password', async ({
  launch,
}) => {
  const { app, page } = await launch();
  await noteNotifications(app);
  await app.evaluate(({ Tray }) => {
    const { setContextMenu: set } = Tray.prototype as { setContextMenu: (this: void, menu: unknown) => void };
    Tray.prototype.setContextMenu = function note(menu) {
      Reflect.set(globalThis, 'trayMenu', menu);
      Reflect.apply(set, this, [menu]);
    };
  });
  const choose = (wanted: string): Promise<void> =>
    app.evaluate((_electron, label) => {
      const menu = Reflect.get(globalThis, 'trayMenu') as Electron.Menu;
      menu.items.find((each) => each.label === label)?.click();
    }, wanted);
  const closeThen = async (window: Page, wanted: string): Promise<Page> => {
    const closed = window.waitForEvent('close');
    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
    await closed;
    const opened = app.waitForEvent('window');
    await choose(wanted);
    return opened;
  };
  await signIn(page, DEMO_ACCOUNTS.HR);
  await chooseLoud(page, true);
  const adding = await closeThen(page, 'Add inquiry');
  await expect(adding.getByRole('dialog', { name: 'Add Inquiry' })).toBeVisible();
  await adding.keyboard.press('Escape');
  const finding = await closeThen(adding, 'Log call');
  const palette = finding.getByRole('combobox', { name: 'Find people, screens and commands' });
  await expect(palette).toBeFocused();

  // Over a locked page it waits for the password.
  await call(finding, 'session.lock', {});
  const locked = await closeThen(finding, 'Add inquiry');
  await expect(locked.getByRole('button', { name: 'Unlock' })).toBeVisible();
  await locked.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  await locked.keyboard.press('Enter');
  await expect(locked.getByRole('dialog', { name: 'Add Inquiry' })).toBeVisible();
});

test('the settings are a dialog in the user’s menu, kept for the user on this PC', async ({ launch }) => {
  const { page } = await launch();
  await signIn(page, DEMO_ACCOUNTS.HR);
  const open = async (): Promise<ReturnType<Page['getByRole']>> => {
    await page.getByRole('button', { name: /^Signed in as/ }).click();
    await page.getByRole('menuitem', { name: 'Notifications' }).click();
    const dialog = page.getByRole('dialog', { name: 'Notifications' });
    await expect(dialog.getByRole('switch', { name: 'Follow-up calls' })).toBeVisible();
    return dialog;
  };
  const dialog = await open();
  await expect(dialog.getByLabel('From')).toHaveValue('20:00');
  await expect(dialog.getByRole('switch', { name: 'Start at login' })).toBeDisabled();
  expect(await seriousOn(page, 'all', ['[role="dialog"]'])).toEqual([]);
  await dialog.getByRole('switch', { name: 'Interviews, 10 minutes before' }).click();
  await dialog.getByLabel('Until').fill('09:30');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  const again = await open();
  await expect(again.getByRole('switch', { name: 'Interviews, 10 minutes before' })).not.toBeChecked();
  await expect(again.getByLabel('Until')).toHaveValue('09:30');
});
