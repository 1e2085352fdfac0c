import type { Role } from '#shared/access/roles.ts';
import type { EntityName } from '#shared/model/entities.ts';
import type { Params } from '#shared/protocol/bridge.ts';
import type { Icon } from '@tabler/icons-react';
import type { ComponentType } from 'react';
import type { GridQuery } from '../data-grid/grid-query.ts';
import type { DeletionTexts } from '../list-screen/delete-record.ts';
import type { RecordFormSettings } from '../record-form/form-settings.ts';

/** What a list screen lets be done with several of its rows. */
export interface BulkList {
  entity: EntityName;
  /** Name of one of the entity's lists. */
  list: string;
  /** The form that edits one of them: its fields, in its order and with its inputs, are those that can be set. */
  form?: RecordFormSettings | undefined;
  /** The texts of Delete; none where nothing can be deleted. */
  deletion?: DeletionTexts | undefined;
  /** Why Delete does nothing, for a role that may not; without it the button is left out. */
  deletionRefused?: string | undefined;
}

/** The rows that are selected when something is done with them. */
export interface SelectedRows extends BulkList {
  /** What the list shows, in its order. */
  query: GridQuery;
  /** The same as the desk is asked about it: these rows, also where the list finds others meanwhile. */
  asked: Pick<Params<'records.setMany'>, 'query' | 'picked'>;
  /** How many they are; null while they are being counted. */
  count: number | null;
}

/** One thing to do with several records at once: a button of the bar that comes with a selection. */
export interface BulkAction {
  name: string;
  label: string;
  icon: Icon;
  danger?: boolean;
  /** The key that does it, of `hotkeys`. */
  key?: string;
  /** Whether it has a place in the bar of this list, for somebody with the role. */
  isOffered: (list: BulkList, role: Role) => boolean;
  /** Why the button does nothing, as its tooltip; null where it works. */
  refused?: (list: BulkList, role: Role) => string | null;
  /** Ways of doing it, of which one is chosen first. */
  choices?: readonly { label: string; run: (rows: SelectedRows) => void }[];
  /** Does it. */
  run?: (rows: SelectedRows) => void;
  /** Or asks first, in a dialog: it gets the rows as they were when it was opened. */
  Dialog?: ComponentType<{ rows: SelectedRows; onClose: () => void }>;
}
