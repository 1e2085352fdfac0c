import { entityOf } from '#shared/model/entities.ts';
import type { RecordView } from '#shared/protocol/record-view.ts';
import { expect, it } from 'vitest';
import { draftOf } from '../date-field/date-draft.ts';
import {
  issuesOf,
  opened,
  withChecked,
  withOutside,
  withTheirs,
  withTyped,
  type FormState,
} from './form-state.ts';
import { changedFields } from './form-values.ts';

const candidate = entityOf('candidate');
const user = entityOf('user');

const viewOf = (record: Record<string, unknown>): RecordView => ({
  record: { _id: 'a', ...record },
  references: {},
  waiting: false,
  base: 1,
});

const call = '2126-11-25T11:00:00.000Z';
const typed = (text: string): unknown => draftOf(text, { kind: 'datetime', lean: 'future', now: Date.now() });
const changed = ({ draft, view }: FormState): Record<string, unknown> =>
  changedFields(candidate, ['nextCall', 'city'], view?.record ?? {}, draft);

it('a date that cannot be read is a change, and is refused with its own sentence', () => {
  const open = withTyped(opened(viewOf({ nextCall: call })), candidate, { nextCall: typed('25 nov') });
  expect(open.errors).toEqual({});
  const left = withChecked(open, candidate, 'nextCall');
  expect(left.errors).toEqual({ nextCall: 'Add a time, such as 4:30 pm.' });
  expect(Object.keys(changed(left))).toEqual(['nextCall']);
  expect(issuesOf(candidate, changed(left), 'update', left.view)).toMatchObject([
    { field: 'nextCall', code: 'invalid', message: 'Add a time, such as 4:30 pm.' },
  ]);
  expect(issuesOf(candidate, { nextCall: typed('25 nov') }, 'create', null)).toContainEqual(
    expect.objectContaining({ field: 'nextCall' }),
  );
  expect(withTyped(left, candidate, { nextCall: null }).errors).toEqual({});
});

it('a change from elsewhere leaves a half-typed date, until the user takes the other', () => {
  const halfTyped = typed('11/dd/2026');
  const open = withTyped(opened(viewOf({ nextCall: call, city: 'Pune' })), candidate, {
    nextCall: halfTyped,
  });
  const later = '2126-11-27T11:00:00.000Z';
  const merged = withOutside(
    open,
    viewOf({ nextCall: later, city: 'Nagpur' }),
    candidate,
    ['nextCall', 'city'],
    [],
  );
  expect(merged.draft).toMatchObject({ nextCall: halfTyped, city: 'Nagpur' });
  expect(merged.contested).toEqual(['nextCall']);
  expect(withTheirs(merged, 'nextCall', [], { entity: candidate, proposal: undefined }).draft).toMatchObject({
    nextCall: later,
  });
});

it('two dates in the wrong order are judged by what stands in the form, not by what is stored', () => {
  const open = opened(viewOf({ DOJ: '2026-03-01', DOL: null }));
  const moved = withTyped(open, user, { DOJ: '2026-01-01', DOL: '2026-02-01' });
  expect(withChecked(moved, user, 'DOL').errors).toEqual({});
  const wrong = withChecked(withTyped(moved, user, { DOJ: '2026-02-02' }), user, 'DOJ');
  expect(wrong.errors).toEqual({ DOL: 'DOL cannot be before DOJ' });
  expect(withTyped(wrong, user, { DOJ: '2026-02-01' }).errors).toEqual({});
});
