import { beforeAll, describe, expect, it } from 'vitest';
import { formatRupees } from '#shared/format/numbers.ts';
import { phoneDigits } from '#shared/format/phone.ts';
import { candidate } from '#shared/model/candidate.ts';
import { makeCalendar } from './calendar.ts';
import { interviewTense } from './candidate-progress.ts';
import { demoCandidates } from './candidates.ts';
import { CLOSED_LEADS } from './inquiries.ts';
import { demoInquiries } from './leads.ts';
import { demoLeadStatuses } from './lead-statuses.ts';
import { demoUsers } from './staff.ts';

const options = { seed: 1, today: new Date('2026-11-21T06:00:00.000Z'), count: 3_000 };
const calendar = makeCalendar(options.today);
const candidates = [...demoCandidates(options)];
type DemoCandidate = (typeof candidates)[number];
const inquiries = [...demoInquiries(options)];
const users = [...demoUsers(options)];

/** Minutes after midnight in India. */
const minutesOf = (iso: string): number => {
  const time = new Date(Date.parse(iso) + 330 * 60_000);
  return time.getUTCHours() * 60 + time.getUTCMinutes();
};

const shareOf = (matches: (row: DemoCandidate) => boolean): number =>
  candidates.filter(matches).length / candidates.length;

describe('payment', () => {
  it('agrees with the amounts', () => {
    for (const { fee, recievedAmount, paymentStatus, fullName } of candidates) {
      if (fee === null || recievedAmount === null) {
        expect([fee, recievedAmount, paymentStatus]).toEqual([null, null, 'Not Paid']);
        continue;
      }
      expect(fee, fullName ?? '').toBeGreaterThanOrEqual(25_000);
      expect(fee).toBeLessThanOrEqual(85_000);
      expect(fee % 500).toBe(0);
      const expected =
        recievedAmount === 0 ? 'Not Paid' : recievedAmount < fee ? 'Partially Paid' : 'Fully Paid';
      expect(paymentStatus, `${formatRupees(recievedAmount)} of ${formatRupees(fee)}`).toBe(expected);
      expect(recievedAmount).toBeLessThanOrEqual(fee);
    }
    for (const status of ['Not Paid', 'Partially Paid', 'Fully Paid']) {
      expect(shareOf((row) => row.paymentStatus === status)).toBeGreaterThan(0.03);
    }
  });
});

describe('interviews and placement', () => {
  const interviewers = new Map(
    users.filter((row) => row.roleName === 'Employee').map((row) => [row._id, row]),
  );

  it('have a date and an interviewer that fit the status', () => {
    for (const row of candidates) {
      const tense = interviewTense(row.interviewStatus ?? 'Not Scheduled');
      if (tense === 'none') {
        expect([row.interviewDate, row.interviewerName, row.interviewerId]).toEqual([null, null, null]);
        continue;
      }
      const interviewer = interviewers.get(row.interviewerId ?? '');
      expect(interviewer?.name).toBe(row.interviewerName);
      if (row.interviewDate === null) {
        expect(tense).toBe('ahead');
        continue;
      }
      const day = calendar.dayOf(row.interviewDate);
      if (tense === 'ahead') expect(day).toBeGreaterThanOrEqual(0);
      else expect(day).toBeLessThan(0);
      expect(day).toBeGreaterThan(calendar.dayOf(row.createdAt ?? ''));
      expect(interviewer?.DOL === null || row.interviewDate.slice(0, 10) <= (interviewer?.DOL ?? '')).toBe(
        true,
      );
    }
  });

  it('every interview status occurs', () => {
    const used = new Set<string | null>(candidates.map((row) => row.interviewStatus));
    expect(used).toEqual(new Set(candidate.fields.interviewStatus.options));
  });

  it('have a company and a package exactly where there is an offer', () => {
    for (const row of candidates) {
      const hasOffer = row.interviewStatus?.startsWith('Offer Letter') ?? false;
      expect(row.company !== null).toBe(hasOffer);
      expect(row.ctc !== null).toBe(hasOffer);
      if (row.placementStatus === 'Placed') expect(row.interviewStatus).toBe('Offer Letter Accepted');
    }
    expect(shareOf((row) => row.placementStatus === 'In Progress')).toBeGreaterThan(0.2);
    expect(shareOf((row) => row.placementStatus === 'Placed')).toBeGreaterThan(0.15);
  });

  it('training that has begun began by today', () => {
    for (const row of candidates) {
      const day = calendar.dayOf(row.startDate ?? '');
      if (row.trainingStatus === 'Not Started') expect(day).toBeGreaterThan(0);
      else expect(day).toBeLessThanOrEqual(0);
    }
  });
});

describe('calls', () => {
  it('are made in office hours in India, some today', () => {
    const isOfficeHour = (row: { nextCall: string | null }): void => {
      if (row.nextCall === null) return;
      expect(minutesOf(row.nextCall)).toBeGreaterThanOrEqual(10 * 60);
      expect(minutesOf(row.nextCall)).toBeLessThan(19 * 60);
      expect(calendar.dayOf(row.nextCall)).toBeGreaterThanOrEqual(-4);
      expect(calendar.dayOf(row.nextCall)).toBeLessThanOrEqual(19);
    };
    candidates.forEach(isOfficeHour);
    inquiries.forEach(isOfficeHour);
    const today = candidates.filter((row) => row.nextCall !== null && calendar.dayOf(row.nextCall) === 0);
    expect(today.length).toBeGreaterThan(20);
  });

  it('are not due to leads that are closed', () => {
    const closed = new Set(
      [...demoLeadStatuses(options)].filter((row) => CLOSED_LEADS.has(row.name)).map((row) => row._id),
    );
    const due = inquiries.filter((row) => closed.has(row.leadStatus ?? '') && row.nextCall !== null);
    expect(due).toEqual([]);
  });
});

describe('the default load of 400', () => {
  const few = [...demoCandidates({ ...options, count: 400 })];
  const idOf = (email: string): string | undefined => users.find((row) => row.email === email)?._id;

  it('gives every HR candidates, hr@demo.test a fair share', () => {
    for (const hr of users.filter((row) => row.roleName === 'HR')) {
      expect(few.filter((row) => row.map === hr._id).length).toBeGreaterThan(20);
    }
    const own = few.filter((row) => row.map === idOf('hr@demo.test'));
    expect(own.length).toBeGreaterThan(80);
    expect(own.length).toBeLessThan(240);
  });

  it('gives employee@demo.test upcoming interviews and ones that are over', () => {
    const own = few.filter((row) => row.interviewerId === idOf('employee@demo.test'));
    const upcoming = own.filter((row) => row.interviewStatus === 'Scheduled' && row.interviewDate !== null);
    expect(upcoming.length).toBeGreaterThan(4);
    for (const status of ['Cleared', 'Not Cleared', 'Not join meet']) {
      expect(own.map((row) => row.interviewStatus)).toContain(status);
    }
  });

  it('is filled in as an institute would: nearly every field of most rows', () => {
    const oftenEmpty = new Set(['profilePicture', 'nextCall', 'company', 'ctc', 'studentId', 'inquiry']);
    for (const field of Object.keys(few[0] ?? {}) as (keyof DemoCandidate)[]) {
      const filled = few.filter((row) => row[field] !== null).length / few.length;
      if (!oftenEmpty.has(field)) expect(filled, field).toBeGreaterThan(0.5);
    }
  });

  it('rises from about 18 months ago to yesterday', () => {
    const times = few.map((row) => row.createdAt ?? '');
    expect(times.toSorted()).toEqual(times);
    expect(calendar.dayOf(times[0] ?? '')).toBeLessThan(-500);
    expect(calendar.dayOf(times.at(-1) ?? '')).toBe(-1);
  });
});

describe('20,000 candidates', () => {
  const emails = new Set<string | null>();
  const ids = new Set<string>();
  const mobiles = new Set<string>();
  const ways = new Set<string>();

  beforeAll(() => {
    for (const row of demoCandidates({ ...options, count: 20_000 })) {
      emails.add(row.email);
      ids.add(row._id);
      mobiles.add(phoneDigits(row.mobile ?? ''));
      ways.add((row.mobile ?? '').replace(/\d/g, 'x').replace(/x{5,}/g, 'x'));
    }
  });

  it('share no email, id or mobile', () => {
    expect([emails.size, ids.size, mobiles.size]).toEqual([20_000, 20_000, 20_000]);
  });

  it('have Indian mobiles, written in several ways', () => {
    for (const digits of mobiles) expect(digits).toMatch(/^91[6-9]\d{9}$/);
    expect(ways.size).toBeGreaterThanOrEqual(4);
  });
});
