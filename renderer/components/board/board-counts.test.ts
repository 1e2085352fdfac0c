import type { ValueCount } from '#shared/model/board.ts';
import { expect, it, vi } from 'vitest';
import type { Bridge } from '../../bridge/client.ts';
import { BoardCounts } from './board-counts.ts';

const asked = { entity: 'candidate', list: 'candidates', field: 'placementStatus' } as const;
const placed = { key: 'Placed', label: 'Placed', value: 'Placed' };
const counted = (count: number): ValueCount[] => [{ value: 'Placed', count }];

/** A desk that answers when it is told to. */
function desk() {
  const answers: { take: (counts: ValueCount[]) => void; fail: (error: Error) => void }[] = [];
  const call = (() => new Promise((take, fail) => answers.push({ take, fail }))) as unknown as Bridge['call'];
  return { answers, counts: new BoardCounts({ call }) };
}

it('a change while it counts has it count once more', async () => {
  const { answers, counts } = desk();
  counts.show(asked);
  counts.retry();
  counts.retry();
  expect(answers).toHaveLength(1);
  const length = counts.of(placed);
  answers[0]?.take(counted(1));
  expect(await length).toBe(1);
  await expect.poll(() => answers.length).toBe(2);
  answers[1]?.take(counted(2));
  await expect.poll(() => counts.state().counts).toEqual(counted(2));
  expect(await counts.of(placed)).toBe(2);
});

it('of another search the answer to the earlier one is not taken, and stands for the moment', async () => {
  const { answers, counts } = desk();
  counts.show(asked);
  answers[0]?.take(counted(5));
  await expect.poll(() => counts.state()).toEqual({ counts: counted(5), loading: false, error: null });
  counts.show({ ...asked, search: 'as' });
  counts.show({ ...asked, search: 'ash' });
  expect(counts.state()).toMatchObject({ counts: counted(5), loading: true });
  answers[2]?.take(counted(1));
  await expect.poll(() => counts.state().counts).toEqual(counted(1));
  answers[1]?.take(counted(3));
  await counts.of(placed);
  expect(counts.state()).toMatchObject({ counts: counted(1), loading: false });
});

it('a failure is told, with what it had, until it works again', async () => {
  const { answers, counts } = desk();
  counts.show(asked);
  answers[0]?.fail(new Error('Not now.'));
  await expect.poll(() => counts.state().error?.message).toBe('Not now.');
  counts.retry();
  answers[1]?.take(counted(4));
  await expect.poll(() => counts.state()).toEqual({ counts: counted(4), loading: false, error: null });
});

it('counts the seldomer for what others change, the longer it takes', async () => {
  vi.useFakeTimers();
  const asks = async (slow: number): Promise<number> => {
    let times = 0;
    const call = (async () => {
      times += 1;
      await new Promise((resolve) => setTimeout(resolve, slow));
      return counted(times);
    }) as unknown as Bridge['call'];
    const counts = new BoardCounts({ call });
    counts.show(asked);
    for (let at = 0; at < 100; at += 1) {
      counts.changed();
      await vi.advanceTimersByTimeAsync(100);
    }
    counts.stop();
    return times;
  };
  expect(await asks(10)).toBeGreaterThan(20);
  expect(await asks(500)).toBeLessThan(10);
  vi.useRealTimers();
});
