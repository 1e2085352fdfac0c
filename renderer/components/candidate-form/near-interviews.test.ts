import { expect, it } from 'vitest';
import { bookingOf, bookingsText, nearBookings } from './near-interviews.ts';

const at = '2026-11-25T10:00:00.000Z';
const now = Date.parse('2026-11-22T10:00:00.000Z');
const imran = { interviewerName: 'Imran Shaikh', interviewerId: 'u1', interviewDate: at };

it('asks for the interviews of the same interviewer that begin less than an hour away', () => {
  const booking = bookingOf(imran, now);
  expect(booking && nearBookings(booking).filter).toEqual({
    interviewerId: 'u1',
    interviewDate: { from: '2026-11-25T09:00:00.001Z', to: '2026-11-25T11:00:00.000Z' },
  });
  const outsider = bookingOf({ ...imran, interviewerId: null }, now);
  expect(outsider && nearBookings(outsider).filter).toMatchObject({ interviewerName: 'Imran Shaikh' });
});

it('asks for nothing while it is not known who and when, or where it is over', () => {
  expect(bookingOf({ ...imran, interviewerName: ' ' }, now)).toBeNull();
  expect(bookingOf({ ...imran, interviewDate: null }, now)).toBeNull();
  expect(bookingOf({ ...imran, interviewDate: { text: '25/13', problem: 'no date' } }, now)).toBeNull();
  expect(bookingOf(imran, Date.parse('2026-11-26T10:00:00.000Z'))).toBeNull();
});

it('says whose interviews these are, but for the one on the form', () => {
  const booking = { id: 'u1', name: 'Imran Shaikh', at };
  const priya = { _id: 'c1', fullName: 'Priya Nair', interviewDate: at };
  expect(bookingsText(booking, [priya], 'c2')).toBe("Imran Shaikh has Priya Nair's interview at 3:30 pm.");
  expect(bookingsText(booking, [priya], 'c1')).toBe('');
  const asha = { _id: 'c3', fullName: 'Asha Rao', interviewDate: '2026-11-25T10:30:00.000Z' };
  expect(bookingsText(booking, [priya, asha], null)).toBe(
    "Imran Shaikh has Priya Nair's interview at 3:30 pm and Asha Rao's interview at 4:00 pm.",
  );
});

it('says the day of one that is on the other side of midnight', () => {
  const booking = { id: 'u1', name: 'Imran Shaikh', at: '2026-11-25T18:40:00.000Z' };
  const late = { _id: 'c1', fullName: 'Priya Nair', interviewDate: '2026-11-25T18:20:00.000Z' };
  expect(bookingsText(booking, [late], null)).toBe(
    "Imran Shaikh has Priya Nair's interview on 25 Nov 2026 at 11:50 pm.",
  );
});
