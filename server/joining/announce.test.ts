import library from 'bonjour-service';
import { afterEach, expect, test } from 'vitest';
import { ANNOUNCED } from '#shared/protocol/joining.ts';
import { announceServer, silent, type Announcer } from './announce.ts';

const place = {
  announce: true,
  host: '0.0.0.0',
  trustProxy: 0,
  allowedHosts: [],
  tlsCertFile: null,
  tlsOwn: true,
  allowPlainHttp: false,
};
/** By it each run hears itself. */
const PORT = 40_000 + (process.pid % 20_000);

let announcer: Announcer = silent;
afterEach(() => announcer.stop());

test('a server is found on its network by what it says of itself, also under a new name', async () => {
  const browser = new library.Bonjour();
  const found: unknown[] = [];
  const looking = browser.find(ANNOUNCED, ({ port, txt, name }) => {
    if (port === PORT) found.push([txt, /^placement-desk-[\da-f]{12}$/.test(name)]);
  });
  looking.on('txt-update', ({ port, txt }) => {
    if (port === PORT) found.push([txt, true]);
  });
  try {
    announcer = await announceServer(place, PORT, 'Ashwini Training', { warn: () => undefined });
    await expect
      .poll(() => found, { timeout: 20_000 })
      .toEqual([[{ scheme: 'https', office: 'Ashwini Training' }, true]]);
    announcer.office('Ashwini');
    await expect
      .poll(() => found, { timeout: 20_000 })
      .toContainEqual([{ scheme: 'https', office: 'Ashwini' }, true]);
  } finally {
    looking.stop();
    browser.destroy();
  }
});

test('where the network cannot be told, the server goes on, and the log says so once', async () => {
  const warnings: unknown[] = [];
  const logger = { warn: (...said: unknown[]) => warnings.push(said) };
  // An address that this computer does not have.
  announcer = await announceServer(place, PORT, null, logger, { bind: '192.0.2.99' });
  await expect.poll(() => warnings.length).toBe(1);
  announcer.office('Ashwini');
  await announcer.stop();
  announcer = silent;
  expect(warnings).toEqual([
    [
      { said: expect.stringContaining('EADDRNOTAVAIL') },
      'the server could not be announced on its network; PCs join by code or address',
    ],
  ]);
});
