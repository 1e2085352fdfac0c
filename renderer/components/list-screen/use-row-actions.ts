import { mayDelete, mayUpdate } from '#shared/access/permissions.ts';
import { entityOf, type EntityName } from '#shared/model/entities.ts';
import { useMemo } from 'react';
import { useRole } from '../../stores/session.ts';
import { titleOf, type GridRow } from '../data-grid/list-row.ts';
import { actionIcons, type RowAction } from '../data-grid/row-actions.tsx';
import type { RecordFormSettings } from '../record-form/form-settings.ts';
import { deleteRecord, type DeletionTexts } from './delete-record.ts';

interface RowActionSettings {
  /** Logs a call with the person of a row; null where it may not be, or has no button. */
  log?: ((row: GridRow) => void) | null;
  /** Writes to the person of a row; null where it may not be, or has no button. */
  message?: ((row: GridRow) => void) | null;
  /** The dialog behind View and Edit. */
  form?: RecordFormSettings | undefined;
  /** The texts of Delete; none where nothing can be deleted. */
  deletion?: DeletionTexts | undefined;
  /** Why Delete does nothing, for a role that may not; without it the button is left out. */
  deletionRefused?: string | undefined;
  /** Actions in the place of those; takes those. */
  rowActions?: ((standard: readonly RowAction[]) => readonly RowAction[]) | undefined;
}

/**
 * What can be done to a row of a list: a call logged, a message, View, Edit and Delete, as the role may, or what the screen has instead.
 * @param show opens the dialog; must be the same function from render to render, as `log`, `message` and `rowActions`
 */
export function useRowActions(
  entity: EntityName,
  { log, message, form, deletion, deletionRefused, rowActions }: RowActionSettings,
  show: (mode: 'view' | 'edit', row: GridRow) => void,
): readonly RowAction[] {
  const definition = entityOf(entity);
  const role = useRole();
  return useMemo(() => {
    const standard: RowAction[] = [];
    if (log) standard.push(action('Log call', 'log', log));
    if (message) standard.push(action('Message', 'message', message));
    if (form) {
      standard.push(action('View', 'view', (row) => show('view', row)));
      if (mayUpdate(definition, role)) {
        standard.push({
          ...action('Edit', 'edit', (row) => show('edit', row)),
          disabledReason: (row) => form.editRefused?.(row) ?? null,
        });
      }
    }
    const maySometimes = mayDelete(definition, role);
    if (deletion && (maySometimes || deletionRefused)) {
      standard.push({
        ...action('Delete', 'delete', (row) => {
          void deleteRecord(entity, { id: row._id, name: titleOf(definition, row) }, deletion);
        }),
        danger: true,
        disabledReason: () => (maySometimes ? null : (deletionRefused ?? null)),
      });
    }
    return rowActions?.(standard) ?? standard;
  }, [entity, definition, role, log, message, form, deletion, deletionRefused, rowActions, show]);
}

function action(label: string, icon: keyof typeof actionIcons, run: (row: GridRow) => void): RowAction {
  return { label, icon: actionIcons[icon], run };
}
