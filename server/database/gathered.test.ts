import { expect, test } from 'vitest';
import { gathered } from './gathered.ts';

const wait = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('who asks in the same turn shares one look-up, and each gets the own value', async () => {
  const asked: string[][] = [];
  const lookUp = gathered((keys: readonly string[]) => {
    asked.push([...keys]);
    return Promise.resolve(new Map(keys.filter((key) => key !== 'none').map((key) => [key, key.length])));
  });
  expect(await Promise.all(['a', 'bb', 'none', 'bb'].map(lookUp))).toEqual([1, 2, undefined, 2]);
  expect(asked).toEqual([['a', 'bb', 'none']]);
});

test('an answer is never older than its question: nothing is kept, and no look-up under way is joined', async () => {
  let stored = 'before';
  const begun: (() => void)[] = [];
  const lookUp = gathered(async (keys: readonly string[]) => {
    const found = new Map(keys.map((key) => [key, stored]));
    await new Promise<void>((resolve) => begun.push(resolve));
    return found;
  });
  const first = lookUp('key');
  while (begun.length < 1) await wait();
  stored = 'after';
  const second = lookUp('key');
  while (begun.length < 2) await wait();
  // The second does not wait for the first for long.
  begun[1]?.();
  expect(await second).toBe('after');
  begun[0]?.();
  expect(await first).toBe('before');
});

test('a look-up that fails fails for those who shared it, and for nobody after them', async () => {
  let works = false;
  const lookUp = gathered((keys: readonly string[]) =>
    works
      ? Promise.resolve(new Map(keys.map((key) => [key, key])))
      : Promise.reject(new Error('no database')),
  );
  const outcomes = await Promise.allSettled([lookUp('a'), lookUp('b')]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  works = true;
  expect(await lookUp('a')).toBe('a');
});

test('while a look-up is under way, those who ask wait together for its end', async () => {
  const asked: string[][] = [];
  const ends: (() => void)[] = [];
  const lookUp = gathered(async (keys: readonly string[]) => {
    asked.push([...keys]);
    await new Promise<void>((resolve) => ends.push(resolve));
    return new Map(keys.map((key) => [key, key]));
  });
  const answers = [];
  for (const key of ['a', 'b', 'c']) {
    answers.push(lookUp(key));
    await wait();
    await wait();
  }
  expect(asked).toEqual([['a']]);
  ends[0]?.();
  expect(await answers[0]).toBe('a');
  while (ends.length < 2) await wait();
  expect(asked).toEqual([['a'], ['b', 'c']]);
  ends[1]?.();
  expect(await Promise.all(answers)).toEqual(['a', 'b', 'c']);
});

test('those who wait for a look-up that hangs wait a moment, then ask all the same', async () => {
  let hangs = true;
  const lookUp = gathered((keys: readonly string[]) =>
    hangs ? new Promise<never>(() => undefined) : Promise.resolve(new Map(keys.map((key) => [key, key]))),
  );
  void lookUp('a');
  await wait();
  await wait();
  hangs = false;
  expect(await lookUp('b')).toBe('b');
});
