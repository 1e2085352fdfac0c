import { everything } from '#shared/access/grants.ts';
import { defineEntity, type RecordOf } from './entity.ts';
import { datetime, longText, option, reference } from './field.ts';

export const ACTIVITY_KINDS = ['Call', 'WhatsApp', 'Email', 'Meeting', 'Note'] as const;

export const CALL_OUTCOMES = [
  'Connected',
  'No answer',
  'Busy',
  'Switched off',
  'Wrong number',
  'Call back later',
  'Interested',
  'Not interested',
] as const;

/** What was done about a candidate or an inquiry: a call, a message, a meeting, a note (decision 20). */
export const activity = defineEntity({
  name: 'activity',
  label: 'Activity',
  plural: 'Activities',
  path: 'activities',
  title: 'kind',
  shownWith: ['candidate', 'inquiry'],
  fields: {
    candidate: reference('Candidate', { entity: 'candidate', display: 'fullName' }),
    inquiry: reference('Inquiry', { entity: 'inquiry', display: 'Name' }),
    kind: option('Kind', ACTIVITY_KINDS, { required: true }),
    outcome: option('Outcome', CALL_OUTCOMES),
    note: longText('Note'),
    at: datetime('When', { sortable: true }),
    by: reference('By', { entity: 'user', display: 'name' }, { serverSet: true, ofAuthor: true }),
  },
  searchScopes: { default: ['note'] },
  lists: {
    activities: {
      columns: ['at', 'kind', 'outcome', 'note', 'candidate', 'inquiry', 'by'],
      filters: ['kind', 'outcome'],
      linkFilters: ['candidate', 'inquiry', 'by'],
      sort: { field: 'at', direction: 'desc' },
      emptyText: 'Nothing has been logged yet',
    },
  },
  indexes: [
    ['candidate', 'at'],
    ['inquiry', 'at'],
  ],
  access: {
    'Super Admin': everything,
    Admin: everything,
    HR: [
      { rows: 'all', read: 'all', set: 'none', create: true },
      { rows: { whereUserIs: 'by' }, read: 'all', set: 'all', delete: true },
    ],
  },
});

export type Activity = RecordOf<typeof activity>;
