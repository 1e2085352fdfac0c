import { maySet } from '#shared/access/permissions.ts';
import { entityOf, type EntityName } from '#shared/model/entities.ts';
import { useMediaQuery } from '@mantine/hooks';
import { useCallback, useEffect, useMemo, useRef, useState, type RefObject } from 'react';
import { useRole } from '../../stores/session.ts';
import { isOfPeople } from '../activities/person.ts';
import type { GridControl } from '../data-grid/grid-focus.ts';
import { titleOf, type GridRow } from '../data-grid/list-row.ts';
import { RECORD } from '../list-screen/list-url.ts';
import { holdKeys } from '../keyboard/hold-keys.ts';
import type { RecordFormSettings } from '../record-form/form-settings.ts';
import type { EditedCell } from './cell-editor.tsx';
import { PERSON_FIELDS } from './person-fields.ts';

/** A list and a person fit beside each other from here on. */
const WIDE = '(min-width: 1500px)';

export interface PersonPanelState {
  /** Whether the list is one of people, whose cells are edited and whose forms are one key away. */
  about: boolean;
  /** Whether a person stands beside the list; else in a dialog over it. */
  fits: boolean;
  settings: RecordFormSettings | undefined;
  /** Who stands there; null for nobody. */
  id: string | null;
  edited: EditedCell | null;
  grid: RefObject<GridControl | null>;
  show: (row: GridRow) => void;
  close: () => void;
  /** Whose dialog was opened: it stays that one while it goes through the list. */
  dialogOf: string | null;
  /** To the next (1) or the former (-1) person of the list, whose dialog it is then. The focus stays in it. */
  stepInDialog: (by: 1 | -1) => void;
  /** The dialog is closed: the focus goes to the row of the person whom it came to. */
  closeDialog: () => void;
  endEdit: (byKey: boolean) => void;
  /** What the grid is given. */
  ofGrid: {
    control?: RefObject<GridControl | null>;
    onRowFocus?: (row: GridRow) => void;
    onEditCell?: (row: GridRow, name: string, cell: HTMLElement) => void;
  };
}

/**
 * The person beside a list, who stands in the address; and the cell of the list that is edited.
 * @param asked the record that the address names.
 */
export function usePersonPanel(
  entity: EntityName,
  settings: RecordFormSettings | undefined,
  asked: string | null,
  changeAddress: (change: (query: URLSearchParams) => URLSearchParams) => void,
): PersonPanelState {
  const isWide = useMediaQuery(WIDE, undefined, { getInitialValueInEffect: false }) ?? false;
  const role = useRole();
  const about = settings !== undefined && isOfPeople(entity);
  const fits = about && isWide;
  const id = fits ? asked : null;
  const grid = useRef<GridControl>(null);
  const [edited, setEdited] = useState<EditedCell | null>(null);

  const [walk, setWalk] = useState<{ from: string; seen: ReadonlySet<string> } | null>(null);
  const show = useCallback(
    ({ _id }: GridRow) => {
      // Not as a dialog closes: the address still names whom one came to, and that would be another dialog.
      setWalk(null);
      changeAddress((now) => (now.set(RECORD, _id), now));
    },
    [changeAddress],
  );
  const follows = useRef(false);
  useEffect(() => {
    follows.current = id !== null;
  }, [id]);
  const close = useCallback(() => {
    // The focus that goes back to the row does not open it again.
    follows.current = false;
    changeAddress((now) => (now.delete(RECORD), now));
    if (id !== null) grid.current?.focus(id);
  }, [changeAddress, id]);
  const walked = asked !== null && walk?.seen.has(asked) ? walk : null;
  const stepInDialog = (by: 1 | -1): void => {
    const next = asked === null ? null : (grid.current?.next(asked, by) ?? null);
    if (asked === null || next === null) return;
    setWalk({ from: walked?.from ?? asked, seen: new Set([...(walked?.seen ?? [asked]), next]) });
    changeAddress((now) => (now.set(RECORD, next), now));
  };
  const closeDialog = (): void => {
    if (fits || asked === null) return;
    changeAddress((now) => (now.delete(RECORD), now));
    if (walked) grid.current?.focus(asked);
  };
  const endEdit = useCallback(
    (byKey: boolean) => {
      setEdited(null);
      if (byKey && edited) grid.current?.focus(edited.id);
    },
    [edited],
  );
  const ofGrid = useMemo<PersonPanelState['ofGrid']>(() => {
    if (!about || !isOfPeople(entity)) return {};
    const editable = new Set(
      PERSON_FIELDS[entity].edited.filter((name) => maySet(entityOf(entity), role, name)),
    );
    return {
      control: grid,
      onRowFocus: (row) => {
        if (follows.current) show(row);
      },
      onEditCell: (row, name, cell) => {
        if (!editable.has(name)) return;
        const definition = entityOf(entity);
        holdKeys();
        setEdited({ id: row._id, title: titleOf(definition, row) || definition.label, name, cell });
      },
    };
  }, [about, entity, role, show]);
  return {
    about,
    fits,
    settings,
    id,
    edited,
    grid,
    show,
    close,
    dialogOf: walked?.from ?? asked,
    stepInDialog,
    closeDialog,
    endEdit,
    ofGrid,
  };
}
