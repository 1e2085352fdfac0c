import { listExport } from '#shared/access/exports.ts';
import { mayDelete } from '#shared/access/permissions.ts';
import type { Role } from '#shared/access/roles.ts';
import { entityOf, type EntityName } from '#shared/model/entities.ts';
import { listOf } from '#shared/model/list-query.ts';
import { mayHandOver } from '#shared/access/leads.ts';
import { IconArrowsExchange, IconDownload, IconForms, IconMessage, IconTrash } from '@tabler/icons-react';
import { hotkeys } from '../keyboard/shortcuts.ts';
import { exportList } from '../list-screen/export-list.ts';
import { mayMessage } from '../messaging/asked-message.ts';
import { MessageRunDialog } from '../messaging/message-run-dialog.tsx';
import type { BulkAction, BulkList, SelectedRows } from './bulk-action.ts';
import { deleteRows } from './delete-rows.ts';
import { placesForMany } from './places-for-many.ts';
import { HandOverSelectedDialog } from './hand-over-selected-dialog.tsx';
import { SetFieldDialog } from './set-field-dialog.tsx';

const setField: BulkAction = {
  name: 'set-field',
  label: 'Set a field',
  icon: IconForms,
  key: hotkeys.setField,
  isOffered: ({ form }, role) => form !== undefined && placesForMany(form, role).length > 0,
  Dialog: SetFieldDialog,
};

const remove: BulkAction = {
  name: 'delete',
  label: 'Delete',
  icon: IconTrash,
  danger: true,
  key: hotkeys.deleteRows,
  isOffered: ({ entity, deletion, deletionRefused }, role) =>
    deletion !== undefined && (mayDelete(entityOf(entity), role) || deletionRefused !== undefined),
  refused: ({ entity, deletionRefused }, role) =>
    mayDelete(entityOf(entity), role) ? null : (deletionRefused ?? null),
  run: (rows) => void deleteRows(rows),
};

const exportAs =
  (format: 'csv' | 'xlsx') =>
  ({ query, asked }: SelectedRows): void =>
    void exportList({ query, fields: 'columns', format, picked: asked.picked });

const exportThese: BulkAction = {
  name: 'export',
  label: 'Export these',
  icon: IconDownload,
  isOffered: ({ entity, list }, role) => {
    const definition = entityOf(entity);
    return listExport(definition, listOf(definition, list), role) !== null;
  },
  choices: [
    { label: 'CSV', run: exportAs('csv') },
    { label: 'Excel workbook', run: exportAs('xlsx') },
  ],
};

const handOver: BulkAction = {
  name: 'hand-over',
  label: 'Hand over',
  icon: IconArrowsExchange,
  isOffered: (_, role) => mayHandOver(role),
  Dialog: HandOverSelectedDialog,
};

const message: BulkAction = {
  name: 'message',
  label: 'Message these',
  icon: IconMessage,
  key: hotkeys.message,
  isOffered: (_, role) => mayMessage(role),
  Dialog: MessageRunDialog,
};

/**
 * What can be done with several records at once, by entity and in the order of the bar; and in which lists. What else is
 * done with many has its line here.
 */
const offered: Readonly<
  Partial<Record<EntityName, { lists: readonly string[]; actions: readonly BulkAction[] }>>
> = {
  candidate: {
    lists: ['candidates', 'placement', 'followups', 'scheduledInterviews'],
    actions: [setField, message, handOver, remove, exportThese],
  },
  inquiry: {
    lists: ['inquiries', 'followups'],
    actions: [setField, message, handOver, remove, exportThese],
  },
  contactInquiry: { lists: ['contacts'], actions: [setField, remove, exportThese] },
  hrRecord: { lists: ['hrRecords'], actions: [setField, remove, exportThese] },
  user: { lists: ['employees'], actions: [setField, remove, exportThese] },
};

/** What somebody with the role does with several rows of a list; without any, rows are not selected there. */
export function bulkActionsOf(list: BulkList, role: Role): readonly BulkAction[] {
  const { lists, actions } = offered[list.entity] ?? { lists: [], actions: [] };
  if (!lists.includes(list.list)) return [];
  const found = actions.filter((action) => action.isOffered(list, role));
  // A button that does nothing is no reason to select.
  return found.some((action) => (action.refused?.(list, role) ?? null) === null) ? found : [];
}
