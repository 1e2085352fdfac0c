import { expect, test } from 'vitest';
import { PageSize } from './page-size.ts';
import { PushSize } from './push-size.ts';

/** How much is sent, and asked for, at once. */

test('a page that breaks off or takes long is asked for with half as many rows, down to one, and grows again', () => {
  const size = new PageSize();
  size.brokeOff();
  size.wentWell(20_000);
  expect(size.rows).toBe(125);
  for (let time = 0; time < 20; time += 1) size.brokeOff();
  expect(size.rows).toBe(1);
  for (let time = 0; time < 20; time += 1) size.wentWell(100);
  expect(size.rows).toBe(500);
});

test('a push that takes long is followed by smaller ones, so that what comes after it need not wait for all of it', () => {
  const size = new PushSize();
  const most = size.bytes;
  size.wentWell(50_000, () => 1_000_000);
  expect(size.bytes).toBe(500_000);
  size.wentWell(20_000, () => 400_000);
  expect(size.bytes).toBe(200_000);
  size.wentWell(1_000, () => 200_000);
  expect(size.bytes).toBe(400_000);
  for (let time = 0; time < 20; time += 1) size.wentWell(1_000, () => size.bytes);
  expect(size.bytes).toBe(most);
  size.tooLarge(1_000_000);
  for (let time = 0; time < 20; time += 1) size.wentWell(1_000, () => size.bytes);
  expect(size.bytes).toBe(500_000);
});

test('however often it breaks off or is too large, what is sent at once is not cut up into less than 16 KB', () => {
  const broken = new PushSize();
  for (let time = 0; time < 20; time += 1) broken.brokeOff(broken.bytes);
  expect(broken.bytes).toBe(16 * 1024);
  const refused = new PushSize();
  for (let time = 0; time < 20; time += 1) refused.tooLarge(refused.bytes);
  expect(refused.bytes).toBe(16 * 1024);
  refused.wentWell(1_000, () => refused.bytes);
  expect(refused.bytes).toBe(16 * 1024);
});
