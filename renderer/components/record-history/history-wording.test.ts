import { describe, expect, it } from 'vitest';
import { candidate } from '#shared/model/candidate.ts';
import type { HistoryEntry, HistoryField } from '#shared/protocol/history.ts';
import { changeTexts, mergedText, partText, shownFields, whoText } from './history-wording.ts';

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
    const entry: HistoryEntry = { seq: 1, at: '', kind: 'update', by: null, set: null, fields: [] };
    const coupled = [['interviewerName', 'interviewerId']] as const;
    const both = { ...entry, fields: [field('interviewerName', {}), field('interviewerId', {})] };
    expect(shownFields(both, coupled).map(({ name }) => name)).toEqual(['interviewerName']);
    const account = { ...entry, fields: [field('interviewerId', {})] };
    expect(shownFields(account, coupled)).toHaveLength(1);
  });
  it('writes values of fields that only a newer version knows', () => {
    expect(changeTexts(candidate, field('ofNextVersion', { old: null, new: 'Rex' }))).toEqual({
      old: '',
      new: 'Rex',
    });
    expect(changeTexts(candidate, field('ofNextVersion', { new: 'id', newText: 'Asha' })).new).toBe('Asha');
  });
  it('says whose change it was, where that record was merged into this one', () => {
    const entry: HistoryEntry = { seq: 1, at: '', kind: 'update', by: null, set: null, fields: [] };
    expect(mergedText(entry)).toBeNull();
    expect(mergedText({ ...entry, mergedAs: 'A. Rao' })).toBe('Of “A. Rao”, which was merged into this one');
    expect(mergedText({ ...entry, mergedAs: 'A. \u202ERao' })).toContain('“A. Rao”, which');
    expect(mergedText({ ...entry, mergedAs: '' })).toBe('Of a record that was merged into this one');
  });
  it('says of what a change is part, where there is more of it or it took something back', () => {
    const entry: HistoryEntry = { seq: 1, at: '', kind: 'update', by: null, set: null, fields: [] };
    const told = { title: 'Status of 40 candidates', changes: 40, undoes: null };
    expect(partText({ ...entry, set: { id: 's', told } })).toBe('Part of “Status of 40 candidates”');
    expect(partText({ ...entry, set: { id: 's', told: { ...told, changes: 1 } } })).toBeNull();
    const undo = { title: 'Undone: City of Asha Rao', changes: 1, undoes: 's' };
    expect(partText({ ...entry, set: { id: 'u', told: undo } })).toBe('Undone: City of Asha Rao');
    expect(partText({ ...entry, set: { id: 's', told: null } })).toBeNull();
    expect(partText(entry)).toBeNull();
  });
});
