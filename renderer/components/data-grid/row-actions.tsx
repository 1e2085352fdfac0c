import { IconEye, IconMessage, IconPencil, IconPhonePlus, IconTrash, type Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './data-grid.module.css';
import type { GridRow } from './list-row.ts';

/** A button at the end of each row. */
export interface RowAction {
  /** With the row's title it makes the accessible name: "View Asha Verma". */
  label: string;
  icon: Icon;
  /** The same where they differ from row to row. */
  labelOf?: (row: GridRow) => string;
  iconOf?: (row: GridRow) => Icon;
  run: (row: GridRow) => void;
  danger?: boolean;
  /** Why the button does nothing for this row, as its tooltip; null where it works. */
  disabledReason?: (row: GridRow) => string | null;
}

/** The three actions that most lists have, in the order of the specification, and that of the follow-ups. */
export const actionIcons = {
  log: IconPhonePlus,
  message: IconMessage,
  view: IconEye,
  edit: IconPencil,
  delete: IconTrash,
} as const;

const EDIT_FIRST = ['Edit', 'Delete', 'View'];

/** The standard actions in the order of sections 2.13 and 2.22. */
export function editDeleteView(standard: readonly RowAction[]): readonly RowAction[] {
  return standard.toSorted((one, other) => EDIT_FIRST.indexOf(one.label) - EDIT_FIRST.indexOf(other.label));
}

interface RowActionsProps {
  actions: readonly RowAction[];
  row: GridRow;
  title: string;
}

export function RowActions({ actions, row, title }: RowActionsProps): ReactNode {
  return (
    <span className={classes.actions}>
      {actions.map((action) => {
        const reason = action.disabledReason?.(row) ?? null;
        const ActionIcon = action.iconOf?.(row) ?? action.icon;
        const label = action.labelOf?.(row) ?? action.label;
        return (
          <button
            key={action.label}
            type="button"
            className={classes.action}
            data-danger={action.danger || undefined}
            data-row-control=""
            tabIndex={-1}
            aria-label={`${label} ${title}`.trim()}
            title={reason ?? label}
            aria-disabled={reason !== null || undefined}
            onClick={(event) => {
              event.stopPropagation();
              if (reason === null) action.run(row);
            }}
            onDoubleClick={(event) => event.stopPropagation()}
          >
            <ActionIcon size={17} stroke={1.7} aria-hidden />
          </button>
        );
      })}
    </span>
  );
}
