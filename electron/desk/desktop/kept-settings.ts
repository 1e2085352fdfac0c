import { join } from 'node:path';
import { z } from 'zod';
import { DEFAULT_DESKTOP_SETTINGS, desktopSettingsSchema } from '#shared/window/desktop-settings.ts';
import { DESKTOP_FILE, readPrivateJson, writePrivateJson } from '../storage/data-folders.ts';

const stored = z.object({
  settings: desktopSettingsSchema.catch(DEFAULT_DESKTOP_SETTINGS),
  toldOfTray: z.boolean().catch(false),
});

type Kept = z.infer<typeof stored>;

/** What the user of a folder chose for the desktop of this PC. */
export function readDesktopSettings(folder: string): Kept {
  const kept = stored.safeParse(readPrivateJson(join(folder, DESKTOP_FILE)));
  return kept.success ? kept.data : { settings: DEFAULT_DESKTOP_SETTINGS, toldOfTray: false };
}

export function writeDesktopSettings(folder: string, kept: Kept): void {
  writePrivateJson(join(folder, DESKTOP_FILE), kept);
}
