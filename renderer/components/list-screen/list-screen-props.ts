import type { EntityName } from '#shared/model/entities.ts';
import type { ListQuery } from '#shared/protocol/list-calls.ts';
import type { ReactNode } from 'react';
import type { ColumnSettings, ExtraColumn } from '../data-grid/grid-columns.tsx';
import type { RowLines } from '../data-grid/grid-theme.ts';
import type { RowAction } from '../data-grid/row-actions.tsx';
import type { RecordFormSettings } from '../record-form/form-settings.ts';
import type { DeletionTexts } from './delete-record.ts';
import type { QuickFilter } from './periods.ts';

/** What a screen says of its list. */
export interface ListScreenProps {
  entity: EntityName;
  /** Name of one of the entity's lists. */
  list: string;
  heading: string;
  /** The catalogue's sentence for a failed load. */
  failure: string;
  /** Words on the Add button; none for a list that nothing can be added to. */
  addLabel?: string;
  searchLabel?: string;
  /** Where the search can look in documents too: what that is called, and what is said where none holds it. */
  inDocuments?: { label: string; emptyText: string };
  /** Labels of filters that differ from their fields'. */
  filterLabels?: Readonly<Record<string, string>>;
  /** Choices of filters that offer fewer than their fields' values. */
  filterOptions?: Readonly<Record<string, readonly string[]>>;
  /** Filters that offer the values which the records here hold. */
  filtersFromData?: readonly string[];
  /** One-press choices beside the filters, such as the calls that are overdue. */
  quickFilter?: QuickFilter;
  /** Always applied, and not the user's to change, such as "mine only". */
  filter?: NonNullable<ListQuery['filter']>;
  /** A list that shares its screen with something else is headed one level below. */
  headingOrder?: 1 | 2;
  columns?: Readonly<Record<string, ColumnSettings | false>>;
  /** Lines of text in a row: more than one for texts that are read whole. */
  lines?: RowLines;
  /** The same in a window too narrow to show the texts in one line: two for names and addresses, three for sentences. */
  narrowLines?: RowLines;
  /** The columns there, where they differ. */
  narrowColumns?: Readonly<Record<string, ColumnSettings | false>>;
  /** A column beside the model's, before the actions. */
  extraColumn?: ExtraColumn | undefined;
  numberHeading?: string | null;
  actionHeading?: string;
  /** Whether a row has buttons that log a call and write a message; the keys do it in every list of people. */
  logsCalls?: boolean;
  /** The dialog behind View, Edit and Add. */
  form?: RecordFormSettings;
  /** The texts of Delete; none where nothing can be deleted. */
  deletion?: DeletionTexts;
  /** Why Delete does nothing, for a role that may not; without it the button is left out. */
  deletionRefused?: string;
  /** Actions in the place of View, Edit and Delete; takes those. Must be the same function from render to render. */
  rowActions?: (standard: readonly RowAction[]) => readonly RowAction[];
  /** More below the text of an empty list that nothing narrows, such as what fills it. */
  emptyHint?: ReactNode;
  /** More controls beside the Add button. */
  tools?: ReactNode;
  /** Those that are about the grid, and mean nothing to a board. */
  gridTools?: ReactNode;
}
