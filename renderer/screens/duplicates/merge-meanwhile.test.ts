import { expect, it } from 'vitest';
import { entityOf } from '#shared/model/entities.ts';
import type { AnyRecord } from '#shared/model/entity.ts';
import { ALL } from './merge-choice.ts';
import { changedMeanwhile, standingPicks } from './merge-meanwhile.ts';

const entity = entityOf('candidate');
const a: AnyRecord = { _id: 'a', fullName: 'Asha Rao', city: 'Pune', notes: 'first' };
const b: AnyRecord = { _id: 'b', fullName: 'A. Rao', city: 'Mumbai' };
const c: AnyRecord = { _id: 'c', fullName: 'Asha R.', city: 'Nagpur', notes: 'third' };
const written = { a: { city: '1', fullName: '1' }, b: { city: '3', fullName: '2' }, c: { city: '2' } };
const compared = (...records: AnyRecord[]): Parameters<typeof standingPicks>[0]['now'] => ({
  records: records.map((record) => ({ record, base: 1, references: {}, waiting: false })),
  written,
});
const standing = (
  now: readonly AnyRecord[],
  chosen: Record<string, string> = {},
  at: Parameters<typeof standingPicks>[0]['now']['written'] = written,
): Readonly<Record<string, string>> =>
  standingPicks({
    entity,
    coupled: [],
    first: compared(a, b, c),
    now: { ...compared(...now), written: at },
    stays: 'a',
    chosen,
  });

it('keeps what stood chosen while others write, at the start and by hand', () => {
  const later = { ...written, a: { city: '9', fullName: '9' } };
  const rewritten = [{ ...a, city: 'Delhi' }, b, c];
  expect(standing(rewritten, { fullName: 'c', notes: ALL }, later)).toEqual({
    fullName: 'c',
    city: 'b',
    notes: ALL,
  });
});

it('begins anew where the chosen record is gone, or the start took a value that is gone', () => {
  expect(standing([a, b], { city: 'c', notes: 'c' })).toMatchObject({ city: 'b', notes: 'a' });
  expect(standing([a, { ...b, city: null }, c])).toMatchObject({ city: 'c' });
  // Whoever chose by hand may want it empty.
  expect(standing([a, { ...b, city: null }, c], { city: 'b' })).toMatchObject({ city: 'b' });
});

it('takes up what differs only since then', () => {
  expect(standing([a, b, { ...c, trainer: 'Meera' }])).toMatchObject({ trainer: 'c', city: 'b' });
});

it('says who was changed and where, and nothing of times, of who is gone or of who came back', () => {
  const said = (...now: AnyRecord[]): string | null =>
    changedMeanwhile(entity, compared(a, b).records, compared(...now).records);
  expect(said(a, { ...b, updatedAt: '2026-02-02' })).toBeNull();
  expect(said({ ...a, state: '' }, c)).toBeNull();
  expect(said({ ...a, city: 'Delhi' }, b)).toBe(
    'Asha Rao was changed meanwhile: City. Look at it before you merge.',
  );
  expect(said({ ...a, city: 'Delhi', notes: '', trainer: 'Meera' }, { ...b, city: null })).toBe(
    'Asha Rao was changed meanwhile: City, Trainer and Notes. A. Rao was changed meanwhile: City. Look at them before you merge.',
  );
});
