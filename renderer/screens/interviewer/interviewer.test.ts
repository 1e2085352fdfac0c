import { describe, expect, it } from 'vitest';
import { interviewSections } from './interview-sections.ts';
import { interviewerFilter } from './interviewer-filter.ts';
import { meetingOf } from './meeting.ts';
import { statusChoices } from './status-choices.ts';

it('section 2.11: the form has the result first, the rest to be read, and no payment', () => {
  const course = { name: 'enrolledCourse', span: 2 } as const;
  const result = [{ name: 'interviewStatus' }, { name: 'remarks' }];
  const sections = interviewSections(
    [
      { title: 'Training Details', fields: [course, 'fee', 'recievedAmount', 'paymentStatus'] },
      { title: 'Follow-up & Progress', fields: ['remarks', 'nextCall', { name: 'interviewStatus' }] },
    ],
    result,
  );
  expect(sections).toEqual([
    { title: 'Interview Result', fields: result },
    { title: 'Training Details', fields: [course], readOnly: true },
    { title: 'Follow-up & Progress', fields: ['nextCall'], readOnly: true },
  ]);
});

it('section 4: offers the interviewer’s statuses and what stands there', () => {
  const own = ['Cleared', 'Not Cleared', 'Not join meet', 'Scheduled'];
  expect(statusChoices('Scheduled', 'Scheduled')).toEqual(own);
  expect(statusChoices('Offer Letter Sent', 'Cleared')).toEqual([...own, 'Offer Letter Sent']);
  expect(statusChoices(null, undefined)).toEqual(own);
});

it('section 2.11: shows one’s own candidates only, unless the role is the empty string', () => {
  expect(interviewerFilter({ _id: 'u', role: 'Employee' })).toEqual({ interviewerId: 'u' });
  expect(interviewerFilter({ _id: 'u', role: 'Admin' })).toEqual({ interviewerId: 'u' });
  expect(interviewerFilter({ _id: 'u', role: '' })).toEqual({});
});

describe('section 2.11: the meeting link', () => {
  it('opens web addresses only, with https:// where no scheme is given', () => {
    expect(meetingOf('meet.example.com/nikhil')).toEqual({ address: 'https://meet.example.com/nikhil' });
    expect(meetingOf(' http://meet.example.com/a ')).toEqual({ address: 'http://meet.example.com/a' });
  });

  it('says why there is none', () => {
    const missing = { address: null, why: expect.stringContaining('Add your meeting link') };
    expect(meetingOf(null)).toEqual(missing);
    expect(meetingOf('  ')).toEqual(missing);
    expect(meetingOf('javascript:alert(1)')).toEqual({
      address: null,
      why: expect.stringContaining('no web address'),
    });
  });
});
