import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FEW_UNANSWERED, FIRST_OF_WAVE, LONGEST_WAIT_MS, Waves } from './waves.ts';

beforeEach(
  () =>
    void vi.useFakeTimers({
      toFake: ['performance', 'Date', 'setTimeout', 'clearTimeout', 'setImmediate', 'clearImmediate'],
    }),
);
afterEach(() => void vi.useRealTimers());

/** So many who listen, and what each was told. */
class Audience {
  readonly told: number[][];
  readonly waves = new Waves<number>((listener, seq) => this.told[listener]?.push(seq));

  constructor(count: number) {
    this.told = Array.from({ length: count }, () => []);
    for (const at of this.told.keys()) this.waves.add(at, 0);
    // Long ago: a rest that lets many be told at once.
    vi.advanceTimersByTime(60_000);
  }

  answer(count = this.told.length): void {
    for (let at = 0; at < count; at += 1) this.waves.answered(at);
  }

  /** How many have been told of the number. */
  toldOf(seq: number): number {
    return this.told.filter((each) => each.includes(seq)).length;
  }
}

describe('many desks', () => {
  it('are all told of the same number, although the log goes on between the parts of a wave', () => {
    const many = new Audience(FIRST_OF_WAVE + 60);
    many.waves.advanced(1);
    vi.advanceTimersByTime(0);
    expect(many.toldOf(1)).toBe(FIRST_OF_WAVE);
    many.waves.advanced(2);
    vi.advanceTimersByTime(1_000);
    expect(new Set(many.told.map((each) => each.join()))).toEqual(new Set(['1,2']));
  });

  it('are told again once those who were told have been answered, after as long as that took', () => {
    const many = new Audience(FEW_UNANSWERED + 10);
    many.answer();
    many.waves.advanced(1);
    vi.advanceTimersByTime(300);
    expect(many.toldOf(1)).toBe(FEW_UNANSWERED + 10);
    many.waves.advanced(2);
    vi.advanceTimersByTime(100);
    many.answer(9);
    vi.advanceTimersByTime(100);
    expect(many.toldOf(2)).toBe(0);
    many.answer();
    vi.advanceTimersByTime(480);
    expect(many.toldOf(2)).toBe(0);
    vi.advanceTimersByTime(40);
    expect(many.toldOf(2)).toBe(FEW_UNANSWERED + 10);
  });

  it('wait for those whose line is gone once, and not for long', () => {
    const many = new Audience(FEW_UNANSWERED + 10);
    many.answer();
    many.waves.advanced(1);
    vi.advanceTimersByTime(10);
    many.waves.advanced(2);
    vi.advanceTimersByTime(LONGEST_WAIT_MS - 100);
    expect(many.toldOf(2)).toBe(0);
    vi.advanceTimersByTime(110);
    expect(many.toldOf(2)).toBe(FEW_UNANSWERED + 10);
    many.waves.advanced(3);
    vi.advanceTimersByTime(100);
    expect(many.toldOf(3)).toBe(FEW_UNANSWERED + 10);
  });

  it('who leave are waited for no more', () => {
    const many = new Audience(FEW_UNANSWERED + 10);
    many.answer();
    many.waves.advanced(1);
    vi.advanceTimersByTime(20);
    for (let at = 0; at < 10; at += 1) many.waves.delete(at);
    many.waves.advanced(2);
    vi.advanceTimersByTime(100);
    expect(many.toldOf(2)).toBe(FEW_UNANSWERED);
  });
});

describe('a few desks', () => {
  it('never wait, whoever of them does not ask', () => {
    const few = new Audience(FEW_UNANSWERED);
    few.answer();
    for (const seq of [1, 2, 3]) {
      few.waves.advanced(seq);
      vi.advanceTimersByTime(0);
      expect([seq, few.toldOf(seq)]).toEqual([seq, FEW_UNANSWERED]);
    }
  });

  it('hear of commits that follow at once as of one, and one who comes later of where the log is by then', () => {
    const few = new Audience(2);
    few.waves.advanced(1);
    few.waves.advanced(2);
    vi.advanceTimersByTime(0);
    expect(few.told).toEqual([[2], [2]]);
    expect(few.waves.add(2, 1)).toBe(2);
  });

  it('hear nothing more once it is closed', () => {
    const few = new Audience(2);
    few.waves.advanced(1);
    few.waves.close();
    vi.advanceTimersByTime(1_000);
    expect(few.told).toEqual([[], []]);
  });
});
