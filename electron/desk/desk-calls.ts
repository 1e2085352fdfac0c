import { basename } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { EntityName } from '#shared/model/entities.ts';
import type { Method, Params, Results } from '#shared/protocol/bridge.ts';
import type { RecordView } from '#shared/protocol/record-view.ts';
import { NOT_SYNCING } from '#shared/protocol/sync-calls.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import { MOST_SELECTED, tooMany } from '#shared/protocol/many.ts';
import { allowedExternalLink } from '../external-links.ts';
import { activitiesOf, lastActivities, logActivity } from './actions/activity-log.ts';
import { compare } from './actions/compare.ts';
import { Duplicates } from './actions/duplicates.ts';
import { LeadStatusReplacements } from './actions/lead-status-replacement.ts';
import { ManyAtOnce } from './actions/many.ts';
import { Merge } from './actions/merge.ts';
import { enrol } from './actions/enrolment.ts';
import { HandOvers } from './actions/hand-over.ts';
import { setLeadTakers } from './actions/lead-takers.ts';
import { takeOver } from './actions/take-over.ts';
import { peopleToMessage } from './actions/people-to-message.ts';
import { ChangeUndo } from './actions/undo.ts';
import type { Desktop } from './desktop/desktop.ts';
import type { HostWithDialogs } from './host-dialogs.ts';
import type { Diagnostics } from './diagnostics.ts';
import { Documents } from './documents/documents.ts';
import type { OpenedCopies } from './documents/opened-copies.ts';
import type { ListExports } from './export/list-export.ts';
import { Imports } from './import/imports.ts';
import { auditLines, dataTaken } from './online/audit-log.ts';
import { backupStatus, chooseBackupFolder } from './online/backups.ts';
import { joinOffice, leaveDemo, leaveOffice, nearby, serverChoice } from './online/joining.ts';
import { closeNetwork, moveData, network, newNetworkKey, openNetwork } from './online/network.ts';
import { erasePerson } from './online/erase-person.ts';
import { eraseProposed, proposedForErasure } from './online/erasure.ts';
import { savePersonCopy } from './online/person-copy.ts';
import { signedInDevices, signOutDevice } from './online/devices.ts';
import { isFirstStart, makeFirstAdmin, openDemo } from './online/first-start.ts';
import {
  endJoinCode,
  joinCodes,
  makeJoinCode,
  officeOf,
  saveSettingsFile,
  setOfficeName,
} from './online/join-codes.ts';
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
import { Openings } from './openings.ts';
import { contactMatches } from './records/contact-matches.ts';
import { dashboardStats } from './records/dashboard.ts';
import { erasureMonths, keepProposed, setErasureMonths } from './actions/erasure-setting.ts';
import { leadsTo } from './records/merged-records.ts';
import type { Written } from './records/record-writer.ts';
import { countOf, goneOf, selectedIds } from './records/selected-rows.ts';
import type { Session } from './session/session.ts';
import { officeUpdates, setUpdateStage } from './online/office-updates.ts';
import type { DeskUpdates } from './updates/desk-updates.ts';
import type { Workspace } from './workspace/workspace.ts';
import type { DeskEvents } from './workspace/desk-events.ts';
import { retryAll, retryRefused } from './workspace/refused-again.ts';
import { discard, discardable, putBack } from './workspace/settle-entry.ts';
import { trayEntries } from './workspace/tray.ts';

/** Copies of documents, and the programs of the workers that read files where they are others than the sources have. */
export interface DeskSurroundings {
  copies: OpenedCopies;
  diagnostics: Diagnostics;
  updates: DeskUpdates;
  desktop: Desktop;
  importReader?: string | undefined;
  documentReader?: string | undefined;
}

export type Answers = { [M in Method]: (params: Params<M>) => Results[M] | Promise<Results[M]> };

/** Every call of the bridge contract, and what answers it. */
export function answersOf(
  session: Session,
  events: DeskEvents,
  host: HostWithDialogs,
  listExports: ListExports,
  surroundings: DeskSurroundings,
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
  const handOvers = new HandOvers(session, events);
  const leadStatuses = new LeadStatusReplacements(session, events);
  const many = new ManyAtOnce(session, events, (set) => undo.made(set));
  const duplicates = new Duplicates(session, events);
  const merge = new Merge(session, events);
  const imports = new Imports(session, events, host, (set) => undo.made(set), surroundings.importReader);
  const documents = new Documents(
    { session, events, host, copies: surroundings.copies },
    (set) => undo.made(set),
    surroundings.documentReader,
  );
  const openings = new Openings();
  const opened = (): ReturnType<Session['require']>['workspace'] => session.require().workspace;

  return {
    'session.get': () => session.state,
    'session.signIn': ({ email, password, code }) => session.signIn(email, password, code),
    'session.signOut': ({ evenIfWaiting, wipe }) =>
      session.signOut(evenIfWaiting ?? false, wipe ?? false, wipe ? unfinishedFile(imports) : null),

    'session.lock': () => {
      session.lock();
      return session.state;
    },
    'session.unlock': ({ password }) => session.unlock(password),

    'firstStart.get': async () => ({ needed: await isFirstStart(session, host.firstStart) }),
    'firstStart.makeAdmin': (admin) => makeFirstAdmin(session, host.firstStart, admin),
    'firstStart.openDemo': () => openDemo(session, host.firstStart),
    'serverChoice.get': () => serverChoice(session, host.office),
    'serverChoice.join': (wanted) => joinOffice(session, host.office, wanted, host.network),
    'serverChoice.nearby': () => nearby(session, host.office),
    'serverChoice.leave': () => leaveOffice(session, host.office),
    'serverChoice.leaveDemo': () => leaveDemo(host.office),
    'network.get': () => network(session, host.network),
    'network.open': (given) => openNetwork(session, host.network, given),
    'network.close': () => closeNetwork(session, host.network),
    'network.newKey': () => newNetworkKey(session, host.network),
    'network.move': () => moveData(session, host.network),

    'records.list': (query) => {
      const { lists, actor } = opened();
      return query.similar ? lists.listWithSimilar(query, actor) : lists.list(query, actor);
    },
    'records.count': async (query) => ({ total: await opened().lists.count(query, opened().actor) }),
    'records.countBy': ({ field, ...query }) => opened().lists.countBy(query, field, opened().actor),
    'records.get': ({ entity, id }) => opened().reader.view(entity, id, opened().actor),
    'records.save': (save) => {
      const { workspace } = session.require();
      const written = workspace.writer.save(save, workspace.actor);
      if (written.operationId !== null) wrote(save.entity, written);
      const { setId: set } = written;
      return { ...viewOf(workspace, save.entity, written.recordId, save.base ?? 0), set };
    },
    'records.delete': ({ entity, id }) => wrote(entity, opened().writer.delete(entity, id, opened().actor)),
    'records.restore': ({ entity, id }) => wrote(entity, opened().writer.restore(entity, id, opened().actor)),
    'records.selected': async ({ query, picked }) => {
      const gone = await goneOf(opened(), { query, picked }, nextTurn);
      const { lists, actor } = opened();
      const all = picked.ids ? 0 : await lists.count(query, actor);
      return { total: countOf(picked, gone.length, all), gone };
    },
    'records.hold': async (given) => {
      const workspace = opened();
      const ids = await selectedIds(workspace, given, nextTurn);
      if (ids.length > MOST_SELECTED) throw new PlainError('bad-request', tooMany(ids.length));
      return { held: workspace.held.hold(ids), total: ids.length };
    },
    'records.setMany': (given) => many.set(given),
    'records.deleteMany': (given) => many.delete(given),
    'records.restoreMany': (given) => many.restore(given),
    'records.stopMany': async ({ id }) => {
      await many.stop(id);
      return null;
    },

    'records.choices': (query) => opened().reader.choices(query, opened().actor),

    'records.values': (query) => opened().reader.values(query, opened().actor),
    'people.find': (query) => opened().people.find(query, opened().actor),

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

    'messages.people': (given) => peopleToMessage(opened(), given),

    'records.withContact': (given) => contactMatches(opened(), given),
    'records.leadsTo': ({ entity, id }) => leadsTo(opened(), entity, id),
    'duplicates.find': (given) => duplicates.find(given),
    'duplicates.groups': (given) => duplicates.page(given),
    'duplicates.dismiss': (given) => {
      const { set, record } = duplicates.dismiss(given);
      changed([{ entity: 'notDuplicate', recordId: record }]);
      undo.made(set);
      return { set };
    },
    'duplicates.compare': (given) => compare(session, given),
    'duplicates.merge': async (given) => {
      const merged = await merge.merge(given);
      undo.made(merged.set);
      return merged;
    },
    'contacts.takeOver': ({ id }) => {
      const { set, inquiry } = takeOver(opened(), { id });
      changed([
        { entity: 'inquiry', recordId: inquiry },
        { entity: 'contactInquiry', recordId: id },
      ]);
      undo.made(set);
      return { set, inquiry };
    },
    'inquiries.enrol': (given) => {
      const { workspace } = session.require();
      const { set } = enrol(workspace, given);
      changed([
        { entity: 'candidate', recordId: given.candidate },
        { entity: 'inquiry', recordId: given.id },
      ]);
      undo.made(set);
      return { ...viewOf(workspace, 'candidate', given.candidate, 0), set };
    },
    'records.handOver': async (given) => {
      const handed = await handOvers.handOver(given);
      undo.made(handed.set);
      return handed;
    },
    'leads.setTakers': (given) => {
      const { set, changed: users } = setLeadTakers(opened(), given);
      changed(users.map((recordId) => ({ entity: 'user', recordId })));
      undo.made(set);
      return { set };
    },

    'changes.list': (given) => recentChanges(session, given),
    'changes.undo': async ({ set }) => {
      await many.stop(set);
      return imports.besideUndo(set, () => undo.undo(set));
    },
    'changes.undoLast': async () => {
      const { last } = undo;
      if (last === null) return null;
      const stopped = await many.stop(last);
      // What was stopped before it had changed anything is undone by that.
      if (stopped?.set === null) return null;
      return imports.besideUndo(last, () => undo.undoLast());
    },

    'export.start': async (given) => {
      const { workspace, sync } = session.require();
      const result = await listExports.start(given);
      if (result.outcome === 'saved' && session.open?.workspace === workspace) {
        const { entity, list } = given.query;
        workspace.outbox.exports.add({ entity, list, rows: result.rows, at: new Date().toISOString() });
        sync.outboxChanged();
      }
      return result;
    },
    'export.cancel': ({ id }) => {
      listExports.cancel(id);
      return null;
    },

    'import.open': (given) => imports.open(given),
    'import.bytes': (given) => imports.bytes(given),
    'import.read': (given) => imports.read(given),
    'import.columns': (given) => imports.columns(given),
    'import.say': (given) => imports.say(given),
    'import.rows': (given) => imports.rows(given),
    'import.mend': (given) => imports.mend(given),
    'import.choose': (given) => imports.choose(given),
    'import.run': (given) => imports.run(given),
    'import.stop': (given) => imports.stop(given),
    'import.leftOut': (given) => imports.leftOut(given),
    'import.state': () => imports.state(),
    'import.putAway': (given) => imports.putAway(given),

    'files.add': ({ base64 }) => opened().files.add(base64),
    'files.get': ({ hash, size }) => {
      const { workspace, access } = session.require();
      return workspace.files.get(hash, access, size);
    },
    'documents.add': (given) => documents.add(given),
    'documents.readCv': (given) => documents.readCv(given),
    'documents.of': (given) => documents.of(given),
    'documents.show': (given) => documents.show(given),
    'documents.open': (given) => documents.open(given),
    'documents.places': (given) => documents.places(given),

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
    'office.get': () => officeOf(session),
    'office.setName': (given) => setOfficeName(session, given),
    'joinCodes.list': () => joinCodes(session),
    'joinCodes.make': (given) => makeJoinCode(session, given),
    'joinCodes.end': (given) => endJoinCode(session, given),
    'joinCodes.saveFile': (given) => saveSettingsFile((name) => host.chooseSavePlace(name), given),
    'persons.copy': (given) => savePersonCopy(session, (name) => host.chooseSavePlace(name), given),
    'persons.erase': (given) => erasePerson(session, given),
    'erasure.months': () => erasureMonths(opened()),
    'erasure.setMonths': (given) => {
      const { set, record } = setErasureMonths(opened(), given);
      changed([{ entity: 'officeSetting', recordId: record }]);
      undo.made(set);
      return { set };
    },
    'erasure.proposals': (given) => proposedForErasure(session, given),
    'erasure.keep': (given) => {
      const { set, notes } = keepProposed(opened(), given);
      changed(notes.map((recordId) => ({ entity: 'activity', recordId })));
      undo.made(set);
      return { set };
    },
    'erasure.erase': (given) => eraseProposed(session, given),
    'backups.status': () => backupStatus(session, host.backups),
    'backups.make': () => backupStatus(session, host.backups, 'POST'),
    'backups.chooseFolder': () => chooseBackupFolder(session, host.backups),
    'audit.lines': (given) => auditLines(session, given),
    'audit.dataTaken': (given) => dataTaken(session, given),

    'dashboard.stats': () => {
      const { cache, actor } = opened();
      return { stats: dashboardStats(cache, actor), syncedAt: cache.position.syncedAt };
    },

    'today.list': (query) => opened().today.list(query, opened().actor, Date.now()),
    'today.counts': ({ whose }) => opened().today.counts(whose, opened().actor, Date.now()),
    'today.figures': () => opened().today.figures(opened().actor, Date.now()),

    'drafts.keep': (given) => {
      const { outbox, reader } = opened();
      outbox.drafts.keep(given, (entity, id) => reader.has(entity, id));
      return null;
    },
    'drafts.list': () => ({ drafts: opened().outbox.drafts.all() }),
    'drafts.read': ({ id }) => opened().outbox.drafts.read(id),
    'drafts.offered': ({ ids, offered }) => {
      opened().outbox.drafts.noteOffered(ids, offered);
      return null;
    },
    'drafts.forget': ({ id }) => {
      opened().outbox.drafts.forget(id);
      return null;
    },

    'desktop.get': () => surroundings.desktop.choices(),
    'desktop.set': (given) => surroundings.desktop.choose(given),
    'desktop.remind': (given) => surroundings.desktop.act(given),

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
      const workspace = opened();
      const given = (): Promise<void> => discard(workspace, id, changed);
      // What stays is not stopped either.
      const set = discardable(workspace, id)?.set?.id;
      // What goes on making it ends first, since what it made afterwards would stay.
      if (set !== undefined) await many.stop(set);
      await (set === undefined ? given() : imports.besideUndo(set, given));
      return null;
    },
    'sync.putBack': ({ id }) => {
      const { touched, set } = putBack(opened(), id);
      undo.made(set);
      return changed(touched);
    },
    'sync.putAway': ({ id }) => {
      const { workspace, sync } = session.require();
      workspace.outbox.notices.putAway(id);
      sync.outboxChanged();
      return null;
    },
    'sync.confirmRemoval': ({ accept, question }) => {
      session.require().sync.confirmRemoval(accept, question);
      return null;
    },

    'updates.status': () => surroundings.updates.status,
    'updates.look': () => surroundings.updates.look(),
    'updates.restart': () => surroundings.updates.restart(),
    'updates.office': () => officeUpdates(session),
    'updates.setStage': (given) => setUpdateStage(session, given),

    'system.open': async ({ url }) => {
      const link = allowedExternalLink(url);
      if (link === undefined) {
        throw new PlainError('forbidden', 'Only web, mail, call and WhatsApp addresses can be opened.');
      }
      openings.count();
      await host.openExternal(link);
      return null;
    },
    'system.about': () => surroundings.diagnostics.about(),
    'system.diagnostics': () => surroundings.diagnostics.text(),
    'system.saveDiagnostics': () => surroundings.diagnostics.save(),
    'system.savePdf': async ({ fileName }) => {
      if (!host.printPdf)
        throw new PlainError('unavailable', 'Your browser saves a PDF from its own print dialog.');
      const place = await host.chooseSavePlace(fileName);
      if (place === null) return { fileName: null };
      try {
        await host.printPdf(place.path);
        return { fileName: basename(place.path) };
      } catch (error) {
        throw new PlainError('unavailable', error instanceof Error ? error.message : String(error));
      }
    },
  };
}

/**
 * A record after its maker changed it, who may not see it any more; and it may still have to be fetched again.
 * @param base of what was changed
 */
function viewOf({ reader, actor }: Workspace, entity: EntityName, id: string, base: number): RecordView {
  return reader.view(entity, id, actor) ?? { record: { _id: id }, base, references: {}, waiting: true };
}

/** Name of the file whose import is not at its end; null where there is none, or it cannot be read: that keeps nobody from leaving. */
function unfinishedFile(imports: Imports): string | null {
  try {
    const state = imports.state();
    return state === null || state.step === 'report' ? null : state.fileName;
  } catch {
    return null;
  }
}
