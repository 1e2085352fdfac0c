import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright';
import { build } from 'vite';
import { browserLaunchOptions } from '../../scripts/browser-for-tests.ts';
import { cpuSeconds, residentMemory } from '../../tests/product/processes.ts';
import { measure, type Whose } from './measured.ts';
import type { RxField, RxSteps } from './rxdb-steps.ts';
import { FIELDS, remarksOf, storedOf, type Row } from './stored.ts';

/**
 * RxDB with its free storage for data that stays: Dexie on IndexedDB, in a page of Chromium, as in the window of an
 * Electron application. Its memory is that of the page's process; those that keep IndexedDB and fetch count for processor time alone.
 * Arguments: address, folder, rows, edits.
 */
const [address = '', folder = '', rows, edits] = process.argv.slice(2);
const PAGE = 5_000;

declare global {
  interface Window {
    openPeer(address: string, fields: readonly RxField[]): Promise<void>;
    peer: RxSteps;
  }
}

async function bundle(): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      lib: { entry: fileURLToPath(new URL('rxdb-page.ts', import.meta.url)), formats: ['es'] },
    },
  });
  const [output] = Array.isArray(result) ? result : [result];
  if (!output || !('output' in output)) throw new Error('There is no bundle');
  return output.output[0].code;
}

/** The processes that this one and those started. */
const descendants = (): string[] =>
  readdirSync('/proc').filter(
    (name) => /^\d+$/.test(name) && ancestorsOf(name).includes(String(process.pid)),
  );

const chromiumProcesses: Whose = {
  // The page's process: of those for pages the largest, since one may be spare.
  memory: () =>
    descendants()
      .filter((pid) => commandOf(pid).includes('--type=renderer'))
      .flatMap((pid) => residentMemory(Number(pid)) ?? [])
      .sort((one, other) => other.peak - one.peak)[0] ?? null,
  processor: () => descendants().reduce((all, pid) => all + cpuSeconds(Number(pid)), 0),
};

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

function ancestorsOf(pid: string): string[] {
  try {
    const parent = /^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? '0';
    return parent === '0' ? [] : [parent, ...ancestorsOf(parent)];
  } catch {
    return [];
  }
}

const context = await chromium.launchPersistentContext(folder, browserLaunchOptions());
try {
  const [page = await context.newPage()] = context.pages();
  const code = await bundle();
  // From the address of the server itself: a page of another one would have to be let in.
  await page.route('**/page.html', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<script type="module" src="/page.js"></script>' }),
  );
  await page.route('**/page.js', (route) => route.fulfill({ contentType: 'text/javascript', body: code }));
  await page.goto(`${address}/page.html`);
  await page.waitForFunction(() => 'openPeer' in window);
  page.setDefaultTimeout(0);
  await page.evaluate(([to, fields]) => window.openPeer(to, fields), [address, FIELDS] as const);

  async function* all(): AsyncGenerator<Row> {
    for (let after: string | undefined = ''; after !== undefined;) {
      const found: Row[] = await page.evaluate(([from, limit]) => window.peer.rows(from, limit), [
        after,
        PAGE,
      ] as const);
      yield* found;
      after = found.at(-1)?._id;
    }
  }
  await measure(
    {
      pull: () => page.evaluate(() => window.peer.pull()),
      count: () => page.evaluate(() => window.peer.count()),
      edit: (count) =>
        page.evaluate(
          (remarks) => window.peer.edit(remarks),
          Array.from({ length: count }, (_, index) => remarksOf(index)),
        ),
      push: () => page.evaluate(() => window.peer.push()),
      stored: () => storedOf(all()),
    },
    Number(rows),
    Number(edits),
    chromiumProcesses,
  );
} finally {
  await context.close();
}
