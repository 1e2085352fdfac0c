import library from 'bonjour-service';
import { expect, onTestFinished, test } from 'vitest';
import { ANNOUNCED, ANNOUNCED_FIELDS } from '#shared/protocol/joining.ts';
import { serverHeard, serversNearby } from './servers-nearby.ts';

test.each([
  [
    'its office and number',
    { office: 'Ashwini Training', scheme: 'https' },
    'Ashwini Training',
    'https://10.0.0.5:5701',
  ],
  [
    'its name',
    { scheme: 'https', address: 'https://desk.office.example' },
    'desk.office.example',
    'https://desk.office.example',
  ],
  [
    'marks that turn the writing',
    { office: '\u202Egnp.\u0007Office' },
    'gnp.Office',
    'https://10.0.0.5:5701',
  ],
  ['an address that is none', { address: 'javascript:alert(1)' }, '10.0.0.5:5701', 'https://10.0.0.5:5701'],
  [
    'an address with a password',
    { address: 'https://a:b@evil.example' },
    '10.0.0.5:5701',
    'https://10.0.0.5:5701',
  ],
])('a server that announces %s is a line to choose from', (_what, txt, name, address) => {
  expect(Object.values(ANNOUNCED_FIELDS)).toEqual(['office', 'scheme', 'address']);
  expect(serverHeard({ port: 5701, addresses: ['fe80::1', '10.0.0.5'], txt })).toEqual({ name, address });
});

test('what is heard without an address, or of a wrong form, is nobody', () => {
  for (const txt of [undefined, null, 7, [], { office: 7 }]) {
    expect(serverHeard({ port: 5701, addresses: [], txt })).toBeNull();
    expect(serverHeard({ port: 5701, addresses: ['10.0.0.5'], txt })).toMatchObject({
      name: '10.0.0.5:5701',
    });
  }
});

test('a server on this network is found by what it announces', async () => {
  const bonjour = new library.Bonjour();
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        bonjour.unpublishAll(() => bonjour.destroy(() => resolve()));
      }),
  );
  const office = `Ashwini Training ${process.pid}`;
  const port = 40_000 + (process.pid % 20_000);
  const name = `placement-desk-test-${process.pid}`;
  bonjour.publish({
    ...ANNOUNCED,
    name,
    host: `${name}.local`,
    port,
    txt: { office, scheme: 'https' },
    disableIPv6: true,
    probe: false,
  });
  await expect
    .poll(async () => (await serversNearby(500)).find((server) => server.name === office), {
      timeout: 20_000,
    })
    .toMatchObject({ address: expect.stringMatching(new RegExp(`^https://[\\d.]+:${port}$`)) as string });
});
