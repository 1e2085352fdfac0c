import { z } from 'zod';
import { DOCUMENT_KINDS } from '#shared/model/document.ts';
import { type DocumentTypeName, MAX_DOCUMENT_BYTES } from '#shared/model/document-file.ts';
import { id } from './call-parts.ts';
import { MOST_AT_ONCE } from './list-calls.ts';

// The part of the bridge that is about documents: adding, showing and finding them (decision 31).

/** The entities that documents are of: each is the name of the document's field that refers to it. */
export const DOCUMENTED = ['candidate', 'hrRecord'] as const;
export type Documented = (typeof DOCUMENTED)[number];

const about = z.strictObject({ entity: z.enum(DOCUMENTED), id });
const chosen = {
  /** As the file is called where it was chosen. */
  name: z.string().min(1).max(1_000),
  base64: z.string().max(MAX_DOCUMENT_BYTES * 1.4),
};

/** A document as a list of somebody's documents shows it. */
export interface DocumentEntry {
  _id: string;
  kind: (typeof DOCUMENT_KINDS)[number];
  name: string;
  type: DocumentTypeName | null;
  /** In bytes. */
  size: number | null;
  /** Name of who added it. */
  by: string | null;
  /** ISO time. */
  createdAt: string | null;
  /** The seq of the record that is shown: the `base` of a change. */
  base: number;
  /** Whether search finds what it says. */
  hasText: boolean;
  /** Not on the server yet. */
  waiting: boolean;
  mayChange: boolean;
  mayDelete: boolean;
}

/** What a document looks like. */
export type ShownDocument =
  | { type: 'PDF'; base64: string }
  | { type: 'JPEG' | 'PNG'; base64: string }
  /** The text of a DOCX as harmless HTML: headings, lists, tables, emphasis and links. */
  | { type: 'DOCX'; html: string };

/** The fields of a candidate that a CV can say. */
export const CV_FIELDS = [
  'fullName',
  'mobile',
  'email',
  'linkedin',
  'portfolio',
  'city',
  'coreskill',
  'collegeName',
  'yearOfPassing',
] as const;
export type CvField = (typeof CV_FIELDS)[number];

/** What a CV seems to say of a field, to be confirmed by a person. */
export interface CvProposal {
  field: CvField;
  value: string;
  /** The line of the text that says it. */
  from: string;
}

export interface ReadCv {
  proposals: CvProposal[];
  /** Why there is no text, as a sentence; null where there is one. */
  problem: string | null;
}

/** Where a document says what was searched. */
export interface DocumentPlace {
  /** The candidate or HR record. */
  of: string;
  document: string;
  name: string;
  /** A piece of its text, cut so that what was found is marked. */
  parts: { text: string; found: boolean }[];
}

export const documentParams = {
  /**
   * Keeps a document, to be sent with the record that is made for it here, in one change set with the resume status where it
   * is a CV. The renderer makes the id: a call that is repeated with it adds nothing twice. Its text is read before.
   */
  'documents.add': z.strictObject({ id, about, kind: z.enum(DOCUMENT_KINDS), ...chosen }),
  /** What a CV proposes for a new candidate. Nothing of it is kept. */
  'documents.readCv': z.strictObject(chosen),
  /** The documents of somebody, newest first. */
  'documents.of': z.strictObject({ about }),
  /** What a document holds, from this PC, else from the server. */
  'documents.show': z.strictObject({ id }),
  /** Opens a document in the system's own program; in a browser, gives it as a download. The user was asked before. */
  'documents.open': z.strictObject({ id }),
  /** For rows that a search in documents has found: where it says so. */
  'documents.places': z.strictObject({
    entity: z.enum(DOCUMENTED),
    ids: z.array(id).max(MOST_AT_ONCE),
    search: z.string().max(200),
  }),
} as const;

export interface DocumentResults {
  /** `set` takes it back. `problem` is why its text cannot be searched, as a sentence; null where it can. */
  'documents.add': { _id: string; set: string | null; problem: string | null };
  'documents.readCv': ReadCv;
  'documents.of': DocumentEntry[];
  /** null where neither this PC nor, for want of a connection, the server can give it. */
  'documents.show': ShownDocument | null;
  /** In a browser: path from which the page downloads it, once. null where it was opened. */
  'documents.open': { download: string | null };
  'documents.places': DocumentPlace[];
}
