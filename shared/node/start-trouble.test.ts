import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { startSentence } from './start-trouble.ts';

const systems = (path: string): unknown => {
  try {
    return readFileSync(path);
  } catch (error) {
    return error;
  }
};
const sqlites = (code: string): Error => Object.assign(new Error('as SQLite says it'), { code });

test('a sentence of ours stays as it is', () => {
  const ours = Object.assign(new Error('Another one is running. End it first.'), { code: 'conflict' });
  expect(startSentence(ours, '/data')).toBe(ours.message);
});

test("the system's and SQLite's own words are put into one that says what to do", () => {
  expect(startSentence(systems('/data/nothing/here'), '/data')).toBe(
    'A file or folder in the data folder /data cannot be used (/data/nothing/here, ENOENT). Give this user the right to read and write it, put it back from a backup, or choose another folder with --data.',
  );
  expect(startSentence(sqlites('SQLITE_CANTOPEN'), '/data')).toContain(
    '(as SQLite says it, SQLITE_CANTOPEN). Give this user',
  );
});

test.each(['SQLITE_FULL', 'ENOSPC'])('a full disk is called one (%s)', (code) => {
  expect(startSentence(sqlites(code), '/data')).toBe(
    'The disk with the data folder /data is full. Make room, then start again.',
  );
});
