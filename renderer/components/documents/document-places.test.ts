import type { DocumentPlace } from '#shared/protocol/document-calls.ts';
import { expect, it, vi } from 'vitest';
import type { Bridge } from '../../bridge/client.ts';
import { DocumentPlaces } from './document-places.ts';
import { eventually } from '../../../tests/product/eventually.ts';

interface Asked {
  ids: string[];
  search: string;
}

/** A desk whose documents all say what is searched; it answers when it is told to. */
function desk(): { call: Bridge['call']; asked: Asked[]; answer: (at: number) => void } {
  const asked: Asked[] = [];
  const answers: (() => void)[] = [];
  const call = ((_method: string, { ids, search }: Asked) => {
    asked.push({ ids, search });
    return new Promise((resolve) => {
      answers.push(() => resolve(ids.map((of) => placeOf(of, search))));
    });
  }) as unknown as Bridge['call'];
  return { call, asked, answer: (at) => answers[at]?.() };
}

const placeOf = (of: string, word: string): DocumentPlace => ({
  of,
  document: `document of ${of}`,
  name: 'cv.pdf',
  parts: [{ text: word, found: true }],
});

it('asks once for rows that come together, and nothing while nothing is searched', async () => {
  const { call, asked, answer } = desk();
  const places = new DocumentPlaces({ call }, 'candidate');
  const told = vi.fn();
  places.show('a', told);
  places.search('java');
  places.show('b', told);
  await eventually(() => expect(asked).toEqual([{ ids: ['a', 'b'], search: 'java' }]));
  answer(0);
  await eventually(() => expect(told).toHaveBeenCalledTimes(2));
  expect(places.of('a')?.parts).toEqual([{ text: 'java', found: true }]);
  places.search('');
  expect(places.of('a')).toBeNull();
});

it('drops the answer to an earlier search', async () => {
  const { call, asked, answer } = desk();
  const places = new DocumentPlaces({ call }, 'candidate');
  places.search('jav');
  places.show('a', () => undefined);
  await eventually(() => expect(asked).toHaveLength(1));
  places.search('java');
  await eventually(() => expect(asked).toHaveLength(2));
  answer(1);
  await eventually(() => expect(places.of('a')?.parts[0]?.text).toBe('java'));
  answer(0);
  await Promise.resolve();
  expect(places.of('a')?.parts[0]?.text).toBe('java');
});

it('forgets rows that are shown no more', async () => {
  const { call, asked, answer } = desk();
  const places = new DocumentPlaces({ call }, 'hrRecord');
  places.search('offer');
  const stop = places.show('a', () => undefined);
  await eventually(() => expect(asked).toHaveLength(1));
  answer(0);
  await eventually(() => expect(places.of('a')).not.toBeNull());
  stop();
  expect(places.of('a')).toBeNull();
});
