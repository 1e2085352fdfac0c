import { describe, expect, it } from 'vitest';
import { withFollowing, withProposal } from './proposals.ts';

describe('a field that others propose', () => {
  const proposal = {
    field: 'paymentStatus',
    from: ['fee', 'recievedAmount'],
    make: ({ fee, recievedAmount }: Record<string, unknown>) =>
      fee === undefined ? undefined : recievedAmount === fee ? 'Fully Paid' : 'Partially Paid',
  };

  it('takes the proposal when one of them changes', () => {
    const draft = { fee: 100, recievedAmount: 50, paymentStatus: 'Not Paid' };
    expect(withProposal(draft, { recievedAmount: 100 }, proposal)).toEqual({
      recievedAmount: 100,
      paymentStatus: 'Fully Paid',
    });
    expect(withProposal(draft, { fee: 60 }, proposal)).toEqual({ fee: 60, paymentStatus: 'Partially Paid' });
  });

  it('is left alone by other changes, by its own, and where nothing is proposed', () => {
    const draft = { fee: 100, recievedAmount: 100, paymentStatus: 'Not Paid' };
    expect(withProposal(draft, { city: 'Pune' }, proposal)).toEqual({ city: 'Pune' });
    expect(withProposal(draft, { paymentStatus: null }, proposal)).toEqual({ paymentStatus: null });
    expect(withProposal({}, { recievedAmount: 5 }, proposal)).toEqual({ recievedAmount: 5 });
    expect(withProposal(draft, { fee: 5 }, undefined)).toEqual({ fee: 5 });
  });
});

describe('the payment status of a stored candidate', () => {
  const following = (record: object, changes: object): object =>
    withFollowing('candidate', { ...record }, { ...changes });
  const paid = { fee: 60_000, recievedAmount: 60_000, paymentStatus: 'Fully Paid' };

  it('follows the amounts', () => {
    expect(following(paid, { fee: 90_000 })).toEqual({ fee: 90_000, paymentStatus: 'Partially Paid' });
    expect(following({ ...paid, fee: 90_000, paymentStatus: 'Partially Paid' }, { fee: 60_000 })).toEqual({
      fee: 60_000,
      paymentStatus: 'Fully Paid',
    });
  });

  it('stays where somebody has chosen another one, or none, and where it is given', () => {
    expect(following({ ...paid, paymentStatus: 'Not Paid' }, { fee: 90_000 })).toEqual({ fee: 90_000 });
    expect(following({ ...paid, paymentStatus: null }, { fee: 90_000 })).toEqual({ fee: 90_000 });
    const given = { fee: 90_000, paymentStatus: 'Fully Paid' };
    expect(following(paid, given)).toEqual(given);
    expect(following(paid, { city: 'Pune' })).toEqual({ city: 'Pune' });
  });

  it('is nothing of other records', () => {
    expect(withFollowing('inquiry', {}, { fee: 1 })).toEqual({ fee: 1 });
  });
});
