import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test as base, type BrowserContext, type Page } from '@playwright/test';
import type { Running } from '../product/processes.ts';
import { freePort, startDesk, startServer } from '../product/product.ts';

/** A PC of the office: a desk process with its own data folder, and a browser window on its screens. */
export interface OfficePc {
  page: Page;
  desk: Running;
  /** Its data folder. */
  data: string;
  /** Ends the desk and starts it again on the same data, as after switching the PC on; the window opens anew. */
  restart(): Promise<void>;
}

/** The organisation's server, on a port that it keeps. */
export interface OfficeServer {
  origin: string;
  /** Its data folder. */
  data: string;
  /** With settings as environment variables. */
  start(settings?: Readonly<Record<string, string>>): Promise<void>;
  stop(signal?: NodeJS.Signals): Promise<void>;
  /** It answers nobody until `goOn`. */
  hang(): void;
  goOn(): void;
}

export interface OfficeFixtures {
  server: OfficeServer;
  openPc: (options?: {
    colorScheme?: 'light' | 'dark';
    width?: number;
    height?: number;
    /** What the PC's clock is set to, for its desk and its browser. */
    timeZone?: string;
    /** Milliseconds that the PC's clock is ahead. */
    clockAhead?: number;
    /** The language that its browser is set to. */
    locale?: string;
    /** An address of the server that is http and not of this computer, which the PC is allowed to use. */
    plainServer?: string;
  }) => Promise<OfficePc>;
}

interface WorkerFixtures {
  /** A folder that a server with demo data has left: making it takes longer than copying it. */
  demoData: string;
}

/** Real processes and a real browser: each test has a server of its own with demo data, and as many PCs as it opens. */
export const test = base.extend<OfficeFixtures, WorkerFixtures>({
  demoData: [
    async ({ browserName }, provide) => {
      const folder = mkdtempSync(join(tmpdir(), `placement-e2e-demo-${browserName}-`));
      await (await startServer({ data: folder, demo: true })).stop();
      await provide(folder);
      rmSync(folder, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 120_000 },
  ],

  server: async ({ demoData }, provide) => {
    const folder = mkdtempSync(join(tmpdir(), 'placement-e2e-server-'));
    cpSync(demoData, folder, { recursive: true });
    const port = await freePort();
    let running: Running | null = null;
    const server: OfficeServer = {
      origin: `http://127.0.0.1:${port}`,
      data: folder,
      async start(settings = {}) {
        running = await startServer({ data: folder, port, demo: true, settings });
      },
      async stop(signal) {
        await running?.stop(signal);
        running = null;
      },
      hang: () => void (running && process.kill(running.pid, 'SIGSTOP')),
      goOn: () => void (running && process.kill(running.pid, 'SIGCONT')),
    };
    await server.start();
    await provide(server);
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  },

  openPc: async ({ browser, server }, provide) => {
    const closers: (() => Promise<void>)[] = [];
    await provide(async (options = {}) => {
      const folder = mkdtempSync(join(tmpdir(), 'placement-e2e-desk-'));
      const port = await freePort();
      const viewport = { width: options.width ?? 1366, height: options.height ?? 768 };
      const context: BrowserContext = await browser.newContext({
        baseURL: `http://127.0.0.1:${port}`,
        viewport,
        colorScheme: options.colorScheme ?? 'light',
        reducedMotion: 'reduce',
        ...(options.locale === undefined ? {} : { locale: options.locale }),
        ...(options.timeZone === undefined ? {} : { timezoneId: options.timeZone }),
      });
      const page = await context.newPage();
      if (options.clockAhead !== undefined)
        await page.clock.install({ time: Date.now() + options.clockAhead });
      const start = async (): Promise<Running> => {
        const desk = await startDesk({
          data: folder,
          server: options.plainServer ?? server.origin,
          allowPlainHttp: options.plainServer !== undefined,
          port,
          timeZone: options.timeZone,
          clockAhead: options.clockAhead,
        });
        await page.goto(desk.address);
        return desk;
      };
      const pc: OfficePc = {
        page,
        data: folder,
        desk: await start(),
        async restart() {
          await pc.desk.stop('SIGKILL');
          pc.desk = await start();
        },
      };
      closers.push(async () => {
        await context.close();
        await pc.desk.stop();
        rmSync(folder, { recursive: true, force: true });
      });
      return pc;
    });
    for (const close of closers) await close();
  },
});

export { expect };
