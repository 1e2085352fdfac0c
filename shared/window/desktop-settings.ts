import { z } from 'zod';

/** What may be told as it falls due. */
export const REMINDER_KINDS = ['calls', 'interviews', 'payments'] as const;
export type ReminderKind = (typeof REMINDER_KINDS)[number];

/** After so many minutes without a key or the mouse the application may lock itself. */
export const LOCK_AFTER_MINUTES = [5, 10, 15, 30, 60] as const;

const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);

/** What a user chose for the desktop application on this PC. */
export const desktopSettingsSchema = z.strictObject({
  kinds: z.strictObject({ calls: z.boolean(), interviews: z.boolean(), payments: z.boolean() }),
  /** Indian times; from the first to the second nothing is told. */
  quiet: z.strictObject({ on: z.boolean(), from: timeOfDay, to: timeOfDay, sundays: z.boolean() }),
  tray: z.boolean(),
  /** null: never. */
  lockAfter: z.literal([...LOCK_AFTER_MINUTES]).nullable(),
});

export type DesktopSettings = z.infer<typeof desktopSettingsSchema>;

export const DEFAULT_DESKTOP_SETTINGS: DesktopSettings = {
  kinds: { calls: true, interviews: true, payments: true },
  quiet: { on: true, from: '20:00', to: '08:00', sundays: true },
  tray: false,
  lockAfter: null,
};

/** What may be done about a reminder, in the order of its buttons. */
export const REMINDER_ACTIONS = ['done', 'soon', 'tomorrow'] as const;
export type ReminderAction = (typeof REMINDER_ACTIONS)[number];

export const REMINDER_ACTION_LABELS: Readonly<Record<ReminderAction, string>> = {
  done: 'Done',
  soon: 'In 10 minutes',
  tomorrow: 'Tomorrow',
};

/** A reminder as the system shows it. */
export const shownReminderSchema = z.strictObject({
  /** What it is known by where something is done about it; null where it speaks of several. */
  key: z.string().max(200).nullable(),
  title: z.string().max(300),
  /** The title where nobody may be named; null where it names nobody. */
  unnamed: z.string().max(300).nullable(),
  body: z.string().max(300),
  /** The address of the application that a click leads to. */
  address: z.string().startsWith('/').max(300),
});

/** So many reminders stay where the system lists them. */
export const MOST_SHOWN_REMINDERS = 20;

export type ShownReminder = z.infer<typeof shownReminderSchema>;

/** How the application stands on the desktop, as main shows it. */
export const desktopStateSchema = z.strictObject({
  session: z.enum(['none', 'open', 'locked']),
  /** How many things are due; 0 where nobody is signed in. */
  due: z.int().min(0),
  /** The same in words. */
  dueText: z.string().max(200),
  tray: z.boolean(),
  /** What the role may do from the tray. */
  mayLogCalls: z.boolean(),
  /** Whether the user has yet to be told that the application goes on in the tray. */
  tellsOfTray: z.boolean(),
  lockAfter: desktopSettingsSchema.shape.lockAfter,
});

export type DesktopState = z.infer<typeof desktopStateSchema>;

/** What happens on the PC and the desk needs to know. */
export const DESKTOP_EVENTS = ['resumed', 'idle', 'screen-locked', 'told-of-tray'] as const;
export type DesktopEvent = (typeof DESKTOP_EVENTS)[number];
