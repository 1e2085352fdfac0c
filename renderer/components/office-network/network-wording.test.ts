import { expect, test } from 'vitest';
import { closingText, newKeyText, shortKey, usersText } from './network-wording.ts';

test('a key is shown so that two people can compare it', () => {
  expect(shortKey('abcdEFGH-_34ijklmnopqrstuvwxyz0123456789ABC')).toBe('abcd EFGH -_34 ijkl');
});

test('who uses this PC is said in numbers', () => {
  expect(usersText({ connected: 0, signedIn: 0 })).toBe('None yet');
  expect(usersText({ connected: 2, signedIn: 3 })).toBe('2 connected now, 3 signed in');
});

test('closing says whom it concerns', () => {
  expect(closingText({ connected: 0, signedIn: 0 })).toMatch(/^No other PC uses this PC's data\. Other PCs/);
  expect(closingText({ connected: 0, signedIn: 1 })).toMatch(
    /^1 other PC uses this PC's data; none of them is connected now\. /,
  );
  expect(closingText({ connected: 2, signedIn: 3 })).toMatch(/^3 other PCs use .*; 2 connected now\. /);
});

test('a new key says whom it refuses', () => {
  expect(newKeyText({ signedIn: 0 })).toMatch(
    /^Every PC that has joined and all join codes .* They are refused /,
  );
  expect(newKeyText({ signedIn: 1 })).toMatch(/^1 other PC that joined and all join codes .* It is refused /);
});
