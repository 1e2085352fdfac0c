import type { EntityName } from '#shared/model/entities.ts';
import { NOT_SYNCING, type Method, type Params, type Results } from '#shared/protocol/bridge.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import { allowedExternalLink } from '../external-links.ts';
import { activitiesOf, lastActivities, logActivity } from './actions/activity-log.ts';
import { LeadStatusReplacements } from './actions/lead-status-replacement.ts';
import { ChangeUndo } from './actions/undo.ts';
import type { DeskHost } from './desk-host.ts';
import type { CsvExports } from './export/csv-export.ts';
import { auditLines, dataTaken } from './online/audit-log.ts';
import { signedInDevices, signOutDevice } from './online/devices.ts';
import { isFirstStart, makeFirstAdmin, openDemo } from './online/first-start.ts';
import { deletedRecords, historyOf } from './online/history.ts';
import { recentChanges } from './online/recent-changes.ts';
import { setPassword, viewPassword } from './online/passwords.ts';
import {
  beginSecondFactor,
  confirmSecondFactor,
  newRecoveryCodes,
  resetSecondFactor,
  secondFactorStatus,
  turnOffSecondFactor,
} from './online/second-factor.ts';
import { dashboardStats } from './records/dashboard.ts';
import type { Written } from './records/record-writer.ts';
import type { Session } from './session/session.ts';
import type { DeskEvents } from './workspace/desk-events.ts';
import { discard, putBack, retryAll, retryRefused, trayEntries } from './workspace/tray.ts';

export type Answers = { [M in Method]: (params: Params<M>) => Results[M] | Promise<Results[M]> };

/** Every call of the bridge contract, and what answers it. */
export function answersOf(
  session: Session,
  events: DeskEvents,
  host: DeskHost,
  csvExports: CsvExports,
): Answers {
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

    'activities.log': (given) => {
      const { set } = logActivity(opened(), given);
      changed([
        { entity: 'activity', recordId: given.id },
        { entity: given.about.entity, recordId: given.about.id },
      ]);
      undo.made(set);
      return { set };
    },
    'activities.of': (given) => activitiesOf(opened(), given),
    'activities.last': (given) => lastActivities(opened(), given),

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

    'sync.status': () => session.open?.sync.status ?? NOT_SYNCING,
    'sync.now': async () => {
      const { sync } = session.require();
      await sync.now();
      return sync.status;
    },
    'sync.tray': () => trayEntries(opened()),
    'sync.retry': async ({ id }) => {
      await retryRefused(opened(), id, changed);
      return null;
    },
    'sync.retryAll': () => retryAll(opened(), changed),
    'sync.discard': async ({ id }) => {
      await discard(opened(), id, changed);
      return null;
    },
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
