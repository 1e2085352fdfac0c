import { candidate } from '#shared/model/candidate.ts';
import { inquiry } from '#shared/model/inquiry.ts';
import { proposalOf } from '#shared/model/proposals.ts';
import { describe, expect, it } from 'vitest';
import {
  issuesOf,
  nothing,
  opened,
  withAnswered,
  withChecked,
  withGiven,
  withOutside,
  withProposedAnew,
  withTheirs,
  withTyped,
  writtenOf,
} from './form-state.ts';
import { changedFields } from './form-values.ts';
import { oneOf } from './one-of.ts';
import { UnreadText } from './unread-text.ts';

describe('a text that cannot be read as the value of its field', () => {
  const sentence = 'Fee cannot be read. Write it like 45,000.';
  const unread = new UnreadText('abc', sentence);
  const view = {
    record: { _id: 'c1', fullName: 'Asha Rao', fee: 30_000, nextCall: null },
    references: {},
    base: 1,
    waiting: false,
  };
  const form = { ...nothing, status: 'ready' as const, view, draft: view.record };
  const typed = withTyped(form, candidate, { fee: unread });

  it('is a change, and is refused with its own sentence, in a new record as in an old one', () => {
    const changes = changedFields(candidate, ['fullName', 'fee'], view.record, typed.draft);
    expect(changes).toEqual({ fee: unread });
    expect(issuesOf(candidate, changes, 'update', view)).toEqual([
      { field: 'fee', code: 'invalid', message: sentence },
    ]);
    const added = { fullName: unread, mobile: '98765 43210', email: 'asha@mail.test' };
    expect(issuesOf(candidate, added, 'create', null)).toEqual([
      { field: 'fullName', code: 'invalid', message: sentence },
    ]);
  });

  it('is complained of when the field is left, and no longer once it can be read', () => {
    expect(typed.errors).toEqual({});
    const left = withChecked(typed, candidate, 'fee');
    expect(left.errors).toEqual({ fee: sentence });
    expect(withTyped(left, candidate, { fee: 45_000 }).errors).toEqual({});
  });

  it('stays when the value changes elsewhere, which can be taken in its place', () => {
    const elsewhere = { ...view, record: { ...view.record, fee: 62_000 }, base: 2 };
    const news = withOutside(typed, elsewhere, candidate, ['fullName', 'fee'], []);
    expect(news).toMatchObject({ draft: { fee: unread }, contested: ['fee'], taken: [] });
    expect(withTheirs(news, 'fee', [], { entity: candidate, proposal: undefined }).draft['fee']).toBe(62_000);
  });

  it('goes back to what came from elsewhere where a choice is looked for and put away', () => {
    for (const before of ['Pune', null]) {
      const seen = { ...view, record: { ...view.record, city: before } };
      const looking = new UnreadText('Nag', 'Choose one', { meant: 'Nagpur', before });
      const draft = { ...form, view: seen, draft: { ...seen.record, city: looking } };
      const elsewhere = { ...seen, record: { ...seen.record, city: 'Nashik' }, base: 2 };
      const news = withOutside(draft, elsewhere, candidate, ['fullName', 'city'], []);
      expect(news.draft['city']).toMatchObject({ text: 'Nag', meant: 'Nagpur', before: 'Nashik' });
    }
  });
});

describe('at least one of some fields', () => {
  const message = 'Give a name or a mobile number';
  const problems = oneOf(['Name', 'mobile'], message);
  const missing = [{ field: 'Name', message }];
  const fresh = { statusType: 'No' };

  it('is asked for in a new record, and where the last one is taken away', () => {
    expect(problems({ notes: 'Called', Name: '  ' }, fresh)).toEqual(missing);
    expect(problems({ mobile: '' }, { _id: 'i1', mobile: '98765 43210' })).toEqual(missing);
    expect(problems({ mobile: '98765 43210' }, fresh)).toEqual([]);
    expect(problems({ Name: 'Asha' }, fresh)).toEqual([]);
    expect(problems({ mobile: new UnreadText('abcdefgh', 'No number') }, fresh)).toEqual([]);
  });

  it('is not asked of a record that came without any', () => {
    expect(problems({ notes: 'Spam' }, { _id: 'i1', notes: 'Spam' })).toEqual([]);
  });

  it('is answered in any of them', () => {
    const complained = { ...nothing, errors: { Name: message, notes: 'Too long' } };
    expect(withAnswered(complained, missing, []).errors).toEqual({ notes: 'Too long' });
    expect(withAnswered(complained, missing, missing)).toBe(complained);
  });
});

describe('the name of who a field refers to', () => {
  const view = {
    record: { _id: 'i1', Name: 'Asha Rao', enrolledAs: null, assignedTo: 'u1' },
    references: { assignedTo: 'Ravi' },
    base: 1,
    waiting: false,
  };
  const form = {
    ...nothing,
    status: 'ready' as const,
    view,
    draft: view.record,
    references: view.references,
  };
  const elsewhere = {
    record: { ...view.record, enrolledAs: 'c1', assignedTo: 'u2' },
    references: { assignedTo: 'Meera', enrolledAs: 'Asha Rao' },
    base: 2,
    waiting: false,
  };

  it('comes with the value, also where the form does not edit that', () => {
    const news = withOutside(form, elsewhere, inquiry, ['Name', 'assignedTo'], []);
    expect(news.references).toEqual({ assignedTo: 'Meera', enrolledAs: 'Asha Rao' });
  });

  it('stays of whom was chosen here', () => {
    const typed = withTyped(form, inquiry, { assignedTo: 'u3' });
    const chosen = { ...typed, references: { assignedTo: 'Kiran' } };
    const news = withOutside(chosen, elsewhere, inquiry, ['Name', 'assignedTo'], []);
    expect(news).toMatchObject({ draft: { assignedTo: 'u3' }, contested: ['assignedTo'] });
    expect(news.references).toEqual({ assignedTo: 'Kiran', enrolledAs: 'Asha Rao' });
  });
});

describe('a status that a form is given once more', () => {
  const before = { fee: 60_000, recievedAmount: 30_000, paymentStatus: 'Partially Paid' };
  const proposal = proposalOf('candidate');
  const showing = (record: object) =>
    opened({ record: { _id: 'c1', ...record }, references: {}, base: 1, waiting: false });
  const given = (record: object, values: object) =>
    withGiven(showing(record), candidate, { values: { ...values }, errors: {}, seen: before }, proposal);

  it('is written where it was chosen alone, also as it was', () => {
    const draft = { ...before, recievedAmount: 60_000, paymentStatus: 'Fully Paid' };
    const changes = { recievedAmount: 60_000, paymentStatus: 'Fully Paid' };
    const written = (overruled: boolean, all: object) =>
      writtenOf({ ...all }, { draft: { ...draft, ...all }, overruled }, candidate, proposal);
    expect(written(false, changes)).toEqual({ recievedAmount: 60_000 });
    expect(written(true, changes)).toEqual(changes);
    expect(written(true, { fee: 60_000 })).toEqual({ fee: 60_000, paymentStatus: 'Fully Paid' });
    expect(written(true, { city: 'Pune' })).toEqual({ city: 'Pune' });
  });

  it('is proposed for the amounts as they are now, and stays where it was chosen', () => {
    const raised = { ...before, fee: 90_000 };
    expect(given(raised, { recievedAmount: 60_000 })).toMatchObject({
      draft: { paymentStatus: 'Partially Paid' },
      overruled: false,
    });
    expect(given(before, { recievedAmount: 60_000 }).draft['paymentStatus']).toBe('Fully Paid');
    expect(given(raised, { recievedAmount: 50_000, paymentStatus: 'Fully Paid' })).toMatchObject({
      draft: { paymentStatus: 'Fully Paid' },
      overruled: true,
    });
  });

  it('gives way to what somebody else has chosen since', () => {
    const bounced = { ...before, paymentStatus: 'Not Paid' };
    expect(given(bounced, { recievedAmount: 60_000 })).toMatchObject({
      draft: { recievedAmount: 60_000, paymentStatus: 'Not Paid' },
      taken: ['paymentStatus'],
    });
  });
});

describe('a status that is proposed, and changes elsewhere while an amount is typed here', () => {
  const record = { _id: 'c1', fee: 60_000, recievedAmount: 30_000, paymentStatus: 'Partially Paid' };
  const view = { record, references: {}, base: 1, waiting: false };
  const form = { ...nothing, status: 'ready' as const, view, draft: record };
  const elsewhere = {
    ...view,
    record: { ...record, recievedAmount: 60_000, paymentStatus: 'Fully Paid' },
    base: 2,
  };
  const names = ['fee', 'recievedAmount', 'paymentStatus'];
  const proposal = proposalOf('candidate');

  it('is proposed anew by all amounts, and is no news then', () => {
    const typed = withTyped(form, candidate, { fee: 80_000 });
    const news = withProposedAnew(withOutside(typed, elsewhere, candidate, names, []), candidate, proposal);
    expect(news.draft).toMatchObject({
      fee: 80_000,
      recievedAmount: 60_000,
      paymentStatus: 'Partially Paid',
    });
    expect(news).toMatchObject({ taken: ['recievedAmount'], contested: [] });
  });

  it('takes the place of the proposal where it was chosen there', () => {
    const typed = withTyped(form, candidate, { fee: 80_000, paymentStatus: 'Partially Paid' });
    const bounced = { ...view, record: { ...record, paymentStatus: 'Not Paid' }, base: 2 };
    const seen = { ...record, paymentStatus: 'Fully Paid' };
    const before = { ...typed, view: { ...view, record: seen } };
    const news = withProposedAnew(withOutside(before, bounced, candidate, names, []), candidate, proposal);
    expect(news).toMatchObject({
      draft: { paymentStatus: 'Not Paid' },
      contested: [],
      taken: ['paymentStatus'],
    });
  });

  it('goes with the value of elsewhere that is taken in the place of what was typed', () => {
    const typed = withTyped(form, candidate, { fee: 30_000, paymentStatus: 'Fully Paid' });
    const raised = { ...view, record: { ...record, fee: 90_000 }, base: 2 };
    const news = withProposedAnew(withOutside(typed, raised, candidate, names, []), candidate, proposal);
    expect(news).toMatchObject({ draft: { paymentStatus: 'Fully Paid' }, contested: ['fee'] });
    const theirs = withTheirs(news, 'fee', [], { entity: candidate, proposal });
    expect(theirs.draft).toMatchObject({ fee: 90_000, paymentStatus: 'Partially Paid' });
  });

  it('comes as it is where no amount is typed, and stays where it was chosen here', () => {
    const untouched = withProposedAnew(
      withOutside(form, elsewhere, candidate, names, []),
      candidate,
      proposal,
    );
    expect(untouched.draft['paymentStatus']).toBe('Fully Paid');
    const chosen = {
      ...withTyped(form, candidate, { fee: 80_000, paymentStatus: 'Not Paid' }),
      overruled: true,
    };
    const news = withProposedAnew(withOutside(chosen, elsewhere, candidate, names, []), candidate, proposal);
    expect(news).toMatchObject({ draft: { paymentStatus: 'Not Paid' }, contested: ['paymentStatus'] });
  });
});
