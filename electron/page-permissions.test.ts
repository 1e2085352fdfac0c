import { expect, test } from 'vitest';
import { mayPage } from './page-permissions.ts';

const isOurs = (address: string): boolean => address.startsWith('app://desk/');
const page = { address: 'app://desk/candidates', isMainFrame: true };

test('our own page puts text on the clipboard', () => {
  expect(mayPage('clipboard-sanitized-write', page, isOurs)).toBe(true);
});

test.each([
  ['another address', { ...page, address: 'https://evil.example/' }],
  ['no address at all', { ...page, address: '' }],
  ['a frame within our page', { ...page, isMainFrame: false }],
])('%s does not', (_who, asker) => {
  expect(mayPage('clipboard-sanitized-write', asker, isOurs)).toBe(false);
});

test.each([
  'clipboard-read',
  'media',
  'display-capture',
  'geolocation',
  'notifications',
  'midi',
  'midiSysex',
  'pointerLock',
  'keyboardLock',
  'fullscreen',
  'openExternal',
  'idle-detection',
  'storage-access',
  'fileSystem',
  'hid',
  'serial',
  'usb',
  'unknown',
])('nobody is given %s', (permission) => {
  expect(mayPage(permission, page, isOurs)).toBe(false);
});
