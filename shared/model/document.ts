import { everything } from '#shared/access/grants.ts';
import { DOCUMENT_TYPE_NAMES } from './document-file.ts';
import { defineEntity, type RecordOf } from './entity.ts';
import { file, longText, number, option, reference, text } from './field.ts';

export const DOCUMENT_KINDS = ['CV', 'Offer letter', 'Certificate', 'Identity document', 'Other'] as const;

/** Of a document's text so many characters are kept: some 25 pages. */
export const DOCUMENT_TEXT_LENGTH = 60_000;

/** Of one person so many are kept. */
export const MOST_DOCUMENTS = 200;
export const TOO_MANY_DOCUMENTS = `There are ${MOST_DOCUMENTS} documents already. Delete some of them first`;

/** A paper of a candidate or of an HR record: the file travels apart, its text is found by search (decision 31). */
export const document = defineEntity({
  name: 'document',
  label: 'Document',
  plural: 'Documents',
  path: 'documents',
  title: 'name',
  shownWith: ['candidate', 'hrRecord'],
  fields: {
    candidate: reference('Candidate', { entity: 'candidate', display: 'fullName' }, { ofOne: true }),
    hrRecord: reference('HR record', { entity: 'hrRecord', display: 'hrName' }, { ofOne: true }),
    kind: option('Kind', DOCUMENT_KINDS, { required: true }),
    name: text('Name', { required: true, sortable: true }),
    file: file('File', { document: true, ofOne: true }),
    /** What the content is, and its bytes: the server writes what it has found. */
    type: option('Type', DOCUMENT_TYPE_NAMES, { ofOne: true }),
    size: number('Size', { ofOne: true }),
    /** What its pages say, taken out where it was added. */
    text: longText('Text', { maxLength: DOCUMENT_TEXT_LENGTH, ofOne: true }),
    by: reference('By', { entity: 'user', display: 'name' }, { serverSet: true, ofAuthor: true }),
    /** The interviewer of the candidate, who sees the CV. */
    interviewerId: reference(
      'Interviewer account',
      { entity: 'user', display: 'name' },
      { serverSet: true, indexed: true },
    ),
  },
  searchScopes: { default: ['name', 'text'] },
  lists: {
    documents: {
      columns: ['name', 'kind', 'type', 'size', 'candidate', 'hrRecord', 'by', 'createdAt'],
      carries: ['file'],
      filters: ['kind', 'type'],
      linkFilters: ['candidate', 'hrRecord', 'by'],
      sort: { field: 'createdAt', direction: 'desc' },
      emptyText: 'No documents yet',
    },
  },
  indexes: [
    ['candidate', 'createdAt'],
    ['hrRecord', 'createdAt'],
  ],
  access: {
    'Super Admin': everything,
    Admin: everything,
    HR: [
      { rows: 'all', read: 'all', set: 'all', create: true },
      { rows: { whereUserIs: 'by' }, read: 'all', set: 'all', delete: true },
    ],
    Employee: [{ rows: { whereUserIs: 'interviewerId' }, read: 'all', set: 'none' }],
  },
});

export type Document = RecordOf<typeof document>;
