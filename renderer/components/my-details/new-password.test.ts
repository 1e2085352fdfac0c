import { describe, expect, it } from 'vitest';
import { passwordEntryProblems } from './new-password.ts';

describe('decision 11: the own password by giving the old one', () => {
  const owner = { name: 'Asha Verma' };
  const entry = { current: 'Present@6789', next: 'Fresh@678901', repeated: 'Fresh@678901' };

  it('is fine with the present one and the same new one twice', () => {
    expect(passwordEntryProblems(entry, true, owner)).toEqual({});
  });

  it('asks for the present one, where it is one’s own', () => {
    expect(passwordEntryProblems({ ...entry, current: '' }, true, owner)).toEqual({
      current: 'Present password is required',
    });
    expect(passwordEntryProblems({ ...entry, current: '' }, false, owner)).toEqual({});
  });

  it('says a short one, a differing repetition and the present one again', () => {
    expect(passwordEntryProblems({ ...entry, next: 'short', repeated: 'short' }, true, owner)).toEqual({
      next: 'Password must have 10 to 200 characters',
    });
    expect(passwordEntryProblems({ ...entry, repeated: 'Fresh@6789' }, true, owner)).toEqual({
      repeated: 'The two passwords differ',
    });
    expect(
      passwordEntryProblems({ ...entry, next: 'Present@6789', repeated: 'Present@6789' }, true, owner),
    ).toEqual({
      next: 'This is the present password',
    });
  });
});
