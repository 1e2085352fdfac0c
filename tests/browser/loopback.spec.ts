import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { signIn } from '../product/page-actions.ts';
import { DEMO_ACCOUNTS } from '../product/product.ts';
import { expect, test } from './product-test.ts';

/** Who gets in where the application is served to a browser, in a real browser. */

const keyOf = (address: string): string => new URL(address).searchParams.get('token') ?? '';

test('the key leaves the address at once; loading again and a second tab work, a stranger is told', async ({
  openPc,
  browser,
}) => {
  const { page, desk } = await openPc();
  await signIn(page, DEMO_ACCOUNTS.HR);
  expect(page.url()).not.toContain('token');
  expect(await page.evaluate(() => document.cookie)).toBe('');
  await page.reload();
  await expect(page.getByRole('button', { name: /^Sync: Synced/ })).toBeVisible();
  await page.goBack();
  expect(page.url()).not.toContain(keyOf(desk.address));

  const second = await page.context().newPage();
  await second.goto('/candidate');
  await expect(second.getByRole('heading', { name: 'Candidates' })).toContainText('400');

  const stranger = await browser.newContext();
  const tab = await stranger.newPage();
  await tab.goto(new URL(desk.address).origin);
  await expect(tab.getByText('Open the address that the application printed')).toBeVisible();
  await stranger.close();
});

test('a page on another port of this computer receives nothing that opens the bridge', async ({ openPc }) => {
  const { page, desk } = await openPc();
  await signIn(page, DEMO_ACCOUNTS.HR);
  const heard: IncomingMessage[] = [];
  const elsewhere = createServer((request, response) => {
    heard.push(request);
    response.setHeader('Content-Type', 'text/html').end('<title>Elsewhere</title>');
  });
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
  const { port } = elsewhere.address() as AddressInfo;
  try {
    const other = await page.context().newPage();
    await other.goto(`http://127.0.0.1:${port}/`);
    await expect(other).toHaveTitle('Elsewhere');
    expect(heard.length).toBeGreaterThan(0);
    for (const request of heard) {
      expect(request.headers.cookie).toBeUndefined();
      expect(JSON.stringify(request.headers) + request.url).not.toContain(keyOf(desk.address));
    }
    // That page can neither read the key nor open the bridge without it.
    const found = await other.evaluate(
      (bridge) =>
        new Promise((resolve) => {
          const socket = new WebSocket(bridge, ['placement-desk', 'placement-desk-refused']);
          socket.onopen = () => resolve('open');
          socket.onerror = () => resolve('refused');
        }),
      `${desk.address.replace('http', 'ws').replace(/\?.*$/, '')}bridge`,
    );
    expect(found).toBe('refused');
    expect(await other.evaluate(() => Object.values(window.localStorage))).toEqual([]);
  } finally {
    elsewhere.closeAllConnections();
    await new Promise((resolve) => elsewhere.close(resolve));
  }
});
