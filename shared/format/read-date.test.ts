import { describe, expect, it } from 'vitest';
import { readDate, type DateAsked } from './read-date.ts';

/** 12:30 pm on Sunday, 22 November 2026, in India. */
const NOW = Date.parse('2026-11-22T07:00:00.000Z');
const call: DateAsked = { kind: 'datetime', now: NOW, lean: 'future' };
const day: DateAsked = { kind: 'date', now: NOW, lean: 'near' };
const birth: DateAsked = { kind: 'date', now: NOW, lean: 'past' };

const valueOf = (text: string, asked: DateAsked): string | null | undefined => {
  const read = readDate(text, asked);
  return 'value' in read ? read.value : undefined;
};
const problemOf = (text: string, asked: DateAsked): string | undefined => {
  const read = readDate(text, asked);
  return 'problem' in read ? read.problem : undefined;
};

describe('a date is read the way people in India write it', () => {
  it.each([
    ['05/04/2004', '2004-04-05'],
    ['04/05/2004', '2004-05-04'],
    ['5/4/2004', '2004-04-05'],
    ['5-4-04', '2004-04-05'],
    ['5.4.2004', '2004-04-05'],
    ['05 04 2004', undefined],
    ['05042004', '2004-04-05'],
    ['5 apr 2004', '2004-04-05'],
    ['5th April, 2004', '2004-04-05'],
    ["5-Apr-'04", '2004-04-05'],
    ['apr 5 2004', '2004-04-05'],
    ['2004-04-05', '2004-04-05'],
    ['2004/4/5', '2004-04-05'],
    [' 05 / 04 / 2004 ', '2004-04-05'],
    ['０５／０４／２００４', '2004-04-05'],
    ['०५/०४/२००४', '2004-04-05'],
  ])('%s', (text, value) => {
    expect(valueOf(text, birth)).toBe(value);
  });

  it.each([
    ['today', '2026-11-22'],
    ['Tomorrow', '2026-11-23'],
    ['tmrw', '2026-11-23'],
    ['day after tomorrow', '2026-11-24'],
    ['yesterday', '2026-11-21'],
    ['fri', '2026-11-27'],
    ['sunday', '2026-11-22'],
    ['next sunday', '2026-11-29'],
    ['in 2 days', '2026-11-24'],
    ['2 weeks', '2026-12-06'],
    ['in 3 months', '2027-02-22'],
    ['5 apr', '2027-04-05'],
    ['25/11', '2026-11-25'],
    ['5.4', '2027-04-05'],
  ])('%s, counted from today in India', (text, value) => {
    expect(valueOf(text, day)).toBe(value);
  });

  it('takes the last day of a shorter month', () => {
    const january = Date.parse('2027-01-31T07:00:00.000Z');
    expect(valueOf('in 1 month', { ...day, now: january })).toBe('2027-02-28');
  });

  it('counts days by the calendar of India', () => {
    // 11:30 pm and half an hour past midnight in India, the same UTC day.
    expect(valueOf('today', { ...day, now: Date.parse('2026-11-22T18:00:00.000Z') })).toBe('2026-11-22');
    expect(valueOf('today', { ...day, now: Date.parse('2026-11-22T19:00:00.000Z') })).toBe('2026-11-23');
  });

  it('takes two figures of a year for the one that is meant', () => {
    expect(valueOf('5/4/26', birth)).toBe('2026-04-05');
    expect(valueOf('5/4/27', birth)).toBe('1927-04-05');
    expect(valueOf('5/4/98', birth)).toBe('1998-04-05');
    expect(valueOf('5/4/27', day)).toBe('2027-04-05');
    expect(valueOf('5/4/98', day)).toBe('1998-04-05');
  });
});

describe('a date and time is read the way people in India write it', () => {
  it.each([
    ['25 nov 11:30', '2026-11-25T06:00:00.000Z'],
    ['25 nov 2026 4pm', '2026-11-25T10:30:00.000Z'],
    ['25/11/2026, 4:30 pm', '2026-11-25T11:00:00.000Z'],
    ['25/11/2026 16.30', '2026-11-25T11:00:00.000Z'],
    ['25.11.2026 11.30', '2026-11-25T06:00:00.000Z'],
    ['25/11 4.30PM', '2026-11-25T11:00:00.000Z'],
    ['nov 25 3 p.m.', '2026-11-25T09:30:00.000Z'],
    ['25 nov 26 4pm', '2026-11-25T10:30:00.000Z'],
    ['25 nov 11', '2026-11-25T05:30:00.000Z'],
    ['tmrw 4pm', '2026-11-23T10:30:00.000Z'],
    ['4pm tomorrow', '2026-11-23T10:30:00.000Z'],
    ['tomorrow at 16:30', '2026-11-23T11:00:00.000Z'],
    ['fri 11', '2026-11-27T05:30:00.000Z'],
    ['next monday 10am', '2026-11-23T04:30:00.000Z'],
    ['in 2 days 4pm', '2026-11-24T10:30:00.000Z'],
    ['25/11/2026 noon', '2026-11-25T06:30:00.000Z'],
    ['25/11/2026 12 am', '2026-11-24T18:30:00.000Z'],
    ['25/11/2026 04:30', '2026-11-24T23:00:00.000Z'],
    ['2h', '2026-11-22T09:00:00.000Z'],
    ['in 1h 30m', '2026-11-22T08:30:00.000Z'],
    ['45 min', '2026-11-22T07:45:00.000Z'],
    ['now', '2026-11-22T07:00:00.000Z'],
    ['2026-11-25T16:30', '2026-11-25T11:00:00.000Z'],
    ['2026-11-25 16:30', '2026-11-25T11:00:00.000Z'],
    ['2026-11-25T11:00:00.000Z', '2026-11-25T11:00:00.000Z'],
    ['2026-11-25T16:30+05:30', '2026-11-25T11:00:00.000Z'],
  ])('%s', (text, value) => {
    expect(valueOf(text, call)).toBe(value);
  });

  it('takes a time alone for today, and for tomorrow where a call is planned and it is over', () => {
    expect(valueOf('4pm', call)).toBe('2026-11-22T10:30:00.000Z');
    expect(valueOf('12:30 pm', call)).toBe('2026-11-22T07:00:00.000Z');
    expect(valueOf('10am', call)).toBe('2026-11-23T04:30:00.000Z');
    expect(valueOf('10am', { ...call, lean: 'near' })).toBe('2026-11-22T04:30:00.000Z');
    expect(valueOf('sunday 10am', call)).toBe('2026-11-29T04:30:00.000Z');
  });

  it('leaves a day that has just passed in this year, so that it is refused as past', () => {
    expect(valueOf('20 nov 4pm', call)).toBe('2026-11-20T10:30:00.000Z');
    expect(valueOf('20 jan 4pm', call)).toBe('2027-01-20T10:30:00.000Z');
  });

  it('does not come before the time that was asked for', () => {
    expect(valueOf('2h', { ...call, now: NOW + 20_000 })).toBe('2026-11-22T09:01:00.000Z');
  });
});

describe('what cannot be read is said, never guessed or dropped', () => {
  it.each([
    ['11/dd/2026', '“11/dd/2026” cannot be read as a date. Write the day first, such as 25/11/2026.'],
    ['11/2', undefined],
    ['11/2/', '“11/2/” cannot be read as a date. Write the day first, such as 25/11/2026.'],
    ['25/11/202', '“25/11/202” cannot be read as a date. Write the day first, such as 25/11/2026.'],
    ['soon', '“soon” cannot be read as a date. Write the day first, such as 25/11/2026.'],
    ['12', '“12” cannot be read as a date. Write the day first, such as 25/11/2026.'],
    [
      '25/11/2026 or so',
      '“25/11/2026 or so” cannot be read as a date. Write the day first, such as 25/11/2026.',
    ],
    ['31/02/2026', 'February 2026 has 28 days.'],
    ['29/2/2027', 'February 2027 has 28 days.'],
    ['32 dec 2026', 'December 2026 has 31 days.'],
    ['0/5/2026', 'May 2026 has 31 days.'],
    ['11/25/2026', 'There is no month 25. Write the day first, such as 25/11/2026.'],
    ['25/11/0202', 'The year 202 cannot be right. Write it with four figures, such as 2026.'],
    ['25 nov 4pm', 'Only a date stands here, without a time: 25/11/2026.'],
    ['2h', 'Only a date stands here, without a time: 25/11/2026.'],
  ])('a date: %s', (text, problem) => {
    expect(problemOf(text, day)).toBe(problem);
  });

  it('asks for the year of a birth', () => {
    expect(problemOf('5 apr', birth)).toBe('Add the year, such as 5/4/2004.');
  });

  it.each([
    ['25 nov', 'Add a time, such as 4:30 pm.'],
    ['2026-11-25', 'Add a time, such as 4:30 pm.'],
    ['tomorrow', 'Add a time, such as 4:30 pm.'],
    ['25/11/2026 4:30', 'Morning or afternoon? Write 4:30 am or 4:30 pm.'],
    ['5 apr 04', 'Morning or afternoon? Write 04 am or 04 pm.'],
    ['fri 4', 'Morning or afternoon? Write 4 am or 4 pm.'],
    ['25 nov 25:30', '“25:30” is no time of day. Write 4:30 pm or 16:30.'],
    ['25 nov 4:75', '“4:75” is no time of day. Write 4:30 pm or 16:30.'],
    ['25 nov 13pm', '“13pm” is no time of day. Write 4:30 pm or 16:30.'],
    ['31/02/2026 4pm', 'February 2026 has 28 days.'],
  ])('a date and time: %s', (text, problem) => {
    expect(problemOf(text, call)).toBe(problem);
  });

  it.each([
    '11',
    '1630',
    'kal 4pm',
    'tomorrow morning',
    '25/11/2026 4pm 5pm',
    '2h tomorrow',
    '4pm 2h',
    '25 nov 4pm ask for Ravi',
  ])('a date and time: %s', (text) => {
    expect(problemOf(text, call)).toMatch(/cannot be read as a date and time/);
  });

  it('repeats no more of a text than tells it apart', () => {
    expect(problemOf('x'.repeat(500), day)).toContain(`“${'x'.repeat(30)}…”`);
  });

  it('has nothing to say of an empty text', () => {
    expect(readDate('  ', call)).toEqual({ value: null });
    expect(readDate('', day)).toEqual({ value: null });
  });
});
