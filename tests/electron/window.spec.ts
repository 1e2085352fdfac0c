import { spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { createServer, type AddressInfo } from 'node:net';
import { openScreen, signIn } from '../product/page-actions.ts';
import { takePicture } from '../product/pictures.ts';
import { DEMO_ACCOUNTS } from '../product/product.ts';
import { expect, test } from './launch.ts';
import { callDesk } from './page-calls.ts';
import { isRunning } from '../../scripts/running-process.ts';

test('the window opens with its title and the page of the application', async ({ launch }) => {
  const { app, page } = await launch();
  expect(await page.title()).toContain('Employee Management System');
  expect(page.url()).toMatch(/^app:\/\/desk\//);
  expect(await app.evaluate(({ app: electron }) => electron.isPackaged)).toBe(true);
});

test('the page has no Node and no Electron, only its pipe to the desk', async ({ launch }) => {
  const { app, page } = await launch();
  const found = await page.evaluate(() => ({
    require: typeof Reflect.get(globalThis, 'require'),
    process: typeof Reflect.get(globalThis, 'process'),
    module: typeof Reflect.get(globalThis, 'module'),
    electron: typeof Reflect.get(globalThis, 'electron'),
    pipe: Object.keys(window.bridgePort ?? {}).sort(),
  }));
  expect(found).toEqual({
    require: 'undefined',
    process: 'undefined',
    module: 'undefined',
    electron: 'undefined',
    pipe: ['listen', 'send', 'watch'],
  });
  const preferences = await app.evaluate(({ BrowserWindow }) =>
    // Electron's types do not know this method; it is there to let tests see what a window was made with.
    Reflect.apply(
      Reflect.get(BrowserWindow.getAllWindows()[0]?.webContents ?? {}, 'getLastWebPreferences'),
      BrowserWindow.getAllWindows()[0]?.webContents,
      [],
    ),
  );
  expect(preferences).toMatchObject({
    contextIsolation: true,
    sandbox: true,
    nodeIntegration: false,
    webSecurity: true,
  });
});

test('every page carries the content security policy, and it holds', async ({ launch }) => {
  const { page } = await launch();
  const policy = await page.evaluate(async () => (await fetch('/')).headers.get('Content-Security-Policy'));
  expect(policy).toContain("script-src 'self'");
  expect(policy).not.toContain("script-src 'self' 'unsafe");
  const ran = await page.evaluate(async () => {
    const script = document.createElement('script');
    script.textContent = 'window.__inlineRan = true';
    document.head.append(script);
    return Reflect.get(window, '__inlineRan') ?? false;
  });
  expect(ran).toBe(false);
  const reached = await page.evaluate(() =>
    fetch('http://127.0.0.1:9/').then(
      () => true,
      () => false,
    ),
  );
  expect(reached).toBe(false);
});

test('no file outside the page folder can be read', async ({ launch }) => {
  const { page } = await launch();
  const statuses = await page.evaluate(async () => {
    const paths = [
      '/..%2f..%2fpackage.json',
      '/%2e%2e/main/main.js',
      '/..%5cmain%5cmain.js',
      '/main/main.js',
    ];
    return Promise.all(paths.map(async (path) => (await fetch(path)).status));
  });
  expect(statuses).toEqual([404, 404, 404, 404]);
});

test('the page can neither leave the application nor open windows', async ({ launch }) => {
  const { app, page } = await launch();
  const opened = await page.evaluate(() => window.open('https://example.com/') !== null);
  expect(opened).toBe(false);
  await page.evaluate(() => {
    location.href = 'https://example.com/';
  });
  await page.evaluate(() => {
    location.href = 'file:///etc/hostname';
  });
  await expect.poll(() => page.evaluate(() => location.origin)).toBe('app://desk');
  expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
});

test('an empty page that the window was led to gives way to the application', async ({ launch }) => {
  const { page } = await launch();
  await page.evaluate(() => {
    location.href = 'about:blank';
  });
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
  expect(page.url()).toMatch(/^app:\/\/desk\//);
});

test('a script of the page puts no file on the disk', async ({ launch }) => {
  const { app, page } = await launch();
  await app.evaluate(({ session }) => {
    const begun: boolean[] = [];
    Reflect.set(globalThis, 'begun', begun);
    // Told after the application has decided.
    session.defaultSession.on('will-download', (event, item) => {
      begun.push(!event.defaultPrevented);
      item.setSavePath('/dev/null');
    });
  });
  await page.evaluate(() => {
    for (const href of [URL.createObjectURL(new Blob(['x'])), '/index.html', 'data:text/html,x']) {
      const link = document.createElement('a');
      link.href = href;
      link.download = 'a.html';
      link.click();
    }
  });
  await expect
    .poll(() => app.evaluate(() => Reflect.get(globalThis, 'begun') as boolean[]))
    .toEqual([false, false, false]);
});

test('nothing leaves the page past its policy, by WebRTC over UDP or TCP or ahead of a connection', async ({
  launch,
}) => {
  const { page } = await launch();
  let heard = 0;
  const udp = createSocket('udp4').on('message', () => (heard += 1));
  const tcp = createServer((socket) => {
    heard += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => udp.bind(0, '127.0.0.1', resolve));
  await new Promise<void>((resolve) => tcp.listen(0, '127.0.0.1', resolve));
  try {
    const found = await page.evaluate(
      async ([udpPort, tcpPort]) => {
        const ahead = document.createElement('link');
        ahead.rel = 'preconnect';
        ahead.href = `http://127.0.0.1:${tcpPort}`;
        document.head.append(ahead);
        navigator.sendBeacon(`http://127.0.0.1:${tcpPort}/`, 'text');
        const access = { username: 'a', credential: 'b' };
        const connection = new RTCPeerConnection({
          iceServers: [
            { urls: `stun:127.0.0.1:${udpPort}` },
            { urls: `turn:127.0.0.1:${udpPort}`, ...access },
            { urls: `turn:127.0.0.1:${tcpPort}?transport=tcp`, ...access },
          ],
        });
        connection.createDataChannel('data');
        const over = new Promise<void>((resolve) => {
          connection.addEventListener('icegatheringstatechange', () => {
            if (connection.iceGatheringState === 'complete') resolve();
          });
        });
        const candidates: string[] = [];
        connection.addEventListener('icecandidate', ({ candidate }) => {
          if (candidate?.candidate) candidates.push(candidate.candidate);
        });
        await connection.setLocalDescription(await connection.createOffer());
        await over;
        return candidates;
      },
      [udp.address().port, (tcp.address() as AddressInfo).port] as const,
    );
    expect(found).toEqual([]);
    expect(heard).toBe(0);
  } finally {
    udp.close();
    tcp.close();
  }
});

test('permissions are denied', async ({ launch }) => {
  const { page } = await launch();
  const states = await page.evaluate(async () => ({
    notifications: await Notification.requestPermission(),
    media: await navigator.mediaDevices.getUserMedia({ audio: true }).then(
      () => 'granted',
      () => 'denied',
    ),
    fonts: await (Reflect.get(window, 'queryLocalFonts') as () => Promise<unknown>)().then(
      () => 'granted',
      () => 'denied',
    ),
  }));
  expect(states).toEqual({ notifications: 'denied', media: 'denied', fonts: 'denied' });
});

test('the desk answers over the pipe, and refuses calls outside the contract', async ({ launch }) => {
  const { page } = await launch();
  expect(await callDesk(page, 'session.get', {})).toHaveProperty('result');
  expect(await callDesk(page, 'files.readAnything', {})).toHaveProperty('error.code', 'bad-request');
  expect(await callDesk(page, 'system.open', { url: 'file:///etc/passwd' })).toHaveProperty('error');
});

test('a reloaded page is connected again', async ({ launch }) => {
  const { page } = await launch();
  await page.reload();
  expect(await callDesk(page, 'session.get', {})).toHaveProperty('result');
});

test('the desk comes back after a crash of its process', async ({ launch }) => {
  const { app, page } = await launch();
  expect(await callDesk(page, 'session.get', {})).toHaveProperty('result');
  const pid = await app.evaluate(
    ({ app: electron }) => electron.getAppMetrics().find((metric) => metric.name === 'Desk')?.pid,
  );
  expect(pid).toBeGreaterThan(0);
  process.kill(pid ?? -1, 'SIGKILL');
  await expect
    .poll(() =>
      app.evaluate(
        ({ app: electron }) => electron.getAppMetrics().find(({ name }) => name === 'Desk')?.pid ?? 0,
      ),
    )
    .not.toBe(pid);
  await expect(async () => {
    expect(await callDesk(page, 'session.get', {})).toHaveProperty('result');
  }).toPass({ timeout: 15_000 });
});

test('a second start with the same data ends itself and shows the first window', async ({
  launch,
  packaged,
}) => {
  const { app, dataFolder } = await launch();
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.hide());
  const second = spawn(packaged.executablePath, [...packaged.args, '--data', dataFolder], {
    env: packaged.env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  second.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  const code = await new Promise<number | null>((resolve) => second.once('close', resolve));
  expect(code).toBe(0);
  expect(said).toContain('The application is running already');
  await expect
    .poll(() =>
      app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().map((open) => open.isVisible())),
    )
    .toEqual([true]);
});

test('two starts with different data stand side by side', async ({ launch }) => {
  const first = await launch();
  const second = await launch();
  expect(await first.app.evaluate(({ app: electron }) => electron.getPath('userData'))).toBe(
    first.dataFolder,
  );
  expect(await second.app.evaluate(({ app: electron }) => electron.getPath('userData'))).toBe(
    second.dataFolder,
  );
});

test('the window opens where it was closed', async ({ launch }) => {
  const first = await launch();
  const wanted = { x: 60, y: 40, width: 1000, height: 640 };
  await first.app.evaluate(({ BrowserWindow }, bounds) => {
    BrowserWindow.getAllWindows()[0]?.setBounds(bounds);
  }, wanted);
  await first.app.close();
  const second = await launch({ dataFolder: first.dataFolder });
  const bounds = await second.app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.getBounds(),
  );
  expect(bounds).toMatchObject({ width: wanted.width, height: wanted.height });
});

test('a long form keeps its title, its sections and Save in sight, also in a small window', async ({
  launch,
}) => {
  const { app, page } = await launch();
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setContentSize(1093, 614));
  await signIn(page, DEMO_ACCOUNTS.HR);
  await openScreen(page, 'Candidate');
  await page.getByRole('button', { name: 'Add Candidate' }).click();
  const form = page.getByRole('dialog', { name: 'Add Candidate' });
  await form.getByLabel('Remarks').scrollIntoViewIfNeeded();
  for (const part of [
    form.getByRole('button', { name: 'Close' }),
    form.getByText('Training Details').first(),
    form.getByRole('button', { name: 'Save Employee' }),
  ])
    await expect(part).toBeInViewport({ ratio: 1 });
  await takePicture(page, 'electron-long-form');
});

test('what the browser part says itself is in English, whatever the language of the PC', async ({
  launch,
}) => {
  const { page } = await launch();
  expect(await page.evaluate(() => navigator.language)).toBe('en-IN');
});

test('nothing of the application outlives its main process', async ({ launch }) => {
  const { app } = await launch();
  const { main, others } = await app.evaluate(({ app: electron }) => {
    const pids = electron.getAppMetrics().map(({ pid }) => pid);
    return { main: process.pid, others: pids.filter((pid) => pid !== process.pid) };
  });
  expect(others.length).toBeGreaterThan(2);
  process.kill(main, 'SIGKILL');
  await expect.poll(() => others.filter(isRunning), { timeout: 15_000 }).toEqual([]);
});
