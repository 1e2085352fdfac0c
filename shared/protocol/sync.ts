import { z } from 'zod';
import { entityNames, type EntityName } from '#shared/model/entities.ts';
import { MAX_DOCUMENT_BYTES } from '#shared/model/document-file.ts';
import { FILES_PATH } from '#shared/model/named-files.ts';
import type { ColumnValue } from '#shared/model/columns.ts';
import type { FieldIssue } from '#shared/model/validation.ts';
import { changeSetSchema, type Left } from './change-sets.ts';
import type { ErrorCode } from './errors.ts';

/** Version of these messages; the server serves this one and the one before it. */
export const PROTOCOL_VERSION = 3;

/** Most operations in one push. */
export const PUSH_LIMIT = 500;
/** Most rows in one page of a pull. */
export const PULL_LIMIT = 2_000;
/** Largest body of a sync call, in bytes. */
export const SYNC_BODY_LIMIT = 8 * 1024 * 1024;

const id = z.string().min(1).max(100);

/**
 * One change that a user made on a desk. `base` is the seq of the record that the user saw (0 for a create);
 * `changes` holds the changed fields only (none for delete and restore). An `undo` takes back what the set
 * `set.undoes` did to the record; the server knows what that was, and the changes say nothing.
 */
export const operationSchema = z.strictObject({
  id,
  kind: z.enum(['create', 'update', 'delete', 'restore', 'undo']),
  entity: z.enum(entityNames as [EntityName, ...EntityName[]]),
  recordId: id,
  base: z.int().min(0),
  changes: z.record(z.string().max(100), z.unknown()),
  /** What the user did, of which this is a part. Those that follow each other with the same id and part stand or fall together. */
  set: changeSetSchema.optional(),
  /**
   * The server was put back to an older state since this change was made, so that `base` is a number of another
   * history; or its maker was shown something else than the row of that number, and `base` is 0. The change is judged by
   * values. `seen` has those of the changed fields that its maker saw before; `ackedAt` is when
   * the server acknowledged it, by its own clock, null where it never did.
   */
  again: z
    .strictObject({
      seen: z.record(z.string().max(100), z.unknown()).optional(),
      ackedAt: z.iso.datetime().nullable(),
    })
    .optional(),
});

export type Operation = z.infer<typeof operationSchema>;
export type Again = NonNullable<Operation['again']>;

/**
 * The newest receipt that the desk has of this server, from a push or a page: by it the server finds that it was put
 * back to an older state. Opaque to the desk; it keeps it with the outbox, which outlives its copy of the data.
 */
export const receiptSchema = z.string().max(500);

/** The operations are checked one by one by the server, so that one bad operation does not hold up the others. */
export const pushRequestSchema = z.strictObject({
  protocol: z.int(),
  operations: z.array(z.unknown()).max(PUSH_LIMIT),
  receipt: receiptSchema.optional(),
});

/**
 * Query of a push with saved views: up to where in the log the desk has heard who was erased. A view that names somebody who was
 * erased after that would stay so: it is refused as `unavailable`, and sent again once the desk has heard.
 */
export const pushQuerySchema = z.object({ heard: z.coerce.number().int().min(0).optional() });

/** Refused whole as `restored` where the receipt is not of this server's history: nothing was applied. */
export interface PushRequest {
  protocol: number;
  receipt?: string;
  operations: Operation[];
}

/** The user's value took the place of one that somebody else had written since the user's base. */
export interface FieldConflict {
  field: string;
  /** The value that lost. */
  lost: unknown;
  /** The value that the record now has. */
  won: unknown;
}

export type OperationResult =
  | {
      id: string;
      status: 'applied';
      seq: number;
      conflicts?: FieldConflict[];
      /** Of an undo: what stays as it is. */
      left?: Left[];
      /** The record was merged into this one, to which the change was made. */
      arrivedAt?: string;
      /** Of a delete: the record was merged into this one before, which is still there. */
      mergedInto?: string;
    }
  | {
      id: string;
      status: 'refused';
      code: ErrorCode;
      error: string;
      fields?: FieldIssue[];
      /** Nothing is wrong with this change: the one with this id was refused, and they belong together. */
      refusedWith?: string;
    };

export interface PushResponse {
  results: OperationResult[];
  /** The server's log stands here. */
  seq: number;
  /** ISO time of the server: when it acknowledged. */
  at: string;
  receipt: string;
}

export const cursorSchema = z.string().max(500);

export const pullRequestSchema = z.strictObject({
  protocol: z.int(),
  /** null for a first sync. Opaque to the desk. */
  cursor: cursorSchema.nullable(),
  limit: z.int().min(1).max(PULL_LIMIT).optional(),
  receipt: receiptSchema.optional(),
});

export type PullRequest = z.infer<typeof pullRequestSchema>;

/**
 * Query of a pull: as far as the desk has heard that the log goes. A page that reaches so far is enough, though the log goes on
 * meanwhile: of that it hears later. Without it, the desk asks for all that there is.
 */
export const pullQuerySchema = z.object({ upTo: z.coerce.number().int().min(0).optional() });

export type PullQuery = z.infer<typeof pullQuerySchema>;

/** Rows of one entity: `columns` names `_id`, `_seq` and the fields this user may read; each row has them in that order. */
export interface PulledRows {
  entity: EntityName;
  columns: string[];
  rows: ColumnValue[][];
}

/** In the place of a field's name: the record was deleted by somebody who had not seen what this user wrote. */
export const WHOLE_RECORD = '';

/** Somebody else's change took the place of what this user had written (sync rule 4). */
export interface ConflictNotice {
  id: string;
  entity: EntityName;
  recordId: string;
  /** Name of the field, or `WHOLE_RECORD`. */
  field: string;
  /** The user's value; of the whole record, values by the names of their fields. */
  lost: unknown;
  /** The value that stands; of the whole record, null. */
  won: unknown;
  /** Name of the user whose value stands. */
  by: string;
  at: string;
}

export type PullResponse =
  | {
      status: 'page';
      rows: PulledRows[];
      /** Records that are deleted, or no longer for this user; `hidden` names those of the second kind among the ids. */
      gone: { entity: EntityName; ids: string[]; hidden?: string[] }[];
      conflicts: ConflictNotice[];
      /** Records of people who were erased: whatever a desk has of them goes, from its outbox too. */
      erased?: { entity: EntityName; ids: string[] }[];
      cursor: string;
      /** The page's cursor as a number, to compare with the seq of applied operations. */
      seq: number;
      /** ISO time of the server. */
      at: string;
      receipt: string;
      more: boolean;
      /** Rows that this user may see in all, on the first page of a first sync. */
      total?: number;
    }
  | {
      /**
       * The desk rebuilds its cache from nothing and keeps its outbox. `epoch`: the server was put back to an older
       * state, so that the desk also offers again what was acknowledged.
       */
      status: 'resync';
      reason: 'epoch' | 'permissions' | 'schema' | 'horizon';
    };

/** What the live channel carries (server-sent events, event name `seq`): the log advanced to here. */
export interface LiveMessage {
  seq: number;
}

/** Figures of the rows of an entity that the user may see. */
export interface EntityChecksum {
  count: number;
  seqSum: number;
  /** Sum over the rows' content (content-sum.ts), where it was asked for and could be read while nobody wrote. */
  content?: number;
  /** The columns that it was made of. */
  columns?: string[];
}

/** Per-entity figures over what the user may see, by which a desk finds that it has diverged. */
export interface ChecksumResponse {
  seq: number;
  entities: Partial<Record<EntityName, EntityChecksum>>;
}

/** Query of GET on the checksum: without `content`, which older desks do not know, only rows and seqs are counted. */
export const checksumQuerySchema = z.strictObject({ content: z.literal('1').optional() });

export interface SignedInUser {
  _id: string;
  name: string;
  email: string;
  role: string;
}

export const deskProofSchema = z.string().max(100);
export const refreshTokenSchema = z.string().max(500);

/**
 * Body of POST /api/auths/login. With `desk`, the answer has a short token and a refresh token; `proof` is the
 * `deskProof` that this desk was given for this user, and `receipt` the newest that it has for the account, where it asks
 * whether a closed account is closed in the history that it knows. `code` is one of the user's authenticator app or a recovery code,
 * where the user has two-step sign-in.
 */
export const loginRequestSchema = z.strictObject({
  email: z.string().max(200),
  password: z.string().max(200),
  code: z.string().max(40).optional(),
  desk: z
    .strictObject({
      id,
      name: z.string().max(200),
      proof: deskProofSchema.optional(),
      receipt: receiptSchema.optional(),
    })
    .optional(),
});

export type LoginRequest = z.infer<typeof loginRequestSchema>;

export interface LoginResponse {
  token: string;
  user: SignedInUser;
  refreshToken?: string;
  /** At a sign-in of a desk that had none: it keeps it, so that failures of strangers do not stop its user. */
  deskProof?: string;
  /**
   * With each session of a desk: a key of the server's for this user, 32 bytes in base64. The desk seals the key of its
   * data under it and keeps it nowhere, so that what an old password locked opens after a later sign-in (decision 43).
   */
  dataKey?: string;
  /** To a desk, of a backup that is only tried: which trial it is. */
  trial?: string | undefined;
  /** Seconds for which the token is good. */
  expiresIn: number;
}

/** Accounts about which a desk may ask in one call. */
export const MOST_ASKED_ABOUT = 50;

/** Body of POST /api/auths/closed: the ids of other accounts of which the computer keeps something. */
export const closedRequestSchema = z.strictObject({ accounts: z.array(id).max(MOST_ASKED_ABOUT) });

export const closedAnswerSchema = z.object({ closed: z.array(z.string()) });

/** Those of them that are deactivated or deleted; of one that the server does not know nothing is said. */
export type ClosedAnswer = z.infer<typeof closedAnswerSchema>;

export const refreshRequestSchema = z.strictObject({ refreshToken: refreshTokenSchema });

/** Sync and session paths; the REST paths of section 7 come from the entities. */
export const PATHS = {
  login: '/api/auths/login',
  refresh: '/api/auths/refresh',
  logout: '/api/auths/logout',
  closed: '/api/auths/closed',
  me: '/api/users/me',
  pull: '/api/sync/pull',
  push: '/api/sync/push',
  live: '/api/sync/live',
  checksum: '/api/sync/checksum',
  dashboard: '/api/students/stats/dashboard',
  health: '/api/health',
  files: FILES_PATH,
  history: '/api/history',
  changes: '/api/change-sets',
  audit: '/api/audit',
  auditExport: '/api/audit/export',
  dataTaken: '/api/audit/data-taken',
  /** GET what is known of the backups; POST has one made now. For administrators. */
  backups: '/api/backups',
  sessions: '/api/auths/sessions',
  secondFactor: '/api/auths/second-factor',
} as const;

export const CHECKSUM_WITH_CONTENT = `${PATHS.checksum}?content=1`;

/** How a picture is wanted: `thumbnail` is a small square of it; without it, the whole as it was sent. */
const fileSize = z.enum(['thumbnail']);
export type FileSize = z.infer<typeof fileSize>;

/** Documents travel in pieces of so many bytes, so that what was cut off goes on where it was. */
export const PIECE_BYTES = 1024 * 1024;

const byteCount = z.coerce.number().int().min(0).max(MAX_DOCUMENT_BYTES);

/** Query of GET on a file: a picture's size, or from which byte a piece of a document is wanted. */
export const fileQuerySchema = z.strictObject({ size: fileSize.optional(), at: byteCount.optional() });

/** Path of a picture, by the hash of its content: PUT its bytes to send it, GET to fetch it. */
export const filePath = (hash: string, size?: FileSize): string =>
  `${PATHS.files}/${hash}${size ? `?size=${size}` : ''}`;

/**
 * Query of PUT on a picture. Only a picture that was sent `for=text` can be put into a text by who sent it: so that nobody
 * publishes a picture that belongs to another record by writing its hash into an article.
 */
export const sentFileQuerySchema = z
  .strictObject({
    for: z.enum(['text', 'document']).optional(),
    /** Of a document: the byte at which this piece begins, and how many bytes it has as a whole. */
    at: byteCount.optional(),
    of: byteCount.min(1).optional(),
  })
  .refine(
    ({ for: sentFor, at, of }) =>
      sentFor === 'document'
        ? at !== undefined && of !== undefined && at < of
        : at === undefined && of === undefined,
    'at and of are given with for=document, and with it alone',
  );

/** Where a picture is sent that a text will name. */
export const textFilePath = (hash: string): string => `${filePath(hash)}?for=text`;

/** Where a piece of a document is sent: PUT its bytes. */
export const documentPiecePath = (hash: string, at: number, of: number): string =>
  `${filePath(hash)}?for=document&at=${at}&of=${of}`;

/** Where a piece of a document is fetched: from that byte, PIECE_BYTES at most. */
export const pieceFrom = (hash: string, at: number): string => `${filePath(hash)}?at=${at}`;

/** Where it is asked how much of a document the server has of this user. */
export const receivedPath = (hash: string): string => `${PATHS.files}/${hash}/received`;

/** How many bytes of a document have arrived, from its beginning; `kept` once it is whole. */
export const receivedSchema = z.object({ received: z.number().int().min(0), kept: z.boolean() });
export type Received = z.infer<typeof receivedSchema>;
