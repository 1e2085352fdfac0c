import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Page } from './page.ts';
import { RecentPages } from './recent-pages.ts';

const NOW = { position: 7, upTo: 7 };

const page = (content = ''): Page => ({ content, to: 1, mark: 'm', more: false, counts: {} });

describe('pages that were asked for lately', () => {
  it('are read once for all who ask, while they are read and after', async () => {
    const pages = new RecentPages<Page>();
    let reads = 0;
    const read = (): Promise<Page> => {
      reads += 1;
      return Promise.resolve(page());
    };
    const [first, second] = await Promise.all([pages.once('a', NOW, read), pages.once('a', NOW, read)]);
    expect(second).toBe(first);
    expect(await pages.once('a', NOW, read)).toBe(first);
    expect(reads).toBe(1);
    expect(await pages.once('b', NOW, read)).not.toBe(first);
  });

  it('are for those who ask no further than they reach, for a few seconds where the log went on', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const pages = new RecentPages<Page>();
    const read = (): Promise<Page> => Promise.resolve(page());
    const first = await pages.once('a', { position: 5, upTo: 3 }, read);
    expect(await pages.once('a', { position: 9, upTo: 5 }, read)).toBe(first);
    vi.advanceTimersByTime(5_000);
    expect(await pages.once('a', { position: 5, upTo: 5 }, read)).toBe(first);
    const later = await pages.once('a', { position: 9, upTo: 5 }, read);
    expect(later).not.toBe(first);
    expect(await pages.once('a', { position: 10, upTo: 9 }, read)).toBe(later);
    expect(await pages.once('a', { position: 10, upTo: 10 }, read)).not.toBe(later);
  });

  it('whose reading hangs are waited for by those who asked then, and by nobody who comes later', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const pages = new RecentPages<Page>();
    const hanging = pages.once('a', NOW, () => new Promise(() => undefined));
    expect(pages.once('a', NOW, () => Promise.resolve(page()))).toBe(hanging);
    vi.advanceTimersByTime(2_001);
    const read = page();
    expect(await pages.once('a', NOW, () => Promise.resolve(read))).toBe(read);
    expect(await pages.once('a', NOW, () => Promise.resolve(page()))).toBe(read);
  });

  it('that failed are read again', async () => {
    const pages = new RecentPages<Page>();
    await expect(pages.once('a', NOW, () => Promise.reject(new Error('busy')))).rejects.toThrow('busy');
    const read = page();
    expect(await pages.once('a', NOW, () => Promise.resolve(read))).toBe(read);
  });

  it('are kept up to 200,000 characters', async () => {
    const pages = new RecentPages<Page>();
    for (const [length, isKept] of [
      [200_000, true],
      [200_001, false],
    ] as const) {
      const first = await pages.once(`${length}`, NOW, () => Promise.resolve(page('x'.repeat(length))));
      const again = await pages.once(`${length}`, NOW, () => Promise.resolve(page()));
      expect([length, again === first]).toEqual([length, isKept]);
    }
  });

  it('are the last 50: the one that was read first goes', async () => {
    const pages = new RecentPages<Page>();
    const known = new Map<number, Page>();
    for (let at = 0; at < 51; at += 1)
      known.set(at, await pages.once(`${at}`, NOW, () => Promise.resolve(page())));
    const isKept = async (at: number): Promise<boolean> =>
      (await pages.once(`${at}`, NOW, () => Promise.resolve(page()))) === known.get(at);
    expect(await isKept(1)).toBe(true);
    expect(await isKept(50)).toBe(true);
    expect(await isKept(0)).toBe(false);
  });

  it('are forgotten when the data changes for its readers, and one that was being read leaves the next alone', async () => {
    const pages = new RecentPages<Page>();
    let end: (page: Page) => void = () => undefined;
    const slow = pages.once('a', NOW, () => new Promise<Page>((resolve) => (end = resolve)));
    pages.forget();
    const next = await pages.once('a', NOW, () => Promise.resolve(page()));
    end(page('x'.repeat(200_001)));
    await slow;
    expect(await pages.once('a', NOW, () => Promise.resolve(page()))).toBe(next);
  });
});
