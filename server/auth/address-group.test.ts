import { expect, test } from 'vitest';
import { addressGroup } from './address-group.ts';

test.each([
  ['192.0.2.9', '192.0.2.9'],
  ['::ffff:192.0.2.9', '192.0.2.9'],
  ['::FFFF:c000:209', '192.0.2.9'],
  ['0:0:0:0:0:ffff:192.0.2.9', '192.0.2.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:db8:1:2:ffff::9', '2001:db8:1:2::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['::', '0:0:0:0::/64'],
  ['64:ff9b::192.0.2.9', '64:ff9b:0:0::/64'],
  // As some proxies write them, with a port that is another one each time.
  ['192.0.2.9:51234', '192.0.2.9'],
  ['[2001:db8:1:2::9]:443', '2001:db8:1:2::/64'],
  ['[::ffff:192.0.2.9]', '192.0.2.9'],
  ['', ''],
  ['no address', 'no address'],
])('%s counts as %s', (address, group) => {
  expect(addressGroup(address)).toBe(group);
});

test('of IPv6 the first 48 bits, where these are asked for', () => {
  expect(addressGroup('2001:db8:1:2::3', 48)).toBe('2001:db8:1::/48');
  expect(addressGroup('::ffff:192.0.2.1', 48)).toBe('192.0.2.1');
});
