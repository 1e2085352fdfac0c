import type { EntityName } from '#shared/model/entities.ts';
import type { Mergeable } from '#shared/model/merged-record.ts';
import type { RecordView } from './record-view.ts';

/** What lets two records seem one person, the surest first. */
export const DUPLICATE_SIGNS = ['phone', 'email', 'name'] as const;

export type DuplicateSign = (typeof DUPLICATE_SIGNS)[number];

/** Records of a group that are shown; of a number that half the office has, nobody reads them all. */
export const MOST_IN_GROUP = 30;
/** Records that are merged at once: more do not fit side by side. */
export const MOST_MERGED = 5;

/** A record that has a number or an address already. */
export interface ContactMatch {
  entity: EntityName;
  id: string;
  /** What people call it. */
  title: string;
  /** Label of the field that holds it. */
  field: string;
  /** ISO time at which it was added; null where that is not known. */
  addedAt: string | null;
}

/** Where a record leads that was merged into another one. */
export interface LedTo {
  id: string;
  /** What the record that was merged away was called. */
  name: string;
  /** What the one that stays is called. */
  stays: string;
}

export interface DuplicatesFound {
  /** ISO time of the look. */
  at: string;
  /** Records that were looked at. */
  records: number;
  /** Groups in all, and those by each sign. */
  groups: number;
  by: Record<DuplicateSign, number>;
}

/** A sign that records of a group have in common. */
export interface GroupSign {
  sign: DuplicateSign;
  /** The number or the address; of like names, what else is the same: "city, birth date". */
  what: string;
}

export interface DuplicateRecord {
  entity: Mergeable;
  view: RecordView;
}

export interface DuplicateGroup {
  /** The same for the same records. */
  key: string;
  signs: GroupSign[];
  records: DuplicateRecord[];
  /** Records of the group that are not among these. */
  more: number;
}

export interface DuplicateGroupsPage {
  groups: DuplicateGroup[];
  /** Where the next page begins; null where there is none. */
  next: number | null;
  /** Whether records have changed since the look, so that another may find more. */
  stale: boolean;
}

/** Records side by side. */
export interface Compared {
  /** In the order asked for; those that are not there any more are left out. */
  records: RecordView[];
  /** When each value was written, as ISO time, by record and field; where nobody knows, when the record was changed. */
  written: Record<string, Record<string, string>>;
  /** Whether the server was asked for these times. */
  known: boolean;
  /** What refers to each record: activities and others, by its id. */
  references: Record<string, number>;
}
