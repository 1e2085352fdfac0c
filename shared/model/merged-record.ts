import { everything, readOnly } from '#shared/access/grants.ts';
import { defineEntity, type RecordOf } from './entity.ts';
import { number, reference, text } from './field.ts';

/** The entities of which several records may turn out to be one person. */
export const MERGEABLE = ['candidate', 'inquiry'] as const;

export type Mergeable = (typeof MERGEABLE)[number];

export function isMergeable(name: string): name is Mergeable {
  return MERGEABLE.some((each) => each === name);
}

/**
 * Where a record leads that was merged into another one (decision 24). The record itself is deleted, and so on no desk:
 * this is what every desk has of it.
 */
export const mergedRecord = defineEntity({
  name: 'mergedRecord',
  label: 'Merged record',
  plural: 'Merged records',
  path: 'merged-records',
  title: 'name',
  shownWith: ['candidate', 'inquiry'],
  fields: {
    /** The id of the record that was merged away. */
    was: text('Merged away', { required: true, indexed: true }),
    /** What people called it. */
    name: text('Name'),
    /** The record that stays: one of the two. */
    candidate: reference('Candidate', { entity: 'candidate', display: 'fullName' }, { indexed: true }),
    inquiry: reference('Inquiry', { entity: 'inquiry', display: 'Name' }, { indexed: true }),
    /** References that were moved with it so far; a merge with many of them has several parts. */
    moved: number('References moved'),
  },
  searchScopes: { default: ['name'] },
  lists: {
    mergedRecords: {
      columns: ['name', 'was', 'candidate', 'inquiry', 'createdAt'],
      filters: [],
      linkFilters: ['candidate', 'inquiry'],
      sort: { field: 'createdAt', direction: 'desc' },
      emptyText: 'Nothing has been merged yet',
    },
  },
  access: { 'Super Admin': everything, Admin: everything, HR: readOnly },
});

export type MergedRecord = RecordOf<typeof mergedRecord>;
