import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packagedApplication } from '../../scripts/packaged-application.ts';
import { PROJECT } from '../../scripts/project.ts';
import { signIn } from '../product/page-actions.ts';
import { DEMO_ACCOUNTS } from '../product/product.ts';
import { fusesOf, RELEASE_FUSES } from './fuses.ts';
import { catchHandedOut, handedOut } from './handed-out.ts';
import { expect, test, type Desktop } from './launch.ts';
import { callDesk } from './page-calls.ts';

/**
 * Electron's own security checklist (electronjs.org/docs/latest/tutorial/security, 20 points), read back from the packaged
 * application. An attacker's page is tried further in `window.spec.ts`, links in `record-links.spec.ts`, files in
 * `hostile-content.spec.ts`, servers there and in `joining.spec.ts`.
 */

type Check = (desktop: Desktop) => Promise<void>;

interface Preferences {
  preload?: string;
  [name: string]: unknown;
}

/** What each window was made with. */
const preferences = ({ app }: Desktop): Promise<Preferences[]> =>
  app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows().map(({ webContents }) => {
      // Electron's types do not know this method; it is there to let tests see what a window was made with.
      const made: unknown = Reflect.apply(Reflect.get(webContents, 'getLastWebPreferences'), webContents, []);
      return { ...(made as Preferences) };
    }),
  );

async function everyWindowHas(desktop: Desktop, wanted: Preferences): Promise<void> {
  const windows = await preferences(desktop);
  expect(windows.length).toBeGreaterThan(0);
  for (const each of windows) expect(each).toMatchObject(wanted);
}

/** Options that Electron leaves out where they are off. */
async function noWindowHas(desktop: Desktop, name: string): Promise<void> {
  for (const each of await preferences(desktop)) expect(each[name] ?? false).toBeFalsy();
}

/** What has a page. */
const pages = ({ app }: Desktop): Promise<string[]> =>
  app.evaluate(({ webContents }) =>
    webContents
      .getAllWebContents()
      .map(
        (each) =>
          `${each.getType()} ${URL.canParse(each.getURL()) ? new URL(each.getURL()).origin : 'without an address'}`,
      ),
  );

const CHECKLIST: [point: string, check: Check][] = [
  [
    'Only load secure content',
    async (desktop) => {
      const { app, page } = desktop;
      await app.evaluate(({ session }) => {
        const asked: string[] = [];
        Reflect.set(globalThis, 'asked', asked);
        session.defaultSession.webRequest.onCompleted(({ url }) => void asked.push(url));
      });
      await page.reload();
      await expect(page.getByRole('navigation').first()).toBeVisible();
      const asked = await app.evaluate(() => Reflect.get(globalThis, 'asked') as string[]);
      expect(asked).toContain('app://desk/dashboard');
      expect(asked.filter((url) => !/^(?:app:\/\/desk\/|data:|blob:)/.test(url))).toEqual([]);
    },
  ],
  [
    'Do not enable Node.js integration for remote content',
    async (desktop) => {
      await everyWindowHas(desktop, { nodeIntegration: false });
      for (const name of ['nodeIntegrationInWorker', 'nodeIntegrationInSubFrames'])
        await noWindowHas(desktop, name);
      const found = await desktop.page.evaluate(() =>
        ['require', 'process', 'module', 'Buffer', 'global'].filter((name) => name in globalThis),
      );
      expect(found).toEqual([]);
    },
  ],
  [
    'Enable context isolation',
    async (desktop) => {
      await everyWindowHas(desktop, { contextIsolation: true });
      // The page can put nothing in the place of what the preload gave it.
      const stays = await desktop.page.evaluate(() => {
        const given = window.bridgePort;
        const isReplaced = Reflect.set(window, 'bridgePort', {}) && window.bridgePort !== given;
        return !isReplaced && !Reflect.deleteProperty(window, 'bridgePort');
      });
      expect(stays).toBe(true);
    },
  ],
  [
    'Enable process sandboxing',
    async (desktop) => {
      await everyWindowHas(desktop, { sandbox: true });
      expect(readFileSync(join(PROJECT, 'electron-builder.yml'), 'utf8')).not.toContain('no-sandbox');
    },
  ],
  [
    'Handle session permission requests from remote content',
    async ({ page }) => {
      const states = await page.evaluate(() =>
        Promise.all(
          ['geolocation', 'notifications', 'camera', 'microphone', 'midi', 'clipboard-read'].map(
            async (name) => (await navigator.permissions.query({ name: name as PermissionName })).state,
          ),
        ),
      );
      expect(new Set(states)).toEqual(new Set(['denied']));
    },
  ],
  [
    'Do not disable webSecurity',
    async (desktop) => {
      await everyWindowHas(desktop, { webSecurity: true });
    },
  ],
  [
    'Define a content security policy',
    async ({ page }) => {
      const policies = await page.evaluate(async () => {
        const script = document.querySelector('script[src]')?.getAttribute('src') ?? '';
        return Promise.all(
          ['/', '/candidate', script].map(async (path) =>
            (await fetch(path)).headers.get('Content-Security-Policy'),
          ),
        );
      });
      for (const policy of policies) {
        expect(policy).toContain("default-src 'none'");
        expect(policy).toContain("script-src 'self';");
      }
      // In a turn of the page's own: what a test tool runs itself is not held to the policy.
      const ran = await page.evaluate(
        () =>
          new Promise<string>((resolve) => {
            setTimeout(() => {
              try {
                resolve(String(Reflect.construct(Function, ['return 1'])()));
              } catch (error) {
                resolve(error instanceof EvalError ? 'refused' : String(error));
              }
            });
          }),
      );
      expect(ran).toBe('refused');
    },
  ],
  [
    'Do not enable allowRunningInsecureContent',
    (desktop) => noWindowHas(desktop, 'allowRunningInsecureContent'),
  ],
  ['Do not enable experimental features', (desktop) => noWindowHas(desktop, 'experimentalFeatures')],
  ['Do not use enableBlinkFeatures', (desktop) => noWindowHas(desktop, 'enableBlinkFeatures')],
  [
    'Do not use allowpopups for WebViews',
    async (desktop) => {
      await noWindowHas(desktop, 'webviewTag');
      const before = await pages(desktop);
      await desktop.page.evaluate(() => {
        const view = document.createElement('webview');
        view.setAttribute('allowpopups', '');
        view.setAttribute('src', 'app://desk/');
        document.body.append(view);
      });
      await desktop.page.reload();
      expect(await pages(desktop)).toEqual(before);
    },
  ],
  [
    'Verify WebView options before creation',
    async ({ app }) => {
      const refused = await app.evaluate(({ BrowserWindow }) =>
        BrowserWindow.getAllWindows().map(({ webContents }) => {
          let isRefused = false;
          const event = { preventDefault: () => (isRefused = true) };
          webContents.emit('will-attach-webview', event, {}, {});
          return isRefused;
        }),
      );
      expect(refused).not.toContain(false);
    },
  ],
  [
    'Disable or limit navigation',
    async ({ page }) => {
      for (const address of ['https://example.com/', 'file:///etc/hostname', 'app://other/']) {
        await page.evaluate((to) => {
          location.href = to;
        }, address);
        await expect.poll(() => page.evaluate(() => location.origin)).toBe('app://desk');
      }
    },
  ],
  [
    'Disable or limit creation of new windows',
    async (desktop) => {
      // Its own screens the application opens beside, in windows like the first (`several-windows.spec.ts`).
      const before = await pages(desktop);
      const opened = await desktop.page.evaluate(() =>
        ['https://example.com/', 'app://other/', 'file:///', 'about:blank'].map(
          (to) => window.open(to) !== null,
        ),
      );
      expect(opened).not.toContain(true);
      expect(await pages(desktop)).toEqual(before);
    },
  ],
  [
    'Do not use shell.openExternal with untrusted content',
    async (desktop) => {
      const { app, page } = desktop;
      await catchHandedOut(app);
      for (const url of [
        'file:///etc/passwd',
        'javascript:alert(1)',
        'smb://server/share',
        'ms-msdt:/id',
        'vbscript:x',
        'app://desk/',
        'http://127.0.0.1:1/',
        'https://user:word@example.com/',
      ])
        expect(await callDesk(page, 'system.open', { url }), url).toHaveProperty('error');
      expect(await callDesk(page, 'system.open', { url: 'https://example.com/' })).not.toHaveProperty(
        'error',
      );
      expect(await handedOut(app)).toEqual(['https://example.com/']);
    },
  ],
  [
    'Use a current version of Electron',
    async ({ app }) => {
      const { devDependencies } = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8')) as {
        devDependencies: Record<string, string>;
      };
      // One version, that everybody builds with; where its site cannot be reached tests run on an older one, and say so.
      expect(devDependencies['electron']).toMatch(/^\d+\.\d+\.\d+$/);
      const running = await app.evaluate(() => process.versions['electron']);
      if (running !== devDependencies['electron'])
        test.info().annotations.push({ type: 'Electron', description: `tested on ${running}` });
    },
  ],
  [
    'Validate the sender of all IPC messages',
    async ({ app, page }) => {
      // Pages can send main nothing at all; the pipe to the desk is given by main, to our own page alone.
      expect(await app.evaluate(({ ipcMain }) => ipcMain.eventNames())).toEqual(['error']);
      const foreign = app.waitForEvent('window');
      await app.evaluate(async ({ BrowserWindow }) => {
        const { webContents } = BrowserWindow.getAllWindows()[0] ?? {};
        const made = Reflect.apply(Reflect.get(webContents ?? {}, 'getLastWebPreferences'), webContents, []);
        const { preload } = made as { preload: string };
        const window = new BrowserWindow({ show: false, webPreferences: { preload, sandbox: true } });
        await window.loadURL('data:text/html,<title>Foreign</title>');
      });
      const other = await foreign;
      await other.evaluate(() => {
        window.bridgePort?.watch((open) => Reflect.set(window, 'given', open));
      });
      // Our own page is given a pipe again, later than the foreign one would have been.
      await page.reload();
      await expect(page.getByRole('navigation').first()).toBeVisible();
      expect(await other.evaluate(() => Reflect.get(window, 'given') ?? null)).toBeNull();
      await other.close();
    },
  ],
  [
    'Avoid usage of the file:// protocol and prefer usage of custom protocols',
    async ({ page }) => {
      expect(new URL(page.url()).protocol).toBe('app:');
      const read = await page.evaluate(() =>
        fetch('file:///etc/hostname').then(
          () => true,
          () => false,
        ),
      );
      expect(read).toBe(false);
    },
  ],
  [
    'Check which fuses you can change',
    async () => {
      expect(await fusesOf(await packagedApplication('release'))).toEqual(RELEASE_FUSES);
    },
  ],
  [
    'Do not expose Electron APIs to untrusted web content',
    async ({ page }) => {
      const found = await page.evaluate(() => {
        const pipe = window.bridgePort;
        return {
          given: Object.entries(pipe ?? {}).map(([name, what]) => `${name}: ${typeof what}`),
          electron: ['electron', 'ipcRenderer', 'electronAPI'].filter((name) => name in window),
        };
      });
      expect(found).toEqual({
        given: ['send: function', 'listen: function', 'watch: function'],
        electron: [],
      });
      const heard = await callDesk(page, 'session.get', {});
      expect(Object.keys(heard as object).toSorted()).toEqual(['id', 'result']);
    },
  ],
];

test(
  "Electron's security checklist holds in the packaged application, point by point",
  { tag: '@core' },
  async ({ launch }) => {
    test.setTimeout(240_000);
    const desktop = await launch();
    await signIn(desktop.page, DEMO_ACCOUNTS['Super Admin']);
    const failed: string[] = [];
    for (const [at, [point, check]] of CHECKLIST.entries()) {
      const name = `${at + 1}. ${point}`;
      await test.step(name, async () => {
        try {
          await check(desktop);
          process.stdout.write(`  ${name}: holds\n`);
        } catch (error) {
          failed.push(`${name}: ${String(error)}`);
          process.stdout.write(`  ${name}: DOES NOT HOLD\n`);
        }
      });
    }
    process.stdout.write(`  ${CHECKLIST.length - failed.length} of ${CHECKLIST.length}\n`);
    expect(failed).toEqual([]);
    expect(CHECKLIST).toHaveLength(20);
  },
);
