import { params, type EventName, type Events, type Method, type Params } from '#shared/protocol/bridge.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import type { DesktopEvent } from '#shared/window/desktop-settings.ts';
import { isPlainHttp } from '../plain-http.ts';
import { answersOf } from './desk-calls.ts';
import type { DeskHost } from './desk-host.ts';
import { Desktop } from './desktop/desktop.ts';
import { Diagnostics } from './diagnostics.ts';
import { OpenedCopies } from './documents/opened-copies.ts';
import { ListExports } from './export/list-export.ts';
import { withDialogsOf } from './host-dialogs.ts';
import { serverFolder } from './storage/data-folders.ts';
import { DeskEvents } from './workspace/desk-events.ts';
import { diskRefusal, isDiskRefusal } from './storage/disk-trouble.ts';
import { HalfWritten } from './storage/half-written.ts';
import { FolderLock } from './storage/folder-lock.ts';
import { serverName, type ServerAddress } from './server/server-address.ts';
import { ServerConnection } from './server/server-connection.ts';
import { Session } from './session/session.ts';
import { subscribeUnlocked } from './workspace/locked-events.ts';
import { isDamage } from './storage/sqlite-file.ts';
import { DeskUpdates } from './updates/desk-updates.ts';
import { UPDATE_PUBLIC_KEY } from '#shared/node/update-key.ts';

export interface DeskOptions {
  dataFolder: string;
  server: ServerAddress;
  host: DeskHost;
  appVersion: string;
  /** A better-sqlite3 build for a runtime that the shipped one does not fit. */
  nativeBinding?: string;
  /** The program of the worker that reads files for imports, where it is another than the sources have. */
  importReader?: string;
  /** The same of the one that reads documents. */
  documentReader?: string;
  /** The same of the one that takes snapshots in. */
  snapshotReader?: string;
  /** By which new versions are known, where it is another than the one built in. */
  updateKey?: string;
  /** Hears of what a developer may want to know; never of personal data. */
  log?: (line: string) => void;
}

export interface Desk {
  /**
   * Answers a call of the bridge contract; rejects with PlainError.
   * @param as id of the user whom the page shows that calls: nothing is done in another's name
   */
  call(method: string, params: unknown, as?: string): Promise<unknown>;
  /** Hears of events; gives the way to stop. */
  subscribe(listener: (event: EventName, data: Events[EventName]) => void): () => void;
  /** Something happened on the PC that the desk cannot see. */
  hear(event: DesktopEvent): void;
  /** Something was chosen in a reminder of the system's. */
  remind(chosen: Params<'desktop.remind'>): void;
  /** The same server, with the same data, is there from now on. */
  moveServer(address: Pick<ServerAddress, 'url' | 'key'>): void;
  /** Ends syncing and closes the files. What is confirmed is safe without it, too. */
  close(): Promise<void>;
}

/**
 * Opens the desk: the user's data and its syncing, behind the bridge contract.
 * @throws PlainError `conflict` where another process has the data folder.
 */
export async function openDesk(options: DeskOptions): Promise<Desk> {
  const lock = FolderLock.take(options.dataFolder, options.nativeBinding);
  try {
    return await openLocked(options, lock);
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function openLocked(options: DeskOptions, lock: FolderLock): Promise<Desk> {
  const { dataFolder, server, nativeBinding } = options;
  const log = options.log ?? ((line: string) => void process.stderr.write(`${line}\n`));
  const events = new DeskEvents();
  const connection = new ServerConnection(server.url, server);
  const session = new Session({
    folderOfServer: serverFolder(dataFolder, server.id),
    connection,
    serverName: serverName(server),
    notEncrypted: [server.url, ...(server.others ?? [])].some(isPlainHttp),
    keychain: options.host.keychain,
    events,
    nativeBinding,
    log,
    snapshotReader: options.snapshotReader,
  });
  const halfWritten = new HalfWritten(dataFolder);
  const host = withDialogsOf(session, options.host, halfWritten);
  const copies = new OpenedCopies(dataFolder);
  // What an earlier run has left.
  copies.clear();
  halfWritten.clear();
  events.subscribe((event, data) => {
    const isOfDocuments = event === 'changed' && 'entity' in data && data.entity === 'document';
    if (isOfDocuments && session.open) copies.keepSeen(session.open.workspace);
  });
  await session.reopen();
  const listExports = new ListExports({
    chooseSavePlace: (fileName) => host.chooseSavePlace(fileName),
    events,
    workspace: () => session.open?.workspace ?? null,
  });
  const { appVersion } = options;
  const diagnostics = new Diagnostics({ session, host, appVersion, dataFolder, serverId: server.id });
  const updates = new DeskUpdates({
    session,
    events,
    dataFolder,
    appVersion,
    log,
    publicKey: options.updateKey ?? UPDATE_PUBLIC_KEY,
    installer: host.updates,
  });
  const desktop = new Desktop(session, events, host.desktop, log);
  const surroundings = { ...options, copies, diagnostics, updates, desktop };
  const answers = answersOf(session, events, host, listExports, surroundings);

  const answer = async (method: string, given: unknown, as?: string): Promise<unknown> => {
    if (!isMethod(method)) throw new PlainError('bad-request', 'The desk does not know this call.');
    const user = session.open?.workspace.user._id ?? as;
    // A page that hung has not heard of it yet; who is signed in it may ask.
    if (as !== undefined && as !== user && method !== 'session.get')
      throw new PlainError('unauthenticated', SOMEBODY_ELSE);
    if (session.isLocked && !WHILE_LOCKED.has(method)) throw new PlainError('locked', LOCKED);
    const parsed = params[method].safeParse(given ?? {});
    if (!parsed.success) {
      const issue = parsed.error.issues[0];
      throw new PlainError(
        'bad-request',
        `${method}: ${issue ? `${issue.path.join('.')} ${issue.message}` : 'not valid'}`,
      );
    }
    // The schema is the method's own: the pair fits, which the compiler cannot see through the index.
    const answerTo = answers[method] as (params: unknown) => unknown;
    return answerTo(parsed.data);
  };

  return {
    call: async (method, given, as) => {
      try {
        return await repairing(session, log, method, () => answer(method, given, as));
      } catch (error) {
        throw asPlainError(error, log);
      }
    },
    subscribe: (listener) => subscribeUnlocked(events, () => session.isLocked, listener),
    hear: (event) => desktop.hear(event),
    remind: (given) => void desktop.act(given),
    moveServer: ({ url, key }) => {
      connection.moveTo(url, key);
      void session.open?.sync.now();
    },
    close: async () => {
      desktop.close();
      try {
        await updates.close();
        await listExports.close();
        await session.close();
      } finally {
        events.close();
        lock.release();
      }
    },
  };
}

const SOMEBODY_ELSE = 'Somebody else has signed in on this computer meanwhile. Nothing was done.';
const LOCKED = 'The application is locked. Enter your password.';
/** What a locked page needs to be opened again, or left. */
const WHILE_LOCKED: ReadonlySet<Method> = new Set([
  'session.get',
  'session.unlock',
  'session.signOut',
  // What was typed in the seconds before, which a window may otherwise lose with the night. It shows nobody anything.
  'drafts.keep',
]);

/** Answers a call; where it meets a damaged file, or a copy that could not be made anew before, that is made and the call answered then. */
async function repairing(
  session: Session,
  log: (line: string) => void,
  method: string,
  answer: () => Promise<unknown>,
): Promise<unknown> {
  const before = session.open?.workspace.outbox.appended;
  try {
    return await answer();
  } catch (error) {
    if (!session.open) throw error;
    const { workspace, sync } = session.open;
    const isMissing = !workspace.cache.open;
    if (!isMissing && !isDamage(error)) throw error;
    const isOutbox = !isMissing && workspace.outbox.isOwn(error);
    const isSaved = workspace.outbox.appended !== before;
    if (isMissing) workspace.remakeCache();
    else workspace.repair(error, log);
    void sync.now();
    if (method === 'export.start') {
      throw new PlainError(
        'unavailable',
        'The local copy was damaged and is being fetched again. Export when it is all here.',
      );
    }
    if (!isSaved) return answer();
    // Asking again would do it twice.
    throw new PlainError(
      'unavailable',
      isOutbox
        ? 'Your change is saved. The file that keeps it was damaged and has been put together again.'
        : 'Your change is saved. The local copy was damaged and is being fetched again.',
    );
  }
}

function isMethod(name: string): name is Method {
  return Object.hasOwn(params, name);
}

function asPlainError(error: unknown, log: (line: string) => void): PlainError {
  if (error instanceof PlainError) return error;
  if (isDiskRefusal(error)) return diskRefusal(error);
  log(error instanceof Error ? (error.stack ?? error.message) : String(error));
  return new PlainError(
    'internal',
    'Something went wrong on this computer. Try again; if it stays, restart the application.',
  );
}
