import {
  params,
  type EventName,
  type Events,
  type Method,
  type Params,
  type Results,
} from '#shared/protocol/bridge.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import type { EntityName } from '#shared/model/entities.ts';
import { allowedExternalLink } from '../external-links.ts';
import { isPlainHttp } from '../plain-http.ts';
import { auditLines, dataTaken } from './online/audit-log.ts';
import { CsvExports, type SavePlace } from './export/csv-export.ts';
import { dashboardStats } from './records/dashboard.ts';
import { serverFolder } from './storage/data-folders.ts';
import { DeskEvents } from './workspace/desk-events.ts';
import { signedInDevices, signOutDevice } from './online/devices.ts';
import { diskRefusal, isDiskRefusal } from './storage/disk-trouble.ts';
import { isFirstStart, makeFirstAdmin, openDemo, type FirstStart } from './online/first-start.ts';
import { FolderLock } from './storage/folder-lock.ts';
import { deletedRecords, historyOf } from './online/history.ts';
import { setPassword, viewPassword } from './online/passwords.ts';
import type { Written } from './records/record-writer.ts';
import type { Keychain } from './session/kept-session.ts';
import { ChangeUndo } from './actions/undo.ts';
import { recentChanges } from './online/recent-changes.ts';
import { LeadStatusReplacements } from './actions/lead-status-replacement.ts';
import { ServerConnection } from './server/server-connection.ts';
import {
  beginSecondFactor,
  confirmSecondFactor,
  newRecoveryCodes,
  resetSecondFactor,
  secondFactorStatus,
  turnOffSecondFactor,
} from './online/second-factor.ts';
import { Session } from './session/session.ts';
import { isDamage } from './storage/sqlite-file.ts';
import { discard, putBack, retryAll, retryRefused, trayEntries } from './workspace/tray.ts';

/** What only the desk's surroundings can do for it. */
export interface DeskHost {
  openExternal(url: string): Promise<void>;
  /** Where a file of that name is to be written; null where the user decides against it. */
  chooseSavePlace(fileName: string): Promise<SavePlace | null>;
  keychain: Keychain;
  /** Absent where the server is not the application's own, or comes with accounts. */
  firstStart?: FirstStart;
}

export interface DeskOptions {
  dataFolder: string;
  /** `id` is `embedded` or the origin of the address: it keys the folders, so that a changed port loses nothing. */
  server: { id: string; url: string };
  host: DeskHost;
  appVersion: string;
  /** A better-sqlite3 build for a runtime that the shipped one does not fit. */
  nativeBinding?: string;
  /** Hears of what a developer may want to know; never of personal data. */
  log?: (line: string) => void;
}

export interface Desk {
  /** Answers a call of the bridge contract; rejects with PlainError. */
  call(method: string, params: unknown): Promise<unknown>;
  /** Hears of events; gives the way to stop. */
  subscribe(listener: (event: EventName, data: Events[EventName]) => void): () => void;
  /** Ends syncing and closes the files. What is confirmed is safe without it, too. */
  close(): Promise<void>;
}

type Handlers = { [M in Method]: (params: Params<M>) => Results[M] | Promise<Results[M]> };

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
  const { dataFolder, server, host, nativeBinding } = options;
  const log = options.log ?? ((line: string) => void process.stderr.write(`${line}\n`));
  const events = new DeskEvents();
  const session = new Session({
    folderOfServer: serverFolder(dataFolder, server.id),
    connection: new ServerConnection(server.url),
    serverName: server.id === 'embedded' ? 'this computer' : new URL(server.url).host,
    notEncrypted: isPlainHttp(server.url),
    keychain: host.keychain,
    events,
    nativeBinding,
    log,
  });
  await session.reopen();
  const csvExports = new CsvExports({
    chooseSavePlace: (fileName) => host.chooseSavePlace(fileName),
    events,
    workspace: () => session.open?.workspace ?? null,
  });
  const handlers = handlersOf(session, events, host, csvExports);

  const answer = async (method: string, given: unknown): Promise<unknown> => {
    if (!isMethod(method)) throw new PlainError('bad-request', 'The desk does not know this call.');
    const parsed = params[method].safeParse(given ?? {});
    if (!parsed.success) {
      const issue = parsed.error.issues[0];
      throw new PlainError(
        'bad-request',
        `${method}: ${issue ? `${issue.path.join('.')} ${issue.message}` : 'not valid'}`,
      );
    }
    // The schema is the method's own: the pair fits, which the compiler cannot see through the index.
    const handler = handlers[method] as (params: unknown) => unknown;
    return handler(parsed.data);
  };

  return {
    call: async (method, given) => {
      try {
        return await repairing(session, log, method, () => answer(method, given));
      } catch (error) {
        throw asPlainError(error, log);
      }
    },
    subscribe: (listener) => events.subscribe(listener),
    close: async () => {
      try {
        await csvExports.close();
        await session.close();
      } finally {
        events.close();
        lock.release();
      }
    },
  };
}

/** Answers a call; where it meets a damaged file, that file is made anew and the call is answered then. */
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
    if (!isDamage(error) || !session.open) throw error;
    const { workspace, sync } = session.open;
    const isOutbox = workspace.outbox.isOwn(error);
    const isSaved = workspace.outbox.appended !== before;
    workspace.repair(error, log);
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

function handlersOf(session: Session, events: DeskEvents, host: DeskHost, csvExports: CsvExports): Handlers {
  const changed = (records: readonly { entity: EntityName; recordId: string }[]): null => {
    const { workspace, sync } = session.require();
    for (const { entity, recordId } of records) events.changed(entity, [recordId], 'here');
    workspace.index.catchUp();
    sync.outboxChanged();
    return null;
  };
  const undo = new ChangeUndo(session, events);
  const wrote = (entity: EntityName, { recordId, setId }: Written): { _id: string; set: string | null } => {
    changed([{ entity, recordId }]);
    undo.made(setId);
    return { _id: recordId, set: setId };
  };
  const leadStatuses = new LeadStatusReplacements(session, events);
  const opened = (): ReturnType<Session['require']>['workspace'] => session.require().workspace;

  return {
    'session.get': () => session.state,
    'session.signIn': ({ email, password, code }) => session.signIn(email, password, code),
    'session.signOut': ({ evenIfWaiting, wipe }) => session.signOut(evenIfWaiting ?? false, wipe ?? false),

    'firstStart.get': async () => ({ needed: await isFirstStart(session, host.firstStart) }),
    'firstStart.makeAdmin': (admin) => makeFirstAdmin(session, host.firstStart, admin),
    'firstStart.openDemo': () => openDemo(session, host.firstStart),

    'records.list': (query) => {
      const { lists, actor } = opened();
      return query.similar ? lists.listWithSimilar(query, actor) : lists.list(query, actor);
    },
    'records.count': async (query) => ({ total: await opened().lists.count(query, opened().actor) }),
    'records.get': ({ entity, id }) => opened().reader.view(entity, id, opened().actor),
    'records.save': (save) => {
      const { workspace } = session.require();
      const written = workspace.writer.save(save, workspace.actor);
      if (written.operationId !== null) wrote(save.entity, written);
      const view = workspace.reader.view(save.entity, written.recordId, workspace.actor);
      // A change may take the record out of what its maker may see; and a record may still have to be fetched again.
      const base = save.base ?? 0;
      const { setId: set } = written;
      return {
        ...(view ?? { record: { _id: written.recordId }, base, references: {}, waiting: true }),
        set,
      };
    },
    'records.delete': ({ entity, id }) => wrote(entity, opened().writer.delete(entity, id, opened().actor)),
    'records.restore': ({ entity, id }) => wrote(entity, opened().writer.restore(entity, id, opened().actor)),
    'records.choices': (query) => opened().reader.choices(query, opened().actor),

    'records.values': (query) => opened().reader.values(query, opened().actor),

    'leadStatuses.replace': async (given) => {
      const replaced = await leadStatuses.replace(given);
      undo.made(replaced.set);
      return replaced;
    },

    'changes.list': (given) => recentChanges(session, given),
    'changes.undo': ({ set }) => undo.undo(set),
    'changes.undoLast': () => undo.undoLast(),

    'export.start': async (given) => {
      const { workspace, sync } = session.require();
      const result = await csvExports.start(given);
      if (result.outcome === 'saved' && session.open?.workspace === workspace) {
        const { entity, list } = given.query;
        workspace.outbox.exports.add({ entity, list, rows: result.rows, at: new Date().toISOString() });
        sync.outboxChanged();
      }
      return result;
    },
    'export.cancel': ({ id }) => {
      csvExports.cancel(id);
      return null;
    },
    'files.add': ({ base64 }) => opened().files.add(base64),
    'files.get': ({ hash, size }) => {
      const { workspace, access } = session.require();
      return workspace.files.get(hash, access, size);
    },
    'password.set': (given) => setPassword(session, given),
    'password.view': (given) => viewPassword(session, given),
    'secondFactor.status': (query) => secondFactorStatus(session, query),
    'secondFactor.begin': (given) => beginSecondFactor(session, given),
    'secondFactor.confirm': (given) => confirmSecondFactor(session, given),
    'secondFactor.newRecoveryCodes': (given) => newRecoveryCodes(session, given),
    'secondFactor.turnOff': (given) => turnOffSecondFactor(session, given),
    'secondFactor.reset': (given) => resetSecondFactor(session, given),

    'history.of': (given) => historyOf(session, given),
    'history.deleted': (given) => deletedRecords(session, given),
    'sessions.list': (given) => signedInDevices(session, given),
    'sessions.end': (given) => signOutDevice(session, given),
    'audit.lines': (given) => auditLines(session, given),
    'audit.dataTaken': (given) => dataTaken(session, given),

    'dashboard.stats': () => {
      const { cache, actor } = opened();
      return { stats: dashboardStats(cache, actor), syncedAt: cache.position.syncedAt };
    },

    'sync.status': () =>
      session.open?.sync.status ?? {
        state: 'idle',
        waiting: 0,
        attention: 0,
        syncedAt: null,
        progress: null,
        problem: null,
        notices: [],
      },
    'sync.now': async () => {
      const { sync } = session.require();
      await sync.now();
      return sync.status;
    },
    'sync.tray': () => trayEntries(opened()),
    'sync.retry': ({ id }) => changed(retryRefused(opened(), id)),
    'sync.retryAll': () => retryAll(opened(), changed),
    'sync.discard': ({ id }) => changed(discard(opened(), id)),
    'sync.putBack': ({ id }) => changed(putBack(opened(), id)),
    'sync.putAway': ({ id }) => {
      const { workspace, sync } = session.require();
      workspace.outbox.notices.putAway(id);
      sync.outboxChanged();
      return null;
    },
    'sync.confirmRemoval': ({ accept }) => {
      session.require().sync.confirmRemoval(accept);
      return null;
    },

    'system.open': async ({ url }) => {
      const link = allowedExternalLink(url);
      if (link === undefined) {
        throw new PlainError('forbidden', 'Only web, mail, call and WhatsApp addresses can be opened.');
      }
      await host.openExternal(link);
      return null;
    },
  };
}
