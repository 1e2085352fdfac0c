import { candidate } from '#shared/model/candidate.ts';
import { describe, expect, it } from 'vitest';
import { changedFields, mergeOutside, newValues, withFollower } from './form-values.ts';

const names = ['fullName', 'city', 'notes', 'fee', 'enrolledCourse', 'interviewerName', 'interviewerId'];

describe('the changed fields of a form', () => {
  it('are those whose meaning differs', () => {
    const record = { fullName: 'Asha Rao', city: null, fee: 25_000, enrolledCourse: ['DevOps'] };
    const draft = { fullName: 'Asha Rao ', city: '', fee: '26000', enrolledCourse: ['DevOps', 'Cloud'] };
    expect(changedFields(candidate, names, record, draft)).toEqual({
      fee: '26000',
      enrolledCourse: ['DevOps', 'Cloud'],
    });
  });

  it('include a text that is written anew without what nobody sees of it', () => {
    const record = { fullName: 'Ri\u200Bya', city: 'Pu\u200Bne', notes: null };
    const draft = { fullName: 'Riya', city: 'Pu\u200Bne', notes: '\u200B' };
    expect(changedFields(candidate, names, record, draft)).toEqual({ fullName: 'Riya' });
    expect(changedFields(candidate, names, { city: 'Pune' }, { city: 'Pu\u200Bne' })).toEqual({});
  });

  it('include a field that was emptied, and one that is not valid yet', () => {
    const record = { city: 'Pune', fee: 100, enrolledCourse: ['Cloud'] };
    expect(changedFields(candidate, names, record, { city: '', fee: -5, enrolledCourse: [] })).toEqual({
      city: '',
      fee: -5,
      enrolledCourse: [],
    });
  });

  it('start from the model’s defaults for a new record', () => {
    expect(newValues(candidate, { city: 'Pune' })).toEqual({
      city: 'Pune',
      interviewStatus: 'Not Scheduled',
    });
  });
});

describe('a change from elsewhere', () => {
  const seen = { fullName: 'Asha Rao', city: 'Pune', notes: 'Called' };

  it('comes into fields that the user has not touched', () => {
    const merged = mergeOutside(
      candidate,
      names,
      seen,
      { ...seen, notes: 'Will join' },
      { ...seen, city: 'Mumbai' },
    );
    expect(merged).toEqual({
      draft: { fullName: 'Asha Rao', city: 'Mumbai', notes: 'Will join' },
      taken: ['city'],
      contested: [],
    });
  });

  it('never takes what was typed', () => {
    const merged = mergeOutside(
      candidate,
      names,
      seen,
      { ...seen, notes: 'Mine' },
      { ...seen, notes: 'Theirs' },
    );
    expect(merged.draft['notes']).toBe('Mine');
    expect(merged.contested).toEqual(['notes']);
  });

  it('that says the same is no news', () => {
    const merged = mergeOutside(
      candidate,
      names,
      seen,
      { ...seen, notes: 'Same ' },
      { ...seen, notes: 'Same ' },
    );
    expect(merged).toMatchObject({ taken: [], contested: [] });
  });

  it('keeps a person’s name and id together', () => {
    const before = { interviewerName: 'Ravi', interviewerId: null };
    const merged = mergeOutside(
      candidate,
      names,
      before,
      { interviewerName: 'Meena', interviewerId: null },
      { interviewerName: 'John', interviewerId: 'u-john' },
      [['interviewerName', 'interviewerId']],
    );
    expect(merged.draft).toEqual({ interviewerName: 'Meena', interviewerId: null });
  });
});

describe('a field that follows another', () => {
  const follows = { field: 'slug', from: 'title', make: (title: string) => title.toLowerCase() };

  it('takes what the other gives until it is written in', () => {
    expect(withFollower({}, { title: 'New' }, follows)).toEqual({ title: 'New', slug: 'new' });
    const draft = { title: 'New', slug: 'new' };
    expect(withFollower(draft, { title: 'News' }, follows)).toEqual({ title: 'News', slug: 'news' });
    expect(withFollower({ ...draft, slug: 'mine' }, { title: 'News' }, follows)).toEqual({ title: 'News' });
    expect(withFollower(draft, { slug: 'mine' }, follows)).toEqual({ slug: 'mine' });
  });

  it('follows nothing where no rule is given', () => {
    expect(withFollower({}, { title: 'New' }, undefined)).toEqual({ title: 'New' });
  });
});
