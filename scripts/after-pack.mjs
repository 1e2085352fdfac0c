// Runs when the application's folder has been put together, before installers are made of it. Plain JavaScript, since
// electron-builder loads it by itself.
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Chromium has no texts of its own for en-IN and would fall back to British English, whose date fields show 24 hours.
 * With texts under that name it keeps the locale, and India's 12 hours.
 */
export default async function addIndianLocale({ appOutDir, electronPlatformName }) {
  if (electronPlatformName === 'darwin') return;
  const locales = join(appOutDir, 'locales');
  await copyFile(join(locales, 'en-GB.pak'), join(locales, 'en-IN.pak'));
}
