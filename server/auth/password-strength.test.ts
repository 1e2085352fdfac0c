import { describe, expect, test } from 'vitest';
import { weakness } from './password-strength.ts';

const owner = {
  name: 'Asha Kulkarni',
  email: 'asha.k@sunrise-placements.test',
  mobileNumber: '+91 98200 12345',
  dob: '1994-08-21',
};

const OWN = /^It is made of the name, email, mobile number or birthday of its user\. /;
const NAME = /^A name with a common ending is guessed soon\. /;
const COMMON = /^It is close to a password that many people use\. /;
const WORDS = /^One or two common words are guessed soon\. /;
const ROWS = /^Rows of keys and repeated characters are guessed soon\. /;

describe('a password is refused with its reason', () => {
  test.each([
    ['Asha@12345', OWN],
    ['4sh@Kulk4rni', OWN],
    ['kulkarni2026', OWN],
    ['Monkey@2026', COMMON],
    ['sunrise@2026', OWN],
    ['Asha21081994', OWN],
    ['9820012345@a', OWN],
    ['98200-12345!', OWN],
    ['Priyanka@2024', NAME],
    ['SachinTendulkar10', WORDS],
    ['Vijay Surekha 1978', NAME],
    ['Rahul_Sharma_2026', NAME],
    ['Amit Kumar Verma', NAME],
    ['deshmukh@123', NAME],
    ['Rahul Sharma 1', NAME],
    ['ganpatibappamorya', WORDS],
    ['jaishreeram108', WORDS],
    ['Mumbai@2025', WORDS],
    ['ViratKohli@18', WORDS],
    ['Mumbai Indians 2020', WORDS],
    ['asha kulkarni 1994', OWN],
    ['Test@12345', /./],
    ['Demo@12345', /./],
    ['Welcome@2027', /./],
    ['P@ssw0rd2026', /./],
    ['qwertyuiop[]', ROWS],
    ['abcdefghijk', /./],
    ['15081947150', /./],
    ['haha haha haha', /./],
  ])('%s', async (password, reason) => {
    const found = await weakness('', password, owner);
    expect(found).toMatch(reason);
    expect(found).toMatch(/\. Choose three or four words that do not belong together$/);
  });
});

test('who has followed the advice is told what is missing', async () => {
  const found = await weakness('', 'seven green parrots', owner);
  expect(found).toBe(
    'Words as short and common as these are guessed soon. Add another one that does not belong to them',
  );
  expect(await weakness('', 'seven green parrots fly', owner)).toBeNull();
});

test.each([
  ['monsoon tabla lantern'],
  ['correct horse battery'],
  ['Monsoon over Konkan'],
  ['vH7#kd02Lq'],
  ['आम्ही पावसात भिजलो'],
  ['x'.repeat(20) + 'four lamps walk slowly home'],
])('%s is strong', async (password) => {
  expect(await weakness('', password, owner)).toBe(null);
});

test('what is long is looked at from its beginning only, and no owner is needed', async () => {
  expect(await weakness('', 'a'.repeat(200), {})).toMatch(ROWS);
  expect(await weakness('', '4@8({[369&#!1/|0$5+7%2/'.repeat(8), {})).toBe(null);
});

test('while somebody has many judged, each of the others waits for a few looks only', async () => {
  const slow = (at: number): string => `95(60@(581z56!7c23@a(i3t%9i!ol37c6tg+o${at}`;
  let left = 8;
  const many = Array.from({ length: left }, async (_, at) => {
    await weakness('who asks for much', slow(at), {});
    left -= 1;
  });
  await weakness('somebody else', 'correct horse battery staple', {});
  expect(left).toBeGreaterThan(4);
  await Promise.all(many);
});
