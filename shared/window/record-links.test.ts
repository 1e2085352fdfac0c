import { expect, test } from 'vitest';
import { routes } from '../access/routes.ts';
import { entityNames } from '../model/entities.ts';
import { openAddress, readOpenAddress, readRecordLink, recordAtAddress, recordLink } from './record-links.ts';

const id = '01890a5d-ac96-774b-bcce-b302099a8057';

test('what screens show has a link of its own, which leads back to it', () => {
  const shown = new Set(routes.flatMap(({ shows, showsPartOf }) => shows ?? showsPartOf ?? []));
  const links = entityNames.flatMap((entity) => recordLink({ entity, id }) ?? []);
  expect(links).toHaveLength(shown.size);
  expect(new Set(links).size).toBe(links.length);
  for (const entity of shown) {
    expect(readRecordLink(recordLink({ entity, id }) ?? '')).toEqual({ entity, id });
    expect(readOpenAddress(openAddress({ entity, id }))).toEqual({ entity, id });
  }
});

// These stand in mails and chats: a name that changes leads nowhere.
test.each([
  ['candidate', 'candidate'],
  ['inquiry', 'inquiry'],
  ['user', 'employee'],
  ['hrRecord', 'hr-record'],
  ['job', 'job'],
  ['blog', 'blog'],
  ['contactInquiry', 'contact-inquiry'],
  ['dataLink', 'data-link'],
  ['careerSlide', 'career-slide'],
  ['leadStatus', 'lead-status'],
  ['messageTemplate', 'template'],
  ['role', 'role'],
  ['roleAssignment', 'role-assignment'],
] as const)('a %s is called %s in links', (entity, name) => {
  expect(recordLink({ entity, id })).toBe(`placement-desk://${name}/${id}`);
});

test('capital letters, a slash at the end and ids of the old system are read', () => {
  expect(readRecordLink('Placement-Desk://Candidate/64a1f0c2e4b0a1b2c3d4e5f6/')).toEqual({
    entity: 'candidate',
    id: '64a1f0c2e4b0a1b2c3d4e5f6',
  });
});

test.each([
  '',
  'placement-desk:',
  'placement-desk://',
  'placement-desk://candidate',
  'placement-desk://candidate/',
  'placement-desk://../../x',
  'placement-desk://candidate/../../x',
  'placement-desk://candidate/..%2f..%2fx',
  `placement-desk://x --server=https://evil.example/${id}`,
  `placement-desk://candidate/${id} --server=https://evil.example`,
  `placement-desk://candidate/${id}%00`,
  `placement-desk://candidate/${id}\0`,
  `placement-desk://candidate/${id}\n--demo`,
  `placement-desk://candidate/${id}?record=1`,
  `placement-desk://candidate/${id}#x`,
  `placement-desk://user@candidate/${id}`,
  `placement-desk://constructor/${id}`,
  `placement-desk://saved-view/${id}`,
  `placement-desk://candidate/${'a'.repeat(100_000)}`,
  `https://candidate/${id}`,
  ` placement-desk://candidate/${id}`,
])('%s leads nowhere', (text) => {
  expect(readRecordLink(text)).toBeNull();
});

test('the address of a list with a record names it, on screens that show such', () => {
  const query = new URLSearchParams({ record: id, search: 'asha' });
  expect(recordAtAddress('/candidate', query)).toEqual({ entity: 'candidate', id });
  expect(recordAtAddress('/addemployee', query)).toEqual({ entity: 'user', id });
  expect(recordAtAddress('/today', query)).toBeNull();
  expect(recordAtAddress('/candidate', new URLSearchParams())).toBeNull();
  expect(recordAtAddress('/candidate', new URLSearchParams({ record: '../x' }))).toBeNull();
});
