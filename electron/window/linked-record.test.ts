import { expect, test } from 'vitest';
import { readStartOptions } from '../command-line.ts';
import { argumentsBeforeLink, linkedAddress, saysTooMuch } from './linked-record.ts';

const link = 'placement-desk://candidate/01890a5d-ac96-774b-bcce-b302099a8057';

test('of a start only a link to a record is read', () => {
  const address = '/open/candidate/01890a5d-ac96-774b-bcce-b302099a8057';
  expect(linkedAddress([link])).toBe(address);
  expect(linkedAddress(['--data', '/x', '--', link, '--server', 'https://evil.example'])).toBe(address);
  expect(linkedAddress(['--data', '/x', 'placement-desk://../../x'])).toBeNull();
});

test.each([link, 'PLACEMENT-DESK://x', 'placement-desk:x', 'placement-desk://x --demo'])(
  'what follows %s is no option',
  (hostile) => {
    const args = ['--data', '/x', hostile, '--server=https://evil.example', '--demo', '--browser'];
    expect(argumentsBeforeLink(args)).toEqual(['--data', '/x']);
    expect(readStartOptions(args, '/', 'ignore')).toEqual({
      browser: false,
      port: 5800,
      demo: false,
      lookAround: false,
      data: '/x',
    });
  },
);

test('a start that says too much is told from one that does not', () => {
  expect(saysTooMuch(['placement-desk', '--data', '/x', link], '/home')).toBe(false);
  expect(saysTooMuch(['placement-desk', `${link}${'a'.repeat(100_000)}`], '/home')).toBe(true);
  expect(
    saysTooMuch(
      Array.from({ length: 20_000 }, () => ''),
      '/home',
    ),
  ).toBe(true);
});
