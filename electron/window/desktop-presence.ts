import os from 'node:os';
import { app, Menu, Notification, powerMonitor, Tray } from 'electron';
import {
  MOST_SHOWN_REMINDERS,
  REMINDER_ACTION_LABELS,
  REMINDER_ACTIONS,
  type DesktopState,
  type ShownReminder,
} from '#shared/window/desktop-settings.ts';
import type { HostAbilities, MainToDesk } from '../ipc.ts';
import type { AppWindows } from './app-windows.ts';
import { startAtLogin } from './login-start.ts';

type Tell = (message: Extract<MainToDesk, { type: 'happened' | 'reminded' }>) => void;

/** How often it is asked since when nobody has touched the PC, in milliseconds; only where the lock is wished. */
const ASK_IDLE_EVERY_MS = 5_000;
/** Asked later than this, in seconds, the PC was asleep meanwhile, and who wakes it need not be who left it. */
const SLEPT_S = 30;

/** Elsewhere a notification has no buttons: the page offers them once it was clicked. */
const HAS_ACTIONS = process.platform === 'darwin' || process.platform === 'win32';

const NOTHING: DesktopState = {
  session: 'none',
  due: 0,
  dueText: '',
  tray: false,
  mayLogCalls: false,
  tellsOfTray: false,
  lockAfter: null,
};

/** Reminders of the system's, the badge, the tray and what the lock needs to know, as the desk wishes them. */
export class DesktopPresence {
  readonly #windows: AppWindows;
  readonly #tell: Tell;
  #state = NOTHING;
  #tray: Tray | undefined;
  #idle: NodeJS.Timeout | undefined;
  /** When it was last asked, by a clock that goes on in sleep and that nobody sets, and for how long nobody had touched the PC; in seconds. */
  #asked = { at: 0, idle: 0 };
  /** Why the windows must be locked, until the desk says that they are: it may be hung, or just about to start. */
  #lockOwed: 'screen-locked' | 'idle' | null = null;
  #hasOwnFolder = false;
  /** The system shows notifications over its locked screen as well. */
  #isScreenLocked = false;
  /** Shown ones, with the reminder that they are of: what nothing holds is collected, and its click leads nowhere. */
  readonly #shown = new Map<Notification, ShownReminder | null>();

  readonly #trayImage: string;

  /** @param trayImage file of the icon in the tray */
  constructor(windows: AppWindows, trayImage: string, tell: Tell) {
    this.#windows = windows;
    this.#trayImage = trayImage;
    this.#tell = tell;
  }

  readonly abilities: Pick<HostAbilities, 'remind' | 'takeBack' | 'stand' | 'startAtLogin'> = {
    remind: async (reminder) => this.#remind(this.#isScreenLocked ? unnamed(reminder) : reminder),
    takeBack: async (keys) =>
      this.#takeBack((reminder) => reminder !== null && reminder.key !== null && keys.includes(reminder.key)),
    stand: async (state) => this.#stand(state),
    startAtLogin: async (on) => startAtLogin(on, this.#hasOwnFolder),
  };

  /**
   * Once the application is ready.
   * @param hasOwnFolder it was started with a data folder of its own, which a start at login would not have
   */
  begin(hasOwnFolder: boolean): void {
    this.#hasOwnFolder = hasOwnFolder;
    powerMonitor.on('suspend', () => this.#noteIdle());
    powerMonitor.on('resume', () => {
      this.#lookWhetherIdle();
      this.#tell({ type: 'happened', event: 'resumed' });
    });
    powerMonitor.on('lock-screen', () => {
      this.#isScreenLocked = true;
      this.#unname();
      this.#lock('screen-locked');
    });
    powerMonitor.on('unlock-screen', () => {
      this.#isScreenLocked = false;
      this.#tell({ type: 'happened', event: 'resumed' });
    });
  }

  /** A desk that was started anew has opened what was open, and has not heard of it. */
  deskStarted(): void {
    if (this.#lockOwed) this.#tell({ type: 'happened', event: this.#lockOwed });
  }

  /** No window is open any more: with the tray the application goes on, which is said once. */
  allClosed(): void {
    if (!this.#tray) {
      app.quit();
      return;
    }
    if (!this.#state.tellsOfTray) return;
    this.#state = { ...this.#state, tellsOfTray: false };
    this.#show({
      title: 'Employee Management System goes on',
      body: 'It reminds you and syncs from its icon in the tray. Quit is in the icon’s menu.',
    });
    this.#tell({ type: 'happened', event: 'told-of-tray' });
  }

  #remind(reminder: ShownReminder, silent = false): void {
    const { key, title, body, address } = reminder;
    const actions =
      key !== null && HAS_ACTIONS
        ? REMINDER_ACTIONS.map((action) => ({
            type: 'button' as const,
            text: REMINDER_ACTION_LABELS[action],
          }))
        : [];
    const notification = this.#show({ title, body, actions, silent }, reminder);
    notification?.on('click', () => {
      this.#windows.show(address);
      if (key !== null && !HAS_ACTIONS) this.#windows.showWith({ kind: 'reminder', key, title });
    });
    notification?.on('action', ({ actionIndex }) => {
      const action = REMINDER_ACTIONS[actionIndex];
      if (key !== null && action) this.#tell({ type: 'reminded', key, action });
    });
  }

  #show(
    what: Electron.NotificationConstructorOptions,
    reminder: ShownReminder | null = null,
  ): Notification | undefined {
    if (!Notification.isSupported()) return undefined;
    const notification = new Notification(what);
    this.#shown.set(notification, reminder);
    // Closed by the system it may still be clicked where such are listed.
    const [oldest] = this.#shown.keys();
    if (oldest && this.#shown.size > MOST_SHOWN_REMINDERS) {
      this.#shown.delete(oldest);
      oldest.close();
    }
    notification.show();
    return notification;
  }

  /** Systems list what was shown for days: names are there for the user alone, and for nobody who comes after. */
  #takeBack(isGone: (reminder: ShownReminder | null) => boolean): void {
    for (const [notification, reminder] of this.#shown) {
      if (!isGone(reminder)) continue;
      this.#shown.delete(notification);
      notification.removeAllListeners();
      notification.close();
    }
  }

  /** In the place of those that name somebody come ones that do not. */
  #unname(): void {
    const naming = [...this.#shown.values()].filter(namesSomebody);
    this.#takeBack(namesSomebody);
    for (const reminder of naming) this.#remind(unnamed(reminder), true);
  }

  #stand(state: DesktopState): void {
    const before = this.#state;
    this.#state = state;
    if (state.session !== 'open') this.#lockOwed = null;
    if (state.session !== before.session) {
      if (state.session === 'locked') this.#unname();
      else if (state.session === 'none') this.#takeBack(() => true);
      if (state.session !== 'open') this.#windows.takeAway();
    }
    if (state.due !== before.due) app.setBadgeCount(state.due);
    if (JSON.stringify(state) !== JSON.stringify(before)) this.#standInTray();
    if (state.lockAfter === before.lockAfter) return;
    clearInterval(this.#idle);
    const { lockAfter } = state;
    if (lockAfter === null) return;
    this.#noteIdle();
    this.#idle = setInterval(() => this.#lookWhetherIdle(), ASK_IDLE_EVERY_MS);
  }

  #noteIdle(): void {
    this.#asked = { at: os.uptime(), idle: powerMonitor.getSystemIdleTime() };
  }

  #lookWhetherIdle(): void {
    const { lockAfter } = this.#state;
    if (lockAfter === null) return;
    const { at, idle } = this.#asked;
    this.#noteIdle();
    const passed = this.#asked.at - at;
    // What woke it counts as a touch, for the system.
    const asleep = passed > SLEPT_S ? idle + passed : 0;
    if (Math.max(this.#asked.idle, asleep) >= lockAfter * 60) this.#lock('idle');
  }

  #lock(event: 'screen-locked' | 'idle'): void {
    const { session, lockAfter } = this.#state;
    if (session === 'open' && lockAfter !== null) this.#lockOwed = event;
    this.#tell({ type: 'happened', event });
  }

  #standInTray(): void {
    const { tray, dueText } = this.#state;
    if (!tray) {
      const stood = this.#tray;
      stood?.destroy();
      this.#tray = undefined;
      // The session ended, and with no window open nothing would be left to reach the application by.
      if (stood && !this.#windows.current()) this.#windows.show();
      return;
    }
    if (!this.#tray) {
      this.#tray = new Tray(this.#trayImage);
      this.#tray.on('click', () => this.#windows.show());
    }
    this.#tray.setToolTip(`Employee Management System\n${dueText}`);
    this.#tray.setContextMenu(Menu.buildFromTemplate(this.#menu()));
  }

  #menu(): Electron.MenuItemConstructorOptions[] {
    const { dueText, mayLogCalls } = this.#state;
    const show = (): void => this.#windows.show();
    const work: Electron.MenuItemConstructorOptions[] = [
      { label: 'Log call', click: () => this.#windows.showWith({ kind: 'find-person' }) },
      { label: 'Add inquiry', click: () => this.#windows.showWith({ kind: 'add-inquiry' }) },
    ];
    return [
      { label: dueText, click: () => this.#windows.show(mayLogCalls ? '/today' : undefined) },
      { type: 'separator' },
      ...(mayLogCalls ? work : []),
      { label: 'Open', click: show },
      { type: 'separator' },
      { label: 'Quit', click: () => app.quit() },
    ];
  }
}

const namesSomebody = (reminder: ShownReminder | null): reminder is ShownReminder & { unnamed: string } =>
  (reminder?.unnamed ?? null) !== null;

/** As it is shown where anybody may see it. */
const unnamed = (reminder: ShownReminder): ShownReminder =>
  !namesSomebody(reminder) ? reminder : { ...reminder, title: reminder.unnamed, unnamed: null };
