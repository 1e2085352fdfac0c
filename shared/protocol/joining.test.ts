import { describe, expect, test } from 'vitest';
import { joinCodeIn, looksLikeJoinCode, readJoinCode, writeJoinCode } from './joining.ts';

const CODE = {
  addresses: ['https://desk.office.example:5701', 'https://192.168.1.20:5701'],
  key: 'x'.repeat(43),
  token: 'abcdefghij_klmnopqrst-uv',
};

describe('a join code', () => {
  test('is read as it was written, from a mail with line breaks and in a careless hand too', () => {
    const text = writeJoinCode(CODE);
    expect(text).toMatch(/^PD1-[\w-]+$/);
    expect(readJoinCode(text)).toEqual(CODE);
    expect(readJoinCode(`  ${text.slice(0, 30)}\r\n ${text.slice(30)}\n`)).toEqual(CODE);
    expect(readJoinCode(`pd1-${text.slice(4)}`)).toEqual(CODE);
    expect(readJoinCode(joinCodeIn(`Join code: "${text}".`))).toEqual(CODE);
    for (const pasted of [
      `Code ${text} good until tomorrow`,
      `> Code: ${text.slice(0, 50)}\n> ${text.slice(50)}\n\nRegards, the office`,
      `${text.slice(0, 70)}=\n${text.slice(70)}\n`,
    ])
      expect(readJoinCode(joinCodeIn(pasted))).toEqual(CODE);
    expect(readJoinCode(`${text}\n[other]`)).toBeNull();
    expect(joinCodeIn('https://desk.office.example')).toBe('https://desk.office.example');
    expect(looksLikeJoinCode(`Join code: ${text.slice(0, 20)}`)).toBe(true);
    expect(readJoinCode(writeJoinCode({ ...CODE, key: null }))).toEqual({ ...CODE, key: null });
  });

  test('of which a part is missing is told from an address, and is not taken', () => {
    const text = writeJoinCode(CODE);
    for (const length of [4, 20, text.length - 1, text.length - 20]) {
      expect(looksLikeJoinCode(text.slice(0, length))).toBe(true);
      expect(readJoinCode(text.slice(0, length))).toBeNull();
    }
    expect(looksLikeJoinCode('https://desk.office.example')).toBe(false);
    expect(looksLikeJoinCode('PD2-abc')).toBe(true);
  });

  test.each([
    ['a path', ['https://desk.office.example/x']],
    ['a password', ['https://a:b@desk.office.example']],
    ['a file', ['file:///etc/passwd']],
    ['no address', []],
    ['too many', Array.from({ length: 9 }, (_, at) => `https://d${at}.office.example`)],
    ['not text', [7]],
  ])('with %s for an address is not taken', (_what, addresses) => {
    const forged = `PD1-${btoa(JSON.stringify([addresses, null, CODE.token])).replaceAll('=', '')}`;
    expect(readJoinCode(forged)).toBeNull();
  });

  test('with more in it, or of a wrong form, is not taken', () => {
    for (const value of [
      [CODE.addresses, CODE.key, CODE.token, 1],
      [CODE.addresses, 'short', CODE.token],
      [CODE.addresses, null, 'short'],
      { addresses: CODE.addresses },
      null,
    ]) {
      expect(readJoinCode(`PD1-${btoa(JSON.stringify(value)).replaceAll('=', '')}`)).toBeNull();
    }
    expect(readJoinCode('PD1-!!!')).toBeNull();
  });
});
