import { describe, expect, it } from 'vitest';
import {
  at,
  begin,
  candidate,
  india,
  inquiry,
  look,
  openReminders,
  put,
  titles,
} from '../testing/reminder-steps.ts';
import type { Reminders } from './reminders.ts';

openReminders();

describe('a clock that jumps', () => {
  const tomorrow = '2026-08-06';
  /** The clock that nobody sets, in step with the right one. */
  const lookAt = (reminders: Reminders, clock: number, right = clock): number =>
    look(reminders, clock, {}, false, right - at('00:00'));

  it('is ahead for seconds: what it told too early is told at its time, and nothing a second time', () => {
    put(
      'inquiry',
      inquiry('Meena', { nextCall: india('09:30') }),
      inquiry('Asha', { nextCall: india('10:02') }),
      inquiry('Ravi', { nextCall: india('09:00', tomorrow) }),
    );
    const reminders = begin();
    lookAt(reminders, at('09:30'));
    lookAt(reminders, at('10:00', tomorrow), at('10:00'));
    expect(titles()).toEqual(['Call Meena', '2 things are due']);
    expect(lookAt(reminders, at('10:00'))).toBe(at('10:02'));
    expect(titles()).toEqual([]);
    lookAt(reminders, at('10:02'));
    expect(titles()).toEqual(['Call Asha']);
    lookAt(reminders, at('10:03'));
    lookAt(reminders, at('09:00', tomorrow));
    lookAt(reminders, at('09:01', tomorrow));
    expect(titles()).toEqual(['Call Ravi']);
  });

  it.each([
    ['at once', '10:01', '10:01'],
    ['after a night', '10:20', '11:30'],
  ])('was ahead before a restart %s: what was told too early is told', (_, last, next) => {
    put('inquiry', inquiry('Asha', { nextCall: india('11:00') }));
    const reminders = begin();
    lookAt(reminders, at('10:00', tomorrow), at('10:00'));
    expect(titles()).toEqual(['Call Asha']);
    lookAt(reminders, at('10:00'));
    lookAt(reminders, at(last));
    const later = begin(next);
    lookAt(later, at(next));
    lookAt(later, at('11:30'));
    lookAt(begin('11:31'), at('11:31'));
    expect(titles()).toEqual(['Call Asha']);
  });

  it('was ahead at the first start on this PC: what falls due after it is right is told, also by another start', () => {
    put(
      'inquiry',
      inquiry('before', { nextCall: india('08:30') }),
      inquiry('Asha', { nextCall: india('10:00') }),
      inquiry('Ravi', { nextCall: india('11:00') }),
    );
    const reminders = begin('09:00', tomorrow);
    lookAt(reminders, at('09:00', tomorrow), at('09:00'));
    lookAt(reminders, at('09:01'));
    expect(titles()).toEqual([]);
    const later = begin('10:30');
    lookAt(later, at('10:30'));
    expect(titles()).toEqual(['Call Asha']);
    lookAt(later, at('11:00'));
    expect(titles()).toEqual(['Call Ravi']);
  });

  it('was days ahead: what was told before is not told again', () => {
    put('inquiry', inquiry('Asha', { nextCall: india('09:30') }));
    put('inquiry', inquiry('Ravi', { nextCall: india('09:00', '2026-08-15') }));
    const reminders = begin();
    lookAt(reminders, at('09:30'));
    lookAt(reminders, at('10:00', '2026-08-15'), at('10:00'));
    expect(titles()).toEqual(['Call Asha', 'Call Ravi']);
    lookAt(reminders, at('10:01'));
    expect(titles()).toEqual([]);
  });

  it('was behind for minutes, or is put right by seconds: nothing is told twice', () => {
    put('inquiry', inquiry('Asha', { nextCall: india('11:00') }));
    lookAt(begin(), at('11:00'));
    expect(titles()).toEqual(['Call Asha']);
    const later = begin('10:00');
    lookAt(later, at('10:00', '2020-01-01'), at('11:30'));
    lookAt(later, at('10:05', '2020-01-01'), at('11:35'));
    lookAt(later, at('11:36'));
    put('inquiry', inquiry('Ravi', { nextCall: india('12:00') }));
    lookAt(later, at('12:00'));
    expect(titles()).toEqual(['Call Ravi']);
    lookAt(later, at('12:00') - 2_000, at('12:00') + 1_000);
    lookAt(later, at('12:00'), at('12:00') + 3_000);
    expect(titles()).toEqual([]);
  });

  it('tells an interview that was told ten minutes before it no more', () => {
    const interview = { interviewStatus: 'Scheduled', interviewDate: india('15:00'), interviewerId: 'hr' };
    put('candidate', candidate('Mine', interview));
    const reminders = begin();
    lookAt(reminders, at('14:50'));
    lookAt(reminders, at('14:51'));
    lookAt(reminders, at('15:00'));
    expect(titles()).toEqual(['Interview with Mine']);
  });
});
