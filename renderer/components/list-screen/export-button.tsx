import { Button, Menu } from '@mantine/core';
import { listExport } from '#shared/access/exports.ts';
import { entityOf } from '#shared/model/entities.ts';
import { listOf } from '#shared/model/list-query.ts';
import { IconDownload } from '@tabler/icons-react';
import { useRef, type ReactNode } from 'react';
import { cancelExport, useExports } from '../../stores/exports.ts';
import { useRole } from '../../stores/session.ts';
import type { GridQuery } from '../data-grid/grid-query.ts';
import { exportList } from './export-list.ts';
import { exportingText } from './export-wording.ts';
import classes from './list-screen.module.css';

interface ExportButtonProps {
  /** What the list shows. */
  query: GridQuery;
  /** Whether the list shows nothing. */
  isEmpty: boolean;
}

/** Writes all that the list shows to a CSV file or a workbook, its columns or all fields; absent where the role may not. */
export function ExportButton({ query, isEmpty }: ExportButtonProps): ReactNode {
  const role = useRole();
  const running = useExports((exports) => exports.running);
  const button = useRef<HTMLButtonElement>(null);
  const definition = entityOf(query.entity);
  if (!listExport(definition, listOf(definition, query.list), role)) return null;

  const progress = running?.progress;
  const hasNothing = isEmpty && !running;
  const cancel = (): void => {
    cancelExport();
    button.current?.focus();
  };
  return (
    <>
      {/* On the side away from the other buttons: what is under the pointer stays there. */}
      {progress && (
        <Button variant="subtle" color="gray" aria-label="Cancel export" onClick={cancel}>
          Cancel
        </Button>
      )}
      <Menu position="bottom-end" width={260} disabled={hasNothing || progress !== undefined}>
        <Menu.Target>
          <Button
            ref={button}
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
            disabled={hasNothing}
            {...(hasNothing ? { title: 'There is nothing to export' } : {})}
            // Not `disabled` while it runs: the focus would be lost, and the figure is there to be read.
            {...(progress ? { 'aria-disabled': true, className: classes.exporting } : {})}
          >
            {progress ? exportingText(progress) : 'Export CSV'}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => void exportList({ query, fields: 'columns' })}>These columns</Menu.Item>
          <Menu.Item onClick={() => void exportList({ query, fields: 'all' })}>All fields</Menu.Item>
          <Menu.Divider />
          <Menu.Item onClick={() => void exportList({ query, fields: 'columns', format: 'xlsx' })}>
            Excel workbook
          </Menu.Item>
          <Menu.Item onClick={() => void exportList({ query, fields: 'all', format: 'xlsx' })}>
            Excel workbook with every field
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </>
  );
}
