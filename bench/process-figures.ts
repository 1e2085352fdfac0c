import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { ElectronApplication, Page } from '@playwright/test';
import { round } from './percentiles.ts';

/** What the processes of an Electron application take from this computer, by its own files of them. */

const REST_SECONDS = 10;

export interface RestFigures {
  /** Megabytes of each process, in which what several share is counted once in all (PSS). */
  memory: Record<string, number>;
  /** Percent of one processor. */
  idle: Record<string, number>;
}

/** How long main was kept from what it has to do, at most, in milliseconds. */
export interface MainFigures {
  /** Until it came to it, waiting for a processor that others have included. */
  blocked: number;
  /** What it worked itself in one go, by what Linux counts of its thread. */
  worked: number;
}

/** Begins to look at main. */
export const watchMain = (app: ElectronApplication): Promise<void> =>
  app.evaluate(() => {
    const { monitorEventLoopDelay } = process.getBuiltinModule('perf_hooks');
    const { readFileSync: read } = process.getBuiltinModule('fs');
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    const worked = (): number => Number.parseInt(read('/proc/self/schedstat', 'utf8')) / 1e6;
    const watch = { delay, worked: 0, timer: setInterval(() => look(), 1) };
    let before = worked();
    const look = (): void => {
      const now = worked();
      watch.worked = Math.max(watch.worked, now - before);
      before = now;
    };
    Reflect.set(globalThis, 'watch', watch);
  });

interface Watch {
  delay: { max: number; reset: () => void; disable: () => void };
  worked: number;
  timer: NodeJS.Timeout;
}

/** The longest since the last time it was asked. */
export const mainFigures = (app: ElectronApplication): Promise<MainFigures> =>
  app.evaluate(() => {
    const watch = Reflect.get(globalThis, 'watch') as Watch;
    const figures = { blocked: watch.delay.max / 1e6, worked: watch.worked };
    watch.delay.reset();
    watch.worked = 0;
    return figures;
  });

/** Looking at main every millisecond is work of its own. */
const watchNoMore = (app: ElectronApplication): Promise<void> =>
  app.evaluate(() => {
    const watch = Reflect.get(globalThis, 'watch') as Watch;
    watch.delay.disable();
    clearInterval(watch.timer);
  });

/** When the page was first painted, in milliseconds since 1970. */
export const paintedAt = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const paint = await new Promise<PerformanceEntry>((resolve) => {
      const observer = new PerformanceObserver((list) => {
        for (const entry of list.getEntriesByName('first-contentful-paint')) resolve(entry);
      });
      observer.observe({ type: 'paint', buffered: true });
    });
    return performance.timeOrigin + paint.startTime;
  });
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

/** Memory and processor once nothing is asked of it. */
export async function measureRest(app: ElectronApplication): Promise<RestFigures> {
  await watchNoMore(app);
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
