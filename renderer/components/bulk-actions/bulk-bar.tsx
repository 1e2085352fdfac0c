import { Button, Kbd, Menu } from '@mantine/core';
import { formatNumber } from '#shared/format/numbers.ts';
import { IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useRole } from '../../stores/session.ts';
import { holdKeys, releaseKeys } from '../keyboard/hold-keys.ts';
import { hotkeys, keyCaps } from '../keyboard/shortcuts.ts';
import { useShortcuts } from '../keyboard/use-shortcuts.ts';
import type { Selection } from '../selection/selection.ts';
import type { BulkAction, BulkList, SelectedRows } from './bulk-action.ts';
import classes from './bulk-actions.module.css';
import { heldRows } from './held-rows.ts';

interface BulkBarProps {
  list: BulkList;
  actions: readonly BulkAction[];
  selection: Selection;
  /** null while they are being counted. */
  count: number | null;
}

interface OpenDialog {
  Dialog: NonNullable<BulkAction['Dialog']>;
  rows: SelectedRows;
}

/** What can be done with the selected rows, in the place of what is done with the list while some are. */
export function BulkBar({ list, actions, selection, count }: BulkBarProps): ReactNode {
  const role = useRole();
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const isShown = count !== 0;
  /** Whether it is being found out which rows are meant. */
  const finding = useRef(false);
  const here = useRef(false);
  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);
  const withRows = async (act: (rows: SelectedRows) => void): Promise<boolean> => {
    if (finding.current) return false;
    finding.current = true;
    const { query } = selection;
    const { selected } = selection.state();
    const held = await heldRows(selection.asked(), count, () => void withRows(act));
    finding.current = false;
    // Meanwhile somebody went elsewhere, or selected others.
    if (!held || !here.current || selection.state().selected !== selected) return false;
    act({ ...list, query, ...held });
    return true;
  };
  const start = async (action: BulkAction): Promise<void> => {
    if (!isShown || finding.current || (action.refused?.(list, role) ?? null) !== null) return;
    const { run, Dialog } = action;
    // What is typed on the way is for the question, which comes a moment later.
    holdKeys();
    const isDone = await withRows((rows) => {
      run?.(rows);
      if (Dialog) setDialog({ Dialog, rows });
    });
    if (!isDone) releaseKeys();
  };
  useShortcuts(
    isShown && !dialog
      ? [
          ...actions.flatMap((action) =>
            action.key === undefined ? [] : [[action.key, () => void start(action)] as const],
          ),
          [hotkeys.clearSelection, () => clearUnlessOpen(selection)],
        ]
      : [],
  );
  return (
    <>
      {isShown && (
        <div className={classes.bar} role="toolbar" aria-label="Selected rows">
          <span className={classes.count} role="status">
            {count === null ? 'All selected' : `${formatNumber(count)} selected`}
          </span>
          {actions.map((action) => {
            const reason = action.refused?.(list, role) ?? null;
            const { icon: ActionIcon, key } = action;
            const button = (
              <Button
                key={action.name}
                size="compact-md"
                variant="default"
                leftSection={<ActionIcon size={16} aria-hidden />}
                {...(action.danger ? { 'data-danger': true } : {})}
                {...(reason === null
                  ? {
                      title: key === undefined ? action.label : `${action.label} (${keyCaps(key).join('+')})`,
                    }
                  : { title: reason, 'aria-disabled': true, className: classes.refused })}
                disabled={count === null}
                onClick={() => void start(action)}
              >
                {action.label}
              </Button>
            );
            if (!action.choices) return button;
            return (
              <Menu key={action.name} position="bottom-start" disabled={count === null}>
                <Menu.Target>{button}</Menu.Target>
                <Menu.Dropdown>
                  {action.choices.map(({ label, run }) => (
                    <Menu.Item key={label} onClick={() => void withRows(run)}>
                      {label}
                    </Menu.Item>
                  ))}
                </Menu.Dropdown>
              </Menu>
            );
          })}
          <Button
            size="compact-md"
            variant="subtle"
            color="gray"
            leftSection={<IconX size={16} aria-hidden />}
            rightSection={<Kbd size="xs">Esc</Kbd>}
            onClick={() => selection.clear()}
          >
            Clear
          </Button>
        </div>
      )}
      {dialog && <dialog.Dialog rows={dialog.rows} onClose={() => setDialog(null)} />}
    </>
  );
}

/** A menu or a list of choices that is open takes Escape for itself. */
function clearUnlessOpen(selection: Selection): void {
  if (
    document
      .querySelector('[role="menu"], [role="dialog"], [role="listbox"]:not([hidden])')
      ?.checkVisibility()
  )
    return;
  selection.clear();
}
