import { randomBytes } from 'node:crypto';
import { readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { temporaryFolder } from '../testing/test-desk.ts';
import { putPiece, readPieces, sealPieces } from './sealed-pieces.ts';

const key = randomBytes(32);
const [first, second, third] = ['Name,Mobile\n', 'Asha,98200 11223\n', 'Ravi,98200 11224\n'] as const;
const [atSecond, atThird] = [first.length, first.length + second.length];

let folder: ReturnType<typeof temporaryFolder>;
let path: string;
beforeEach(() => {
  folder = temporaryFolder();
  path = join(folder.path, 'import.bytes');
  writeFileSync(path, '');
});
afterEach(() => folder.remove());

const put = (by: Buffer | undefined, at: number, text: string): void =>
  putPiece(path, by, at, Buffer.from(text));
const read = (by: Buffer | undefined): string => readPieces(path, by).toString();

it.each([
  ['sealed', key],
  ['plain', undefined],
])('the content of a file that came in pieces is all of them, %s', (_, with_) => {
  put(with_, 0, first);
  put(with_, atSecond, second);
  put(with_, atThird, third);
  expect(read(with_)).toBe(`${first}${second}${third}`);
  expect(readFileSync(path).includes('98200')).toBe(with_ === undefined);
  // Whose answer was lost is sent again, in the place where it stands.
  put(with_, atSecond, third);
  expect(read(with_)).toBe(`${first}${third}`);
  put(with_, 0, second);
  expect(read(with_)).toBe(second);
});

it('a piece of which a full disk took a part is as if it had not come, wherever it was cut', () => {
  put(key, 0, first);
  const whole = statSync(path).size;
  put(key, atSecond, second);
  const { size } = statSync(path);
  for (let cut = whole + 1; cut < size; cut += 1) {
    truncateSync(path, cut);
    put(key, atSecond, second);
    expect(read(key)).toBe(`${first}${second}`);
  }
});

it('a piece that is not as it was written, or stands elsewhere, is noticed', () => {
  put(key, 0, first);
  const sound = readFileSync(path);
  const spoilt = Buffer.from(sound);
  spoilt[spoilt.length - 1] = (spoilt[spoilt.length - 1] ?? 0) ^ 1;
  writeFileSync(path, spoilt);
  expect(() => readPieces(path, key)).toThrow('damaged');
  writeFileSync(path, Buffer.concat([sound, sound]));
  expect(() => readPieces(path, key)).toThrow('damaged');
});

it('a plain file of an earlier version is taken over whole, once', () => {
  writeFileSync(path, `${first}${second}`);
  sealPieces(path, key);
  const sealed = readFileSync(path);
  expect(read(key)).toBe(`${first}${second}`);
  sealPieces(path, key);
  expect(readFileSync(path).equals(sealed)).toBe(true);
  put(key, atThird, third);
  expect(read(key)).toBe(`${first}${second}${third}`);
});
