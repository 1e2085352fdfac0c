import { z } from 'zod';
import { desktopSettingsSchema, REMINDER_ACTIONS, type DesktopSettings } from '../window/desktop-settings.ts';

// The part of the bridge about what the application does on the desktop: reminders, the tray and the lock.

export interface DesktopChoices {
  settings: DesktopSettings;
  /** null where the application cannot be started at login. */
  startAtLogin: boolean | null;
}

export const desktopParams = {
  /** What the user chose for this PC; null in a browser, where there is nothing to choose. */
  'desktop.get': z.strictObject({}),
  'desktop.set': z.strictObject({
    settings: desktopSettingsSchema,
    /** null leaves it as it is. */
    startAtLogin: z.boolean().nullable(),
  }),
  /** Does something about a reminder that was shown. */
  'desktop.remind': z.strictObject({ key: z.string().max(200), action: z.enum(REMINDER_ACTIONS) }),
} as const;

export interface DesktopResults {
  'desktop.get': DesktopChoices | null;
  'desktop.set': null;
  'desktop.remind': null;
}
