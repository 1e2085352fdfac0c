import type { ImportState } from '#shared/protocol/import.ts';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { SaidKeeper, type Said } from './said-keeper.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const said = (field: string): Said => ({ id: 'i', said: { fields: [field], fixed: {}, meanings: {} } });

it('keeps what was said last after a pause, at once when it is left, and nothing that was judged meanwhile', async () => {
  const kept: Said[] = [];
  let isGone = false;
  const keep = async (each: Said): Promise<ImportState> => {
    await Promise.resolve();
    if (isGone) throw new Error('The desk is gone.');
    kept.push(each);
    return {} as ImportState;
  };
  const keeper = new SaidKeeper(keep, () => undefined);
  keeper.say(said('city'));
  keeper.say(said('state'));
  await vi.runAllTimersAsync();
  expect(kept).toEqual([said('state')]);

  keeper.say(said('fee'));
  keeper.now();
  await vi.runAllTimersAsync();
  expect(kept.slice(1)).toEqual([said('fee')]);

  keeper.say(said('mobile'));
  keeper.forget();
  await vi.runAllTimersAsync();
  expect(kept).toHaveLength(2);

  isGone = true;
  keeper.say(said('email'));
  await vi.runAllTimersAsync();
  isGone = false;
  keeper.now();
  await vi.runAllTimersAsync();
  expect(kept.slice(2)).toEqual([said('email')]);
});
