import { expect, test } from 'vitest';
import { FairQueue } from './fair-queue.ts';

test('users take turns, and what two of them want is done once, when the first of them has a turn', async () => {
  const queue = new FairQueue<string>();
  const done: string[] = [];
  const ask = (who: string, key: string): Promise<string> =>
    queue.add(who, key, () => {
      done.push(key);
      return Promise.resolve(`${key} of ${who}`);
    });
  const many = ['a1', 'a2', 'a3', 'a4'].map((key) => ask('a', key));
  const results = await Promise.all([...many, ask('b', 'b1'), ask('b', 'a4'), ask('c', 'c1')]);
  expect(done).toEqual(['a1', 'b1', 'c1', 'a2', 'a4', 'a3']);
  expect(results).toEqual(['a1 of a', 'a2 of a', 'a3 of a', 'a4 of a', 'b1 of b', 'a4 of a', 'c1 of c']);
  expect(await ask('b', 'b1')).toBe('b1 of b');
});

test('between two pieces there is a rest, which nobody waits for who has the result', async () => {
  let goOn = (): void => undefined;
  const rests: number[] = [];
  const queue = new FairQueue<string>((tookMs) => {
    rests.push(tookMs);
    return new Promise((resolve) => (goOn = resolve));
  });
  const done: string[] = [];
  const ask = (key: string): Promise<string> =>
    queue.add('a', key, () => {
      done.push(key);
      return Promise.resolve(key);
    });
  const [first, second] = [ask('first'), ask('second')];
  expect(await first).toBe('first');
  await new Promise(setImmediate);
  expect(done).toEqual(['first']);
  goOn();
  expect(await second).toBe('second');
  expect(rests.every((tookMs) => tookMs >= 0)).toBe(true);
});

test('what fails is told to who asked, and the next goes on', async () => {
  const queue = new FairQueue<string>();
  const broken = queue.add('a', 'broken', () => Promise.reject(new Error('It broke')));
  const next = queue.add('a', 'next', () => Promise.resolve('done'));
  await expect(broken).rejects.toThrow('It broke');
  expect(await next).toBe('done');
});
