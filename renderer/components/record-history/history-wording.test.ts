import { describe, expect, it } from 'vitest';
import { candidate } from '#shared/model/candidate.ts';
import type { HistoryEntry, HistoryField } from '#shared/protocol/history.ts';
import { changeTexts, shownFields, whoText } from './history-wording.ts';

const field = (name: string, more: Partial<HistoryField>): HistoryField => ({
  name,
  label: name,
  old: null,
  new: null,
  ...more,
});

describe('the wording of a history', () => {
  it('writes values as the forms do', () => {
    expect(changeTexts(candidate, field('fee', { old: 5000, new: 125_000 }))).toEqual({
      old: '₹5,000',
      new: '₹1,25,000',
    });
    expect(changeTexts(candidate, field('enrolledCourse', { new: ['Cloud', 'JAVA'] }))).toEqual({
      old: '',
      new: 'Cloud, JAVA',
    });
  });

  it('names records that are referred to, and says Unknown for who is gone', () => {
    expect(changeTexts(candidate, field('map', { old: 'u1', new: 'u2', newText: 'Asha Rao' }))).toEqual({
      old: 'Unknown',
      new: 'Asha Rao',
    });
    expect(whoText({ _id: 'u1', name: null })).toBe('Unknown');
    expect(whoText(null)).toBe('The system');
  });

  it('says an interviewer once, by the name', () => {
    const entry: HistoryEntry = { seq: 1, at: '', kind: 'update', by: null, fields: [] };
    const coupled = [['interviewerName', 'interviewerId']] as const;
    const both = { ...entry, fields: [field('interviewerName', {}), field('interviewerId', {})] };
    expect(shownFields(both, coupled).map(({ name }) => name)).toEqual(['interviewerName']);
    const account = { ...entry, fields: [field('interviewerId', {})] };
    expect(shownFields(account, coupled)).toHaveLength(1);
  });
});
