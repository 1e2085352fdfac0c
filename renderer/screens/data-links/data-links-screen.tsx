import { IconCopy, IconExternalLink } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { ColumnSettings } from '../../components/data-grid/grid-columns.tsx';
import type { GridRow } from '../../components/data-grid/list-row.ts';
import type { RowAction } from '../../components/data-grid/row-actions.tsx';
import { ListScreen } from '../../components/list-screen/list-screen.tsx';
import { copyText } from '../../components/record-links/copy-button.tsx';
import { openableAddress, openOutside } from '../../components/record-links/open-link.ts';
import { WebLink } from '../../components/record-links/text-links.tsx';
import { dataLinkDeletion, dataLinkForm } from './data-link-form.ts';
import { NOT_OPENABLE } from './saved-link.tsx';

/** Links that the office keeps at hand (section 2.21). */
export function DataLinksScreen(): ReactNode {
  return (
    <ListScreen
      entity="dataLink"
      list="links"
      heading="Data Links"
      failure="Failed to fetch links"
      addLabel="Add Link"
      searchLabel="Search links"
      columns={columns}
      narrowLines={2}
      numberHeading="S N"
      actionHeading="Actions"
      form={dataLinkForm}
      deletion={dataLinkDeletion}
      rowActions={rowActions}
    />
  );
}

const linkOf = (row: GridRow): string => (typeof row['link'] === 'string' ? row['link'] : '');

const columns: Readonly<Record<string, ColumnSettings>> = {
  link: { flex: 2, minWidth: 200, cell: (row) => <WebLink url={linkOf(row)} inGrid /> },
};

const open: RowAction = {
  label: 'Open link',
  icon: IconExternalLink,
  run: (row) => {
    const address = openableAddress(linkOf(row));
    if (address !== null) openOutside(address);
  },
  disabledReason: (row) => (openableAddress(linkOf(row)) === null ? NOT_OPENABLE : null),
};

const copy: RowAction = { label: 'Copy link', icon: IconCopy, run: (row) => copyText(linkOf(row)) };

const rowActions = (standard: readonly RowAction[]): readonly RowAction[] => [open, copy, ...standard];
