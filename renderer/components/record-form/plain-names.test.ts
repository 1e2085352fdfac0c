import { describe, expect, it } from 'vitest';
import { candidate } from '#shared/model/candidate.ts';
import { interviewerSuggestion } from '../candidate-form/interviewer-choice.ts';
import { nothing, type FormState } from './form-state.ts';
import { chosen, isAsked, openName, withFit, withPlainName } from './plain-names.ts';

const NAME = 'interviewerName';
const person = (id: string, title: string): { _id: string; title: string; record: { _id: string } } => ({
  _id: id,
  title,
  record: { _id: id },
});
const imran = person('u1', 'Imran Shaikh');
const form = (draft: Record<string, unknown>, stored: Record<string, unknown> = {}): FormState => ({
  ...nothing,
  status: 'ready',
  view: { record: { _id: 'c1', ...stored }, base: 1, references: {}, waiting: false },
  draft,
});
const open = (state: FormState): string | null => openName(candidate, state, NAME, interviewerSuggestion);

describe('a typed name', () => {
  it('is the one record of exactly that name, else the only one that was found', () => {
    expect(chosen([imran], 'Imr')).toEqual({ choice: imran });
    expect(chosen([person('u2', 'Ravi Kumar'), person('u3', 'Ravi')], 'ravi ')).toMatchObject({
      choice: { _id: 'u3' },
    });
    expect(chosen([person('u2', 'Ravi'), person('u3', 'ravi')], 'Ravi')).toEqual({ fits: 'several' });
    expect(chosen([], 'Imr')).toEqual({ fits: 'none' });
  });

  it('is looked at where it is new and names nobody; what is stored already stays', () => {
    expect(open(form({ [NAME]: 'Imr', interviewerId: null }))).toBe('Imr');
    expect(open(form({ [NAME]: 'Imr', interviewerId: 'u1' }))).toBeNull();
    expect(open(form({ [NAME]: ' ', interviewerId: null }))).toBeNull();
    expect(open(form({ [NAME]: 'An outsider' }, { [NAME]: 'An outsider' }))).toBeNull();
  });

  it('takes the record that fits, or is asked about until it is kept or written anew', () => {
    const typed = form({ [NAME]: 'Imr', interviewerId: null });
    expect(withFit(typed, NAME, 'Imr', interviewerSuggestion, { choice: imran }).draft).toEqual({
      [NAME]: 'Imran Shaikh',
      interviewerId: 'u1',
    });
    const asked = withFit(typed, NAME, 'Imr', interviewerSuggestion, { fits: 'none' });
    expect(asked.errors).toEqual({
      [NAME]:
        'No active user named Imr may open Upcoming Interview. Choose one from the list, or keep it as a plain name.',
    });
    expect(isAsked(asked, NAME)).toBe(true);
    const kept = withPlainName(asked, NAME);
    expect([kept.errors, isAsked(kept, NAME), open(kept)]).toEqual([{}, false, null]);
    expect(open({ ...kept, draft: { [NAME]: 'Imra', interviewerId: null } })).toBe('Imra');
  });

  it('is left as it is where it has been changed before the answer came, or nobody answers', () => {
    const typed = form({ [NAME]: 'Imran Q', interviewerId: null });
    expect(withFit(typed, NAME, 'Imr', interviewerSuggestion, { choice: imran })).toBe(typed);
    expect(withFit(typed, NAME, 'Imran Q', interviewerSuggestion, null)).toBe(typed);
  });
});
