import { routes } from '#shared/access/routes.ts';
import { expect, it } from 'vitest';
import { matchingEntries } from './matching-entries.ts';

const found = (search: string): string[] => matchingEntries(routes, search).map(({ label }) => label);

it('finds screens by the beginnings of their words, names that begin so first', () => {
  expect(found('cand')).toEqual(['Candidate', 'Candidate Follow Up']);
  expect(found('inq')).toEqual(['Inquiry', 'Inquiry Follow Up', 'Contacts Inquiry']);
  expect(found('fol in')).toEqual(['Inquiry Follow Up']);
  expect(found(' UPCOMING ')).toEqual(['Upcoming Interview']);
});

it('knows the words inside a name written as one', () => {
  expect(found('companies')).toEqual(['OtherCompaniesHr']);
  expect(found('qa')).toEqual(['ReactQA']);
});

it('finds all with an empty search and nothing where nothing fits', () => {
  expect(found('')).toHaveLength(routes.length);
  expect(found('zzz')).toEqual([]);
});

it('finds screens by what else people call them, after those that are named so', () => {
  expect(found('leads')).toEqual(['Inquiry', 'Inquiry Follow Up']);
  expect(found('lead')).toEqual(['Add Lead Status', 'Inquiry', 'Inquiry Follow Up']);
  expect(found('staff')).toEqual(['Account', 'Add Employee']);
  expect(found('vacancies')).toEqual(['Add Jobs']);
  expect(found('company')).toEqual(['OtherCompaniesHr']);
  expect(found('students follow')).toEqual(['Candidate Follow Up']);
});

it('knows another name of every screen', () => {
  for (const { path, alsoCalled } of routes) expect(alsoCalled, path).toMatch(/\w/);
});
