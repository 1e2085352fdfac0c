import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findElectron } from '../scripts/electron-for-tests.ts';
import { attach, type PackagedApplication } from '../tests/electron/packaged.ts';
import { median, round } from './percentiles.ts';
import {
  mainFigures,
  measureRest,
  paintedAt,
  watchMain,
  type MainFigures,
  type RestFigures,
} from './process-figures.ts';

/** One window with one line in it, as sandboxed as ours. */
const MAIN = `const { app, BrowserWindow } = require('electron');
app.whenReady().then(() => new BrowserWindow({ width: 1366, height: 768 }).loadFile('page.html'));
`;
const PAGE = '<!doctype html><title>Bare</title><p>Nothing</p>';

interface BareFigures {
  /** Milliseconds from the start of the process to the first painted page. */
  painted: number;
  mainBlocked: number;
  mainWorked: number;
  rest: RestFigures;
}

/**
 * The same Electron with an application that does nothing, started as the product's is: what no application of it can go
 * below on this computer.
 */
export async function measureBareElectron(
  packaged: PackagedApplication,
  starts: number,
): Promise<BareFigures> {
  const { folder } = await findElectron();
  const work = mkdtempSync(join(tmpdir(), 'placement-bare-electron-'));
  // Where a packaged application lies.
  const app = join(work, 'electron', 'resources', 'app');
  cpSync(folder, join(work, 'electron'), { recursive: true, verbatimSymlinks: true });
  mkdirSync(app, { recursive: true });
  writeFileSync(join(app, 'package.json'), JSON.stringify({ name: 'bare', main: 'main.js' }));
  writeFileSync(join(app, 'main.js'), MAIN);
  writeFileSync(join(app, 'page.html'), PAGE);
  const bare = { ...packaged, executablePath: join(work, 'electron', 'electron') };
  const args = [`--user-data-dir=${join(work, 'data')}`];
  const painted: number[] = [];
  const main: MainFigures[] = [];
  try {
    // The first one makes its folder.
    for (let start = 0; ; start += 1) {
      let began = Date.now();
      const running = await attach(bare, args, { onAnew: () => (began = Date.now()) });
      await watchMain(running);
      const at = await paintedAt(await running.firstWindow());
      if (start > 0) {
        painted.push(at - began);
        main.push(await mainFigures(running));
      }
      const rest = start === starts ? await measureRest(running) : undefined;
      await running.close();
      if (rest) {
        const mainBlocked = round(median(main.map(({ blocked }) => blocked)));
        const mainWorked = round(median(main.map(({ worked }) => worked)));
        return { painted: round(median(painted)), mainBlocked, mainWorked, rest };
      }
    }
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
