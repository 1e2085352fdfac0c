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
  'http://[::ffff:0:127.0.0.1]/',
  'http://[64:ff9b::127.0.0.1]/',
  'http://[64:ff9b::7f00:1]/',
  'http://[64:ff9b::0.0.0.0]/',
  'http://[64:ff9b:1::127.0.0.1]/',
  'http://[2002:7f00:1::]/',
  'http://[2002:7f00:1::1]:9000/',
  'http://[2002::]/',
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
  'http://[64:ff9b::192.168.1.20]/',
  'http://[2002:c0a8:114::1]/',
  'http://[1:2:3:4:5:6:7f00:1]/',
])('%s is another', (address) => {
  expect(isThisComputer(hostOf(address))).toBe(false);
});

it.each(['http://pc-12/', 'http://PC-12:9000/', 'http://pc-12.local/', 'http://pc-12.office.example./'])(
  '%s is the computer of that name',
  (address) => {
    expect(isThisComputer(hostOf(address), 'Pc-12.Office.example')).toBe(true);
    expect(isThisComputer(hostOf(address), 'pc-13')).toBe(false);
    expect(isThisComputer(hostOf(address))).toBe(false);
  },
);

it('a computer without a name, and a longer name, are no match', () => {
  expect(isThisComputer('', '')).toBe(false);
  expect(isThisComputer('pc-12.example.com', 'pc-12')).toBe(false);
});
