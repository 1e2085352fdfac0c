import { z } from 'zod';
import type { EntityName } from '#shared/model/entities.ts';
import { MAX_FILE_BYTES, type PictureType } from '#shared/model/picture.ts';
import type { FieldIssue } from '#shared/model/validation.ts';
import type { Left } from './change-sets.ts';
import { backupParams, type BackupResults } from './backups.ts';
import { desktopParams, type DesktopResults } from './desktop-calls.ts';
import { documentParams, type DocumentResults } from './document-calls.ts';
import { draftParams, type DraftResults } from './draft-calls.ts';
import type { DashboardStats } from './dashboard.ts';
import type { ErrorCode } from './errors.ts';
import { importParams, type ImportEvents, type ImportResults } from './import.ts';
import type { ManyResult } from './many.ts';
import { serverChoiceParams, type ServerChoiceResults } from './server-choice.ts';
import { networkParams, type NetworkResults } from './network-calls.ts';
import { listParams, type ListResults } from './list-calls.ts';
import { pastParams, type PastResults } from './past-calls.ts';
import { peopleParams, type PeopleResults } from './people-calls.ts';
import { recordParams, type RecordResults } from './record-calls.ts';
import { sessionParams, type SessionResults, type SessionState } from './session-calls.ts';
import { syncParams, type SyncResults, type SyncStatus } from './sync-calls.ts';
import { updateParams, type UpdateResults, type UpdateStatus } from './update-calls.ts';
import { fileQuerySchema } from './sync.ts';
import type { WindowEvent } from '#shared/window/window-events.ts';
import { todayListSchema, WHOSE, type TodayCounts, type TodayFigures, type TodayPage } from './today.ts';

/**
 * The contract between the renderer and the desk: names, arguments, results, errors and events. It is bound to
 * Electron's message ports and to the loopback WebSocket alike; the desk validates every call with these schemas. Each
 * area of it stands in a file of its own.
 */

export const params = {
  ...sessionParams,
  ...serverChoiceParams,
  ...networkParams,
  ...listParams,
  ...recordParams,
  ...peopleParams,
  ...pastParams,
  ...backupParams,
  ...syncParams,
  ...importParams,
  ...documentParams,
  ...updateParams,
  ...desktopParams,
  ...draftParams,

  /** Keeps a picture to be sent with the record that will name it. Refused over 5 MB, and for other kinds of file. */
  'files.add': z.strictObject({ base64: z.string().max(MAX_FILE_BYTES * 1.4) }),
  /** A picture by its content hash, or a small square of it: from this PC, else from the server. */
  'files.get': fileQuerySchema.extend({ hash: z.string().max(100) }),
  'dashboard.stats': z.strictObject({}),
  /** A page of a part of the day, in the order in which to work. */
  'today.list': todayListSchema,
  'today.counts': z.strictObject({ whose: z.enum(WHOSE) }),
  /** For a Super Admin. */
  'today.figures': z.strictObject({}),
  /** Opens a web, mail, call or chat address in the system's own application. */
  'system.open': z.strictObject({ url: z.string().max(2_000) }),
  /** Writes what the window would print to a PDF file that the user chooses; in the desktop application alone. */
  'system.savePdf': z.strictObject({ fileName: z.string().min(1).max(200) }),
  /** What runs here; also for somebody who is not signed in. */
  'system.about': z.strictObject({}),
  /** What support wants to know, as text and without personal data; also for somebody who is not signed in. */
  'system.diagnostics': z.strictObject({}),
  /** Writes the text that was given last to a file that the user chooses. */
  'system.saveDiagnostics': z.strictObject({}),
} as const;

export type Method = keyof typeof params;
export type Params<M extends Method> = z.infer<(typeof params)[M]>;

/** Versions, and where the data lies. What does not run here is null. */
export interface About {
  version: string;
  electron: string | null;
  chromium: string | null;
  node: string;
  system: string;
  dataFolder: string;
}

export interface Results
  extends
    SessionResults,
    ServerChoiceResults,
    NetworkResults,
    ListResults,
    RecordResults,
    PeopleResults,
    PastResults,
    BackupResults,
    SyncResults,
    ImportResults,
    DocumentResults,
    UpdateResults,
    DesktopResults,
    DraftResults {
  'files.add': { hash: string };
  /** null where neither this PC nor, for want of a connection, the server can give it. */
  'files.get': { type: PictureType; base64: string } | null;
  'dashboard.stats': { stats: DashboardStats; syncedAt: string | null };
  'today.list': TodayPage;
  'today.counts': TodayCounts;
  'today.figures': TodayFigures;
  'system.open': null;
  'system.about': About;
  'system.diagnostics': { text: string };
  /** `download`: in a browser, the path from which the page fetches it once. */
  'system.saveDiagnostics': { fileName: string | null; download: string | null };
  /** Name of the file; null where the user decided against it. */
  'system.savePdf': { fileName: string | null };
}

export interface Events extends ImportEvents {
  /**
   * Records changed; `ids` null where there are too many to name. Views that show the entity ask again. `here`: this user
   * changed them on this desk, also when the server's row with that change comes; `elsewhere`: anybody else.
   */
  changed: { entity: EntityName; ids: string[] | null; origin: 'here' | 'elsewhere' };
  /** People were erased: whatever shows these records shows nothing of them any more. */
  erased: { records: { entity: EntityName; recordId: string }[] };
  sync: SyncStatus;
  /** A new version of the application is fetched, ready, or offered no more. */
  update: UpdateStatus;
  session: SessionState;
  /** Records that were given another lead status or handed over so far, and in all. */
  move: { id: string; done: number; total: number };
  /** Records of a change of many that were dealt with so far, and in all; also of one that goes on after a restart. */
  many: { id: string; title: string; done: number; total: number };
  /** It has come to its end, or was interrupted: then the result is null. */
  manyDone: { id: string; result: ManyResult | null };
  /** Records of a change set that were taken back so far, and in all. */
  undo: { id: string; done: number; total: number };
  /** Steps of a look for duplicates that are done, and in all. */
  duplicates: { done: number; total: number };
  /** The server has taken in an undo: what stays as it is. */
  undone: { title: string; left: readonly Left[] };
  /** What was done in the window's own menu, or with the window; it comes from the main process. */
  window: WindowEvent;
  /** Rows written so far by an export, and in all; null while they are being counted. */
  export: { id: string; done: number; total: number | null };
}

export type EventName = keyof Events;

export interface BridgeErrorBody {
  code: ErrorCode;
  message: string;
  fields?: FieldIssue[];
}

/** Messages on the wire, the same on a message port and on the WebSocket. */
export const callMessageSchema = z.strictObject({
  id: z.int().min(0),
  method: z.enum(Object.keys(params) as [Method, ...Method[]]),
  params: z.unknown(),
  /** Id of the user whom the page shows; left out where it shows nobody. */
  as: z.string().max(100).optional(),
});

export type CallMessage = z.infer<typeof callMessageSchema>;

export type DeskMessage =
  | { id: number; result: unknown }
  | { id: number; error: BridgeErrorBody }
  | { event: EventName; data: unknown };

/**
 * The protocols that the WebSocket of browser mode offers, beside the key that lets the page in. The desk chooses the
 * second where the page has no key, or one of an earlier start: why an upgrade is refused no page can read.
 */
export const LOOPBACK_PROTOCOLS = { letIn: 'placement-desk', refused: 'placement-desk-refused' } as const;

/** What the preload exposes as `window.bridgePort`: a pipe for these messages and nothing else. */
export interface BridgePort {
  send(message: CallMessage): void;
  /** Returns the way to stop listening. */
  listen(listener: (message: DeskMessage) => void): () => void;
  /** Told of every loss of the desk and of its return, not of how things stand now. Returns the way to stop. */
  watch(listener: (open: boolean) => void): () => void;
}
