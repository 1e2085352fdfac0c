import { expect, it } from 'vitest';
import { withEveryField } from './every-field.ts';
import type { RecordFormSettings } from './form-settings.ts';
import { usualTexts } from './usual-texts.ts';

const purposeAlone = [{ title: 'Saved link', fields: ['purpose'] }];
const form: RecordFormSettings = {
  entity: 'dataLink',
  sections: purposeAlone,
  ...usualTexts('Link'),
  failures: { load: 'Failed to fetch link details.', save: 'Something went wrong.' },
};
const other = { title: 'Other', fields: ['link'] };

it('gives fields without a place a section at the end, in form and view', () => {
  expect(withEveryField(form).sections).toEqual([...purposeAlone, other]);
  const withView = { ...form, viewSections: purposeAlone };
  expect(withEveryField(withView).viewSections).toEqual([...purposeAlone, other]);
});

it('leaves out what has a place, what goes with a suggestion, and what the server sets', () => {
  const suggest = { entity: 'user', idField: 'interviewerId', doubt: () => '' } as const;
  const sections = [{ title: 'Interview', fields: ['email', { name: 'interviewerName', suggest }] }];
  const added = withEveryField({ ...form, entity: 'candidate', sections }).sections[1]?.fields;
  expect(added).toEqual(expect.arrayContaining(['fullName', 'remarks']));
  for (const name of ['email', 'interviewerName', 'interviewerId', 'map', 'createdAt']) {
    expect(added).not.toContain(name);
  }
});
