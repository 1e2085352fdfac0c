import { readdirSync, rmSync, statSync, writeFileSync, mkdtempSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import type { ElectronApplication, Page } from '@playwright/test';
import { packagedApplication } from '../scripts/packaged-application.ts';
import { attach, preparePackaged, type PackagedApplication } from '../tests/electron/packaged.ts';
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '../tests/product/product.ts';
import { restClient } from '../tests/product/rest-client.ts';
import { measureBareElectron } from './bare-electron.ts';
import { median, round } from './percentiles.ts';
import { mainFigures, measureRest, paintedAt, watchMain, type MainFigures } from './process-figures.ts';
import { setStage } from './stage.ts';

/**
 * Start and size of the packaged application, in its real window: from the start of its process to the sign-in page, from
 * the sign-in to a list with rows, at the first start and later, with few and with many records; memory of each process and
 * processor at rest, how long main and window were blocked (main by its own work apart), and a board's first cards. Beside it the same Electron with an
 * empty application, below which none can go. `npm run bench:window`.
 */
const FEW = 400;
const MANY = Number(process.env['BENCH_CANDIDATES'] ?? 100_000);
const LATER_STARTS = 5;
const FULL_SYNC_MS = 300_000;
/** What changes elsewhere while the list of candidates is open. */
const CHANGES = 500;
const CHANGES_A_MINUTE = 1_000;
const MOST_MS = 60_000;

interface StartFigures {
  /** Milliseconds from the start of the process to the first painted sign-in page. */
  signInPage: number;
  /** Milliseconds from pressing Login to rows in the list of candidates, and how long the window was blocked. */
  rows: number;
  windowBlocked: number;
  main: MainFigures;
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
  await watchMain(app);
  return { app, page: await app.firstWindow(), began };
}

/**
 * The longest task of the page that began since then, in milliseconds; 0 where none took over 50, of which nothing is told.
 * @param since as the page's clock has it
 */
const windowBlocked = (page: Page, since = 0): Promise<number> =>
  page.evaluate(
    (from) =>
      new Promise<number>((resolve) => {
        const observer = new PerformanceObserver((list) => {
          const later = list.getEntries().filter(({ startTime }) => startTime >= from);
          resolve(Math.max(0, ...later.map(({ duration }) => duration)));
        });
        observer.observe({ type: 'longtask', buffered: true });
        setTimeout(() => resolve(0), 500);
      }),
    since,
  );

const pageClock = (page: Page): Promise<number> => page.evaluate(() => performance.now());

/** Once what was begun is drawn, and the page has had nothing else to do since. */
const drawn = (page: Page): Promise<void> =>
  page.evaluate(
    (most) => new Promise<void>((resolve) => requestIdleCallback(() => resolve(), { timeout: most })),
    MOST_MS,
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
  const signInPage = (await paintedAt(page)) - began;
  const rows = await toRows(page);
  const figures = {
    signInPage,
    rows,
    windowBlocked: await windowBlocked(page),
    main: await mainFigures(app),
  };
  return { app, page, ...figures };
}

/** How long main and window were blocked while a program changes records that the list shows, so many a minute. */
async function measureBesideChanges(
  app: ElectronApplication,
  page: Page,
  server: string,
): Promise<Pick<StartFigures, 'main' | 'windowBlocked'>> {
  const program = await restClient(server, DEMO_ACCOUNTS.Admin);
  const people = await program.list(`/api/students?limit=${CHANGES}`);
  const since = await pageClock(page);
  // While it was at rest nobody looked.
  await watchMain(app);
  const began = performance.now();
  for (let at = 0; at < CHANGES; at += 1) {
    await program.change(`/api/students/${people[at % people.length]?._id ?? ''}`, {
      remarks: `Change ${at}`,
    });
    await after(Math.max(0, began + (at * 60_000) / CHANGES_A_MINUTE - performance.now()));
  }
  return { windowBlocked: await windowBlocked(page, since), main: await mainFigures(app) };
}

async function measureOffice(application: PackagedApplication, candidates: number): Promise<unknown> {
  const stage = await setStage(candidates);
  const data = mkdtempSync(join(tmpdir(), 'placement-bench-window-'));
  try {
    const server = stage.server.address;
    const { app, page: opened, ...first } = await measureStart(application, data, server);
    await drawn(opened);
    const since = await pageClock(opened);
    await mainFigures(app);
    await opened.getByRole('button', { name: /^Sync: Synced/ }).waitFor({ timeout: FULL_SYNC_MS });
    const syncing = {
      main: await mainFigures(app),
      windowBlocked: await windowBlocked(opened, since),
    };
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
      const besideChanges = await measureBesideChanges(again, page, server);
      const board = round(await toBoard(page));
      await again.close();
      const of = (figure: (start: StartFigures) => number): number => round(median(later.map(figure)));
      const usual = {
        signInPage: of(({ signInPage }) => signInPage),
        rows: of(({ rows }) => rows),
        windowBlocked: of((start) => start.windowBlocked),
        main: { blocked: of(({ main }) => main.blocked), worked: of(({ main }) => main.worked) },
      };
      return { candidates, first, syncing, later: usual, rest, besideChanges, firstCardsOfBoard: board };
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
  const bare = await measureBareElectron(application, LATER_STARTS);
  const offices = [await measureOffice(application, FEW), await measureOffice(application, MANY)];
  const machine = { cpus: cpus().length, model: cpus()[0]?.model, electron };
  const results = { at: new Date().toISOString(), machine, installedMB: installed, bare, offices };
  writeFileSync(new URL('results-window.json', import.meta.url), `${JSON.stringify(results, null, 2)}\n`);
  process.stdout.write(`${JSON.stringify(results, null, 2)}\n`);
} finally {
  await close();
}
