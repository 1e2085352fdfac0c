import { z } from 'zod';
import type { EntityName } from '#shared/model/entities.ts';
import { id } from './call-parts.ts';
import type { Operation } from './sync.ts';

// The part of the bridge that tells how this computer and the server stand.

export type SyncState =
  /** Signed out. */
  | 'idle'
  /** Connected and up to date with the server. */
  | 'live'
  /** Sending or fetching. */
  | 'syncing'
  /** First sync, or a rebuild of the cache: `progress` says how far. */
  | 'first-sync'
  | 'offline'
  /** Connected, but the server wants the user to sign in again. */
  | 'sign-in'
  /** Connected, but the user's role needs two-step sign-in: it is to be set up first. */
  | 'set-up'
  /** Connected, but this application is too old for the server: nothing is synced until it is updated. */
  | 'too-old'
  /** A pull would remove most of the cache: waits for `sync.confirmRemoval`. */
  | 'halted';

export interface SyncStatus {
  state: SyncState;
  /** Changes not yet on the server. */
  waiting: number;
  /** Changes that the server refused, conflicts and notices that the user has not dealt with. */
  attention: number;
  /** ISO time of the last completed sync; null before the first. */
  syncedAt: string | null;
  /** Rows fetched and rows in all, while the state is `first-sync`. */
  progress: { done: number; total: number | null } | null;
  /** A sentence where something is wrong. */
  problem: string | null;
  /** Milliseconds by which this computer's clock is ahead of the server's, negative where it is behind; null where they agree. */
  clockAhead: number | null;
  /** What the user must read, oldest first; each stays until it is put away (`sync.putAway`). */
  notices: Notice[];
}

/** Where nobody is signed in. */
export const NOT_SYNCING: SyncStatus = {
  state: 'idle',
  waiting: 0,
  attention: 0,
  syncedAt: null,
  progress: null,
  problem: null,
  clockAhead: null,
  notices: [],
};

export interface Notice {
  id: string;
  /** What happened and what to do, as sentences. */
  message: string;
  /** ISO time. */
  at: string;
}

export interface TrayEntry {
  id: string;
  kind: 'waiting' | 'refused' | 'conflict';
  entity: EntityName;
  recordId: string;
  /** Whether the record is here to be viewed: not deleted, not refused when it was made, not gone from this user. */
  there: boolean;
  /** Of a record that is seen with another alone, as an activity is with its person: that one, where it is here. */
  seenWith: { entity: EntityName; id: string; title: string } | null;
  /** What people call the record, such as the candidate's name. */
  title: string;
  action: Operation['kind'];
  /**
   * What the user did, how many changes are saved or refused together with this one, and how many of all of it are not
   * saved: those that are tried again or given up with this one. null where it is alone.
   */
  set: { title: string; changes: number; all: number } | null;
  /**
   * Labels of the fields concerned, with the user's value and, for a conflict, the value that stands; of references also what those
   * records are called. `problem` is what the server said of the field, and `isProposed` tells that nobody chose the value.
   */
  fields: {
    name: string;
    label: string;
    value: unknown;
    stands?: unknown;
    problem?: string;
    isProposed?: true;
    text?: string;
    standsText?: string;
  }[];
  /** Of an edit what the user saw before, of these fields and those that belong to them, where that is known. */
  seen?: Readonly<Record<string, unknown>>;
  /** What happened and what to do, as a sentence. */
  message: string;
  at: string;
}

export const syncParams = {
  'sync.status': z.strictObject({}),
  'sync.now': z.strictObject({}),
  /** The newest entries of each kind, up to 500 of each; the status says how many there are. */
  'sync.tray': z.strictObject({}),
  /** Offers a refused change again. */
  'sync.retry': z.strictObject({ id }),
  /** Offers all refused changes again that can be. */
  'sync.retryAll': z.strictObject({}),
  /** Gives up a refused or waiting change, or puts away a conflict. */
  'sync.discard': z.strictObject({ id }),
  /** Writes the value that lost a conflict again. */
  'sync.putBack': z.strictObject({ id }),
  /** Puts away a notice that the user has read. */
  'sync.putAway': z.strictObject({ id }),
  /** Answers a pull that was halted because it would remove most of the cache. `question` is the one that was read, as the status has it. */
  'sync.confirmRemoval': z.strictObject({ accept: z.boolean(), question: z.string().optional() }),
} as const;

export interface SyncResults {
  'sync.status': SyncStatus;
  'sync.now': SyncStatus;
  'sync.tray': TrayEntry[];
  'sync.retry': null;
  /** How many were offered again, and how many could not be because their values are gone. */
  'sync.retryAll': { offered: number; kept: number };
  'sync.discard': null;
  'sync.putBack': null;
  'sync.putAway': null;
  'sync.confirmRemoval': null;
}
