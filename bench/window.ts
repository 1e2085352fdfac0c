import { readdirSync, readFileSync, rmSync, statSync, writeFileSync, mkdtempSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { ElectronApplication, Page } from '@playwright/test';
import { packagedApplication } from '../scripts/packaged-application.ts';
import { attach, preparePackaged, type PackagedApplication } from '../tests/electron/packaged.ts';
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '../tests/product/product.ts';
import { round } from './percentiles.ts';
import { setStage } from './stage.ts';

/**
 * Start and size of the packaged application, in its real window: from the start of its process to the sign-in page, from
 * the sign-in to a list with rows, at the first start and later, with few and with many records; memory of each process and
 * processor at rest, how long main and window were blocked, and a board's first cards. `npm run bench:window`.
 */
const FEW = 400;
const MANY = Number(process.env['BENCH_CANDIDATES'] ?? 100_000);
const LATER_STARTS = 5;
const REST_SECONDS = 10;
const FULL_SYNC_MS = 300_000;
const MOST_MS = 60_000;

interface StartFigures {
  /** Milliseconds from the start of the process to the first painted sign-in page. */
  signInPage: number;
  /** Milliseconds from pressing Login to rows in the list of candidates, and how long main and window were blocked. */
  rows: number;
  mainBlocked: number;
  windowBlocked: number;
}

interface RestFigures {
  /** Megabytes of each process, in which what several share is counted once in all (PSS). */
  memory: Record<string, number>;
  /** Percent of one processor. */
  idle: Record<string, number>;
}

async function openApplication(
  application: PackagedApplication,
  data: string,
  server: string,
): Promise<{ app: ElectronApplication; page: Page; began: number }> {
  let began = Date.now();
  const app = await attach(application, ['--data', data, '--server', server], {
    onAnew: () => {
      began = Date.now();
    },
  });
  await app.evaluate(() => {
    const { monitorEventLoopDelay } = process.getBuiltinModule('perf_hooks');
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    Reflect.set(globalThis, 'delay', delay);
  });
  return { app, page: await app.firstWindow(), began };
}

/** Since the last time it was asked, in milliseconds. */
const mainBlocked = (app: ElectronApplication): Promise<number> =>
  app.evaluate(() => {
    const delay = Reflect.get(globalThis, 'delay') as { max: number; reset: () => void };
    const { max } = delay;
    delay.reset();
    return max / 1e6;
  });

/** The longest task of the page since it began, in milliseconds; those under 50 are not told of. */
const windowBlocked = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const observer = new PerformanceObserver((list) => {
          resolve(Math.max(...list.getEntries().map(({ duration }) => duration)));
        });
        observer.observe({ type: 'longtask', buffered: true });
        setTimeout(() => resolve(0), 500);
      }),
  );

/** Signs in and opens the list of candidates, from within the page: nothing waits for this program. */
async function toRows(page: Page): Promise<number> {
  await page.getByLabel('Email', { exact: true }).fill(DEMO_ACCOUNTS['Super Admin']);
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  return page.evaluate(
    (most) =>
      new Promise<number>((resolve, reject) => {
        const named = (selector: string, name: string): HTMLElement | undefined =>
          [...document.querySelectorAll<HTMLElement>(selector)].find(
            ({ textContent }) => textContent.trim() === name,
          );
        const began = performance.now();
        let isAsked = false;
        named('button', 'Login')?.click();
        const look = (): void => {
          const link = isAsked ? undefined : named('nav a', 'Candidate');
          if (link) {
            isAsked = true;
            link.click();
          }
          const passed = performance.now() - began;
          if (isAsked && document.querySelector('[role="gridcell"]')) resolve(passed);
          else if (passed > most) reject(new Error('No row of a list came'));
          else requestAnimationFrame(look);
        };
        look();
      }),
    MOST_MS,
  );
}

/** Shows the list as its first board; gives the milliseconds until cards stand there. */
const toBoard = (page: Page): Promise<number> =>
  page.evaluate(
    (most) =>
      new Promise<number>((resolve, reject) => {
        const [, board] = document.querySelectorAll<HTMLElement>('[aria-label="Show as"] input');
        const began = performance.now();
        board?.click();
        const look = (): void => {
          const passed = performance.now() - began;
          if (document.querySelector('[role="gridcell"]:not(.ag-cell)')) resolve(passed);
          else if (passed > most) reject(new Error('No card of a board came'));
          else requestAnimationFrame(look);
        };
        look();
      }),
    MOST_MS,
  );

async function measureStart(
  application: PackagedApplication,
  data: string,
  server: string,
): Promise<StartFigures & { app: ElectronApplication; page: Page }> {
  const { app, page, began } = await openApplication(application, data, server);
  await page.getByRole('button', { name: 'Login' }).waitFor();
  const painted = await page.evaluate(async () => {
    const paint = await new Promise<PerformanceEntry>((resolve) => {
      const observer = new PerformanceObserver((list) => {
        for (const entry of list.getEntriesByName('first-contentful-paint')) resolve(entry);
      });
      observer.observe({ type: 'paint', buffered: true });
    });
    return performance.timeOrigin + paint.startTime;
  });
  const rows = await toRows(page);
  const figures = {
    signInPage: painted - began,
    rows,
    mainBlocked: await mainBlocked(app),
    windowBlocked: await windowBlocked(page),
  };
  return { app, page, ...figures };
}

/** The names that people know the processes by, and their ids. */
async function processes(app: ElectronApplication): Promise<{ name: string; pid: number }[]> {
  const found = await app.evaluate(({ app: electron }) =>
    electron.getAppMetrics().map(({ type, name, pid }) => ({ name: name ?? type, pid })),
  );
  // Chromium starts others of the same program through one of its own, which has no name there.
  const known = new Set(found.map(({ pid }) => pid));
  const more = readdirSync('/proc').flatMap((entry) => {
    if (!/^\d+$/.test(entry) || known.has(Number(entry))) return [];
    const parent = /^PPid:\s+(\d+)/m.exec(statusOf(Number(entry)))?.[1];
    return parent !== undefined && known.has(Number(parent)) ? [{ name: 'Zygote', pid: Number(entry) }] : [];
  });
  return [...found, ...more];
}

function statusOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8');
  } catch {
    return '';
  }
}

const shareOf = (pid: number): number =>
  Number(/^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0) / 1024;

/** Ticks of a hundredth of a second that a process has worked. */
function ticksOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return Number(fields[11]) + Number(fields[12]);
}

function withSum(each: Record<string, number>): Record<string, number> {
  return { ...each, all: round(Object.values(each).reduce((sum, value) => sum + value, 0)) };
}

async function measureRest(app: ElectronApplication): Promise<RestFigures> {
  // Looking at the delay of main every millisecond is work of its own.
  await app.evaluate(() => (Reflect.get(globalThis, 'delay') as { disable: () => void }).disable());
  // What the start left to be done is done, and memory given back.
  await pause(REST_SECONDS * 1000);
  const all = await processes(app);
  const byName = (measure: (pid: number) => number): Record<string, number> => {
    const sums: Record<string, number> = {};
    for (const { name, pid } of all) sums[name] = (sums[name] ?? 0) + measure(pid);
    return sums;
  };
  const before = byName(ticksOf);
  await pause(REST_SECONDS * 1000);
  const after = byName(ticksOf);
  const idle = Object.fromEntries(
    Object.entries(after).map(([name, ticks]) => [name, (ticks - (before[name] ?? 0)) / REST_SECONDS]),
  );
  const memory = byName((pid) => Math.round(shareOf(pid)));
  return { memory: withSum(memory), idle: withSum(idle) };
}

const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? NaN;

async function measureOffice(application: PackagedApplication, candidates: number): Promise<unknown> {
  const stage = await setStage(candidates);
  const data = mkdtempSync(join(tmpdir(), 'placement-bench-window-'));
  try {
    const server = stage.server.address;
    const { app, page: opened, ...first } = await measureStart(application, data, server);
    await opened.getByRole('button', { name: /^Sync: Synced/ }).waitFor({ timeout: FULL_SYNC_MS });
    const syncing = { mainBlocked: await mainBlocked(app), windowBlocked: await windowBlocked(opened) };
    await app.close();
    const later: StartFigures[] = [];
    for (let start = 1; ; start += 1) {
      const { app: again, page, ...figures } = await measureStart(application, data, server);
      later.push(figures);
      if (start < LATER_STARTS) {
        await again.close();
        continue;
      }
      const rest = await measureRest(again);
      const board = round(await toBoard(page));
      await again.close();
      const of = (name: keyof StartFigures): number => round(median(later.map((each) => each[name])));
      const usual = {
        signInPage: of('signInPage'),
        rows: of('rows'),
        mainBlocked: of('mainBlocked'),
        windowBlocked: of('windowBlocked'),
      };
      return { candidates, first, syncing, later: usual, rest, firstCardsOfBoard: board };
    }
  } finally {
    await stage.close();
    rmSync(data, { recursive: true, force: true });
  }
}

function sizeOf(folder: string): number {
  return readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
    const path = join(folder, entry.name);
    if (entry.isSymbolicLink()) return sum;
    return sum + (entry.isDirectory() ? sizeOf(path) : statSync(path).size);
  }, 0);
}

const { application, electron, close } = await preparePackaged();
try {
  const installed = Math.round(sizeOf(dirname(await packagedApplication('release'))) / 1e6);
  const offices = [await measureOffice(application, FEW), await measureOffice(application, MANY)];
  const machine = { cpus: cpus().length, model: cpus()[0]?.model, electron };
  const results = { at: new Date().toISOString(), machine, installedMB: installed, offices };
  writeFileSync(new URL('results-window.json', import.meta.url), `${JSON.stringify(results, null, 2)}\n`);
  process.stdout.write(`${JSON.stringify(results, null, 2)}\n`);
} finally {
  await close();
}
