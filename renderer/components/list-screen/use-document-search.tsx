import type { EntityDefinition } from '#shared/model/entity.ts';
import { Button } from '@mantine/core';
import { useMemo, type ReactNode } from 'react';
import { useMayReadDocuments } from '../documents/documented.ts';
import { usePlaces } from '../documents/place-line.tsx';
import type { ColumnSettings } from '../data-grid/grid-columns.tsx';
import type { RowLines } from '../data-grid/grid-theme.ts';
import type { GridRow } from '../data-grid/list-row.ts';
import type { DocumentSwitch } from './document-switch.tsx';
import type { ListScreenProps } from './list-screen-props.ts';
import type { ListView } from './list-url.ts';

type Columns = Readonly<Record<string, ColumnSettings | false>>;

/** Room for the place that was found, below the name. */
const PLACE = { flex: 3, minWidth: 260 };

interface DocumentSearch {
  /** The view, which searches in documents only where that can be. */
  view: ListView;
  switch: Parameters<typeof DocumentSwitch>[0] | undefined;
  /** The list's own, with room for the places of documents while these stand in it. */
  columns: Columns | undefined;
  lines: RowLines;
  /** What stands on a card below the rest: the place. */
  under: ((row: GridRow) => ReactNode) | undefined;
  emptyText: string | undefined;
  /** The way out of an empty list. */
  leave: ReactNode;
}

/** The search in documents of a list, where it has one and the role may read documents. */
export function useDocumentSearch(
  { entity, inDocuments }: Pick<ListScreenProps, 'entity' | 'inDocuments'>,
  definition: EntityDefinition,
  given: ListView,
  own: { columns: Columns | undefined; lines: RowLines },
  change: (change: { inDocuments: boolean }) => void,
): DocumentSearch {
  const isOffered = useMayReadDocuments(entity) && inDocuments !== undefined;
  const view = useMemo((): ListView => {
    const { inDocuments: isOn, ...others } = given;
    return isOn && isOffered ? given : others;
  }, [given, isOffered]);
  const isOn = view.inDocuments === true;
  const search = view.search.trim();
  const documented = entity === 'candidate' || entity === 'hrRecord' ? entity : null;
  const under = usePlaces(isOn ? documented : null, search);
  // The same columns from render to render: the grid would be drawn anew.
  const { title } = definition;
  const columns = useMemo(
    () =>
      under
        ? { ...own.columns, [title]: { ...(own.columns?.[title] || null), ...PLACE, under } }
        : own.columns,
    [under, own.columns, title],
  );
  return {
    view,
    switch:
      isOffered && inDocuments
        ? { label: inDocuments.label, isOn, onChange: (on) => change({ inDocuments: on }) }
        : undefined,
    columns,
    lines: under ? 3 : own.lines,
    under,
    emptyText: isOn && search !== '' ? inDocuments?.emptyText : undefined,
    leave: isOn && search !== '' && (
      <Button variant="default" size="compact-md" onClick={() => change({ inDocuments: false })}>
        Search the fields instead
      </Button>
    ),
  };
}
