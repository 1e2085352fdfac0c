import { inquiry } from '#shared/model/inquiry.ts';
import { listOf } from '#shared/model/list-query.ts';
import { readViewSettings, viewSettingsSchema } from '#shared/model/view-settings.ts';
import { expect, it } from 'vitest';
import { isSameView, queryOfView, settingsOfAddress } from './view-address.ts';

const list = listOf(inquiry, 'inquiries');
const address =
  '?view=v1&assignedTo=me-1&leadStatus=&nextCall=overdue&search=asha&in=documents&sort=Name.desc&board=leadStatus&record=r1' +
  `&where=${encodeURIComponent('["mobile","contains","98 & 76"]')}&where=${encodeURIComponent('["nextCall","between","2026-01-01",null]')}`;
const settings = settingsOfAddress(new URLSearchParams(address), list, 'me-1');

it('a view keeps what the address asks, with oneself in the place of whoever opens it', () => {
  expect(settings).toEqual({
    filters: { assignedTo: '@me', leadStatus: '', nextCall: 'overdue' },
    conditions: [
      { field: 'mobile', op: 'contains', values: ['98 & 76'] },
      { field: 'nextCall', op: 'between', values: ['2026-01-01', null] },
    ],
    search: 'asha',
    inDocuments: true,
    sort: { field: 'Name', direction: 'desc' },
    board: 'leadStatus',
  });
  const query = queryOfView('v2', settings, 'you-2');
  expect(new URLSearchParams(query).get('assignedTo')).toBe('you-2');
  expect(settingsOfAddress(new URLSearchParams(query), list, 'you-2')).toEqual(settings);
});

it('what is no condition in an address is left out', () => {
  const broken = ['x', '{}', '[]', '["city"]', '["city","drop"]', '["city","contains",{"a":1}]'];
  const params = new URLSearchParams(broken.map((text) => ['where', text]));
  // One without values is one all the same, and judged by its field.
  expect(settingsOfAddress(params, list, 'me').conditions).toEqual([]);
});

it('two views are the same whatever the order of their filters, and other by a width', () => {
  const one = viewSettingsSchema.parse({ filters: { a: '1', b: '2' }, widths: { Name: 100 } });
  expect(
    isSameView(one, viewSettingsSchema.parse({ filters: { b: '2', a: '1' }, widths: { Name: 100 } })),
  ).toBe(true);
  expect(
    isSameView(one, viewSettingsSchema.parse({ filters: { b: '2', a: '1' }, widths: { Name: 101 } })),
  ).toBe(false);
  expect(isSameView(one, { ...one, board: 'leadStatus' })).toBe(false);
  expect(isSameView(one, { ...one, inDocuments: true })).toBe(false);
  // What a later version has added says nothing here.
  expect(isSameView(one, { ...one, calendar: 'nextCall' })).toBe(true);
});

it('settings that cannot be read are none', () => {
  for (const text of [null, 5, '', 'x', '[]', '{"conditions":5}']) expect(readViewSettings(text)).toBeNull();
  expect(readViewSettings('{}')).toMatchObject({ filters: {}, conditions: [], columns: null, board: null });
  expect(readViewSettings('{"board":"leadStatus"}')).toMatchObject({ board: 'leadStatus' });
});
