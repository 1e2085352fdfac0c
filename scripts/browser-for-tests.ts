import { existsSync } from 'node:fs';
import { chromium, type LaunchOptions } from 'playwright';
import { BROWSER_PACKAGES, ensureSystemPackages } from './system-packages.ts';

/** The headless shell first: a whole browser draws a window of its own for each page, which costs a fifth more. */
const SYSTEM_CHROMIUM = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/** Chromium calls home unless told not to; tests talk to 127.0.0.1 only. */
const QUIET = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-domain-reliability',
  '--disable-sync',
  '--disable-features=OptimizationHints,MediaRouter,Translate,AutofillServerCommunication,CertificateTransparencyComponentUpdater,SpareRendererForSitePerProcess,AndroidWarmUpSpareRendererWithTimeout',
  '--no-first-run',
  '--no-pings',
  '--metrics-recording-only',
];

/** The Chromium to test with: Playwright's own if it is there, else the system's. Undefined if there is none. */
export function findChromium(): string | undefined {
  return [chromium.executablePath(), ...SYSTEM_CHROMIUM].find((path) => existsSync(path));
}

/** How Playwright starts that Chromium: without calls home, and without the sandbox that refuses root. */
export function browserLaunchOptions(): LaunchOptions {
  const executablePath = findChromium();
  const isRoot = process.getuid?.() === 0;
  return {
    ...(executablePath ? { executablePath } : {}),
    args: [...QUIET, ...(isRoot ? ['--no-sandbox'] : [])],
  };
}

/**
 * Makes sure that there is a Chromium.
 * @returns undefined when there is one, else one sentence that says how to get it.
 */
export async function ensureChromium(): Promise<string | undefined> {
  if (existsSync(chromium.executablePath())) return undefined;
  await ensureSystemPackages(BROWSER_PACKAGES);
  // Not every distribution has the shell alone.
  if (!findChromium()) await ensureSystemPackages(['chromium']);
  return findChromium() ? undefined : 'No Chromium found. Run: npx playwright install chromium';
}
