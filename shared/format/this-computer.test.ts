import { expect, it } from 'vitest';
import { isThisComputer } from './this-computer.ts';

const hostOf = (address: string): string => new URL(address).hostname;

it.each([
  'http://localhost:9000/',
  'http://LOCALHOST',
  'http://localhost./',
  'http://a.b.localhost/',
  'http://127.0.0.1/',
  'http://127.8.9.10:80/',
  'http://127.1/',
  'http://2130706433/',
  'http://0x7f000001/',
  'http://0177.0.0.1/',
  'http://127.0.0.1./',
  'http://0.0.0.0/',
  'http://0/',
  'http://１２７.０.０.１/',
  'http://ⓛocalhost/',
  'http://[::1]/',
  'http://[0:0:0:0:0:0:0:1]/',
  'http://[::]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[::ffff:7f00:1]/',
  'http://[::ffff:0.0.0.0]/',
  'http://[::127.0.0.1]/',
])('%s is this computer', (address) => {
  expect(isThisComputer(hostOf(address))).toBe(true);
});

it.each([
  'http://192.168.1.20:5701/',
  'http://10.0.0.1/',
  'http://128.0.0.1/',
  'http://1.127.0.0/',
  'http://localhost.example.com/',
  'http://mylocalhost/',
  'http://127.0.0.1.example.com/',
  'http://[2001:db8::1]/',
  'http://[fe80::1]/',
  'http://[::ffff:192.168.1.20]/',
  'http://[2001::7f00:1]/',
])('%s is another', (address) => {
  expect(isThisComputer(hostOf(address))).toBe(false);
});
