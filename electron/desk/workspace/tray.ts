import { mayFindAndRestore } from '#shared/access/history.ts';
import type { Actor } from '#shared/access/permissions.ts';
import { entityOf, isEntityName, type EntityName } from '#shared/model/entities.ts';
import { isAsProposed, isChosen, proposalOf } from '#shared/model/proposals.ts';
import type { TrayEntry } from '#shared/protocol/sync-calls.ts';
import { WHOLE_RECORD } from '#shared/protocol/sync.ts';
import type { ReferenceTexts } from '../cache/reference-texts.ts';
import { neutralTitle } from '../outbox/others-values.ts';
import type { Conflict } from '../outbox/outbox-conflicts.ts';
import type { OutboxOperation } from '../outbox/outbox-operation.ts';
import { leadsTo } from '../records/merged-records.ts';
import { titleOf, type RecordReader } from '../records/record-reader.ts';
import type { Workspace } from './workspace.ts';

/** Entries of each kind that are given at once, the newest: more would hold up screens, and nobody reads them. */
const MOST_ENTRIES = 500;

/** An entry as the outbox tells of it, which does not know the records. */
type Told = Omit<TrayEntry, 'there' | 'seenWith'>;

/** What the user has changed that is not on the server, and what was lost to others: newest first. */
export function trayEntries(workspace: Workspace): TrayEntry[] {
  const { outbox, reader, actor, texts } = workspace;
  const unsettled = new Map<string, number>();
  const setOf = ({ set, setCount }: OutboxOperation): TrayEntry['set'] => {
    if (!set) return null;
    const all = unsettled.get(set.id) ?? outbox.sets.unsettled(set.id);
    unsettled.set(set.id, all);
    const changes = setCount ?? 1;
    return changes > 1 || all > 1 ? { title: set.title, changes, all } : null;
  };
  const entry = (kind: 'waiting' | 'refused') => (operation: OutboxOperation) =>
    operationEntry(operation, kind, setOf(operation));
  const entries: Told[] = [
    ...outbox.newestRefused(MOST_ENTRIES).map(entry('refused')),
    ...outbox.newestUnanswered(MOST_ENTRIES).map(entry('waiting')),
    ...outbox.conflicts
      .open()
      .slice(-MOST_ENTRIES)
      .map((conflict) => conflictEntry(conflict, actor, workspace)),
  ];
  return entries
    .map((entry) => {
      const { entity, recordId, title } = entry;
      // What others called it was forgotten, and the user may see it again.
      const record = title === neutralTitle(entity) ? reader.record(entity, recordId) : undefined;
      const there = reader.has(entity, recordId);
      const seenWith = personOf(reader, entry);
      const fields = entry.fields.map((field) => withTexts(texts, entity, field));
      return { ...entry, fields, title: record ? titleOf(entityOf(entity), record) : title, there, seenWith };
    })
    .sort((one, other) => (one.at < other.at ? 1 : one.at > other.at ? -1 : 0));
}

/** A field with what the records are called that it refers to: nobody knows them by their ids. */
function withTexts(texts: ReferenceTexts, entity: EntityName, field: TrayField): TrayField {
  const definition = entityOf(entity);
  if (!definition.fields[field.name]?.target) return field;
  const called = (id: unknown): string => texts.shown(definition, field.name, id) ?? 'Unknown';
  return {
    ...field,
    ...(typeof field.value === 'string' ? { text: called(field.value) } : {}),
    ...(typeof field.stands === 'string' ? { standsText: called(field.stands) } : {}),
  };
}

type TrayField = TrayEntry['fields'][number];

/** The record that this one is seen with, by its field of that name: as it stands, or as the change would have it. */
function personOf(reader: RecordReader, { entity, recordId, fields }: Told): TrayEntry['seenWith'] {
  const { shownWith = [] } = entityOf(entity);
  const record = shownWith.length > 0 ? reader.record(entity, recordId) : undefined;
  for (const name of shownWith) {
    const id = record?.[name] ?? fields.find((field) => field.name === name)?.value;
    if (typeof id !== 'string' || !isEntityName(name)) continue;
    const other = reader.record(name, id);
    if (other) return { entity: name, id, title: titleOf(entityOf(name), other) };
  }
  return null;
}

function operationEntry(
  operation: OutboxOperation,
  kind: 'waiting' | 'refused',
  set: TrayEntry['set'],
): Told {
  const { id, entity, recordId, title, kind: action, changes, seen, error, at } = operation;
  const names = error?.strippedFields ?? Object.keys(changes);
  const problem = (name: string): Pick<TrayField, 'problem'> => {
    const said = error?.fields?.find(({ field }) => field === name)?.message;
    return said === undefined ? {} : { problem: said };
  };
  return {
    id,
    kind,
    entity,
    recordId,
    title,
    action,
    set,
    fields: names.map((name) => ({
      name,
      label: labelOf(entity, name),
      value: changes[name] ?? null,
      ...problem(name),
      ...(isProposedIn(operation, name) ? { isProposed: true } : {}),
    })),
    ...(action === 'update' && seen ? { seen } : {}),
    message:
      kind === 'waiting' ? 'Waits to be sent to the server.' : (error?.error ?? 'The server refused it.'),
    at,
  };
}

/** Whether the form proposed what a change gives the field. */
export function isProposedIn({ entity, kind, changes, seen }: OutboxOperation, name: string): boolean {
  const proposal = proposalOf(entity);
  if (proposal?.field !== name || !Object.hasOwn(changes, name)) return false;
  return kind === 'create' ? isAsProposed(changes, proposal) : !isChosen(seen ?? {}, changes, proposal);
}

function conflictEntry(conflict: Conflict, actor: Actor, workspace: Workspace): Told {
  const { id, entity, recordId, field, lost, won, title, at } = conflict;
  // The same person may write at two computers, or at one while an earlier change waits.
  const isOwn = conflict.by === workspace.user.name;
  const by = isOwn ? 'You, on another computer,' : conflict.by || 'Somebody else';
  const entry = { id, kind: 'conflict', entity, recordId, title, at, set: null } as const;
  if (field === WHOLE_RECORD) {
    const fields = Object.entries(lost ?? {}).map(([name, value]) => ({
      name,
      label: labelOf(entity, name),
      value: value as unknown,
    }));
    const wayBack = mayFindAndRestore(entityOf(entity), actor.role)
      ? 'Restoring it brings that back.'
      : 'Ask an administrator to restore it.';
    const led = leadsTo(workspace, entity, recordId);
    const stays = led && workspace.reader.record(entity, led.id);
    if (stays) {
      const name = titleOf(entityOf(entity), stays);
      return {
        ...entry,
        action: 'update',
        fields: fields.map((each) => ({ ...each, stands: stays[each.name] })),
        message: `${by} merged this record into ${name} without having seen what you wrote. You can write it there.`,
      };
    }
    const message = `${by} deleted this record without having seen what you wrote. ${wayBack}`;
    return { ...entry, action: 'delete', fields, message };
  }
  const label = labelOf(entity, field);
  return {
    ...entry,
    action: 'update',
    fields: [{ name: field, label, value: lost, stands: won }],
    message: isOwn
      ? `You gave ${label} another value besides, here or on another computer, and that one stands; you can put this one back.`
      : `${by} changed ${label} after you. Their value stands; you can put yours back.`,
  };
}

function labelOf(entity: string, name: string): string {
  if (!isEntityName(entity)) return name;
  return entityOf(entity).fields[name]?.label ?? name;
}
