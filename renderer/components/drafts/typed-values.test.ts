import { expect, it } from 'vitest';
import { candidate } from '#shared/model/candidate.ts';
import { user } from '#shared/model/user.ts';
import { nothing, opened, withKept } from '../record-form/form-state.ts';
import { UnreadText } from '../record-form/unread-text.ts';
import { givenBack, keptOf } from './typed-values.ts';

const NAMES = ['fullName', 'fee', 'city', 'isPlaced', 'notes', 'profilePicture', 'dob'];
const ALL = new Set(NAMES);

it('keeps no secret and no chosen file', () => {
  expect(keptOf(candidate, { fullName: 'Asha', profilePicture: 'a'.repeat(64) })).toEqual({
    fullName: 'Asha',
  });
  expect(keptOf(user, { name: 'Asha', password: 'Demo@12345' })).toEqual({ name: 'Asha' });
});

it('gives back what the form has, the user may set, and an input can show; nothing else of a forged draft', () => {
  const forged = {
    fullName: { html: '<b>' },
    fee: '12',
    city: ['Pune'],
    notes: 'As typed',
    profilePicture: 'a'.repeat(64),
    _id: 'another',
    toString: 'x',
    notAField: 1,
  };
  expect(givenBack(candidate, NAMES, ALL, forged, { _id: '' })).toEqual({ notes: 'As typed' });
  expect(givenBack(candidate, NAMES, new Set(['city']), { notes: 'x', city: 'Pune' }, {})).toEqual({
    city: 'Pune',
  });
});

it('gives text that could not be read back as such', () => {
  const kept = JSON.parse(JSON.stringify({ fee: new UnreadText('abc', 'Enter an amount') })) as object;
  const { fee } = givenBack(candidate, NAMES, ALL, { ...kept }, {});
  expect(fee).toBeInstanceOf(UnreadText);
  expect(fee).toEqual(new UnreadText('abc', 'Enter an amount'));

  const typed = new UnreadText('karn', 'Choose one', { before: 'Goa', meant: 'Karnataka' });
  const { state } = givenBack(
    candidate,
    ['state'],
    new Set(['state']),
    JSON.parse(JSON.stringify({ state: typed })),
    {},
  );
  expect(state).toEqual(typed);
});

it('stands against what others wrote in the same field alone', () => {
  const record = { _id: 'a', fullName: 'Asha', city: 'Wardha', notes: 'Theirs', fee: 5 };
  const form = opened({ record, base: 1, references: {}, waiting: false });
  const kept = { seen: { city: 'Pune', notes: 'Before', fee: 5 }, references: { city: 'x', other: 'y' } };
  const values = { city: 'Nagpur', notes: 'Theirs', fee: 7 };
  expect(withKept(form, candidate, values, kept, undefined)).toMatchObject({
    draft: { ...record, ...values },
    references: { city: 'x' },
    contested: ['city'],
  });
  const added = withKept({ ...nothing, status: 'ready' }, candidate, values, kept, undefined);
  expect(added).toMatchObject({ draft: values, contested: [] });
});
