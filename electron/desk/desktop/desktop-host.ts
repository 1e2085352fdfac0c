import type { DesktopState, ShownReminder } from '#shared/window/desktop-settings.ts';

/** What the desk's surroundings do on the desktop. */
export interface DesktopHost {
  /** Shows a reminder of the system's own. */
  remind(reminder: ShownReminder): Promise<void>;
  /** Takes reminders of these keys from the system's list, which keeps them for days. */
  takeBack(keys: readonly string[]): Promise<void>;
  /** Takes the badge, the tray and the lock from it. */
  stand(state: DesktopState): Promise<void>;
  /** Whether the application starts at login; null where it cannot. Given a value, it is set first. */
  startAtLogin(on: boolean | null): Promise<boolean | null>;
}
