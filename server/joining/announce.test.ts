import { EventEmitter } from 'node:events';
import library from 'bonjour-service';
import { afterEach, expect, test } from 'vitest';
import { ANNOUNCED } from '#shared/protocol/joining.ts';
import { announceServer, boundAnswers, silent, type Announcer } from './announce.ts';

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

const times = (count: number, question: object): object[] => Array.from({ length: count }, () => question);

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

test('a packet of hundreds of questions of a stranger has one answer, and the next one is answered', async () => {
  announcer = await announceServer(place, PORT, null, { warn: () => undefined });
  const stranger = new library.Bonjour();
  const { mdns } = (stranger as unknown as { server: { mdns: EventEmitter } }).server;
  const ask = (questions: object[]): void =>
    void Reflect.apply(Reflect.get(mdns, 'query') as () => void, mdns, [questions]);
  const heard: string[] = [];
  let host = '';
  mdns.on(
    'response',
    ({ answers }: { answers: { type: string; data: { port?: number; target: string } }[] }) => {
      const [only, ...more] = answers;
      const own = answers.find(({ type, data }) => type === 'SRV' && data.port === PORT);
      if (own) host = own.data.target;
      // What it announces of itself has several.
      if (only && more.length === 0) heard.push(only.type);
    },
  );
  try {
    const kind = { name: '_placement-desk._tcp.local', type: 'PTR' };
    await expect.poll(() => (ask([kind]), host), { timeout: 20_000 }).not.toBe('');
    heard.length = 0;
    ask(times(500, kind));
    await expect.poll(() => (ask([{ name: host, type: 'A' }]), heard), { timeout: 20_000 }).toContain('A');
    expect(heard.filter((type) => type === 'PTR').length).toBeLessThan(20);
  } finally {
    stranger.destroy();
  }
});

test('a packet of thousands of questions, and packets without end, are answered a few times a second', () => {
  const network = new EventEmitter();
  let answered = 0;
  network.on('query', ({ questions }: { questions: unknown[] }) => (answered += questions.length));
  let now = 5_000;
  boundAnswers(network, () => now);
  const kind = { name: '_Placement-desk._tcp.local', type: 'PTR' };
  const others = { name: '_ipp._tcp.local', type: 'PTR' };
  network.emit('query', {
    questions: [...times(5_000, others), ...times(5_000, kind)],
  });
  expect(answered).toBe(1);
  const own = Array.from({ length: 5_000 }, (_, at) => ({ name: `placement-desk-${at}.local`, type: 'A' }));
  network.emit('query', { questions: own });
  for (let packet = 0; packet < 100; packet += 1) network.emit('query', { questions: [kind] });
  expect(answered).toBe(20);
  now += 1_000;
  for (const name of [
    'placement-desk-0123456789ab._placement-desk._tcp.local',
    'placement-desk-0123456789ab.local',
    '_services._dns-sd._udp.local',
  ])
    network.emit('query', { questions: [others, { name, type: 'ANY' }] });
  expect(answered).toBe(23);
});
