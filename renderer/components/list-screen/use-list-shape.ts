import { entityOf, type EntityName } from '#shared/model/entities.ts';
import { fieldOf } from '#shared/model/entity.ts';
import { possibleColumns } from '#shared/model/list-columns.ts';
import { listOf } from '#shared/model/list-query.ts';
import { type ViewSettings, viewSettingsSchema } from '#shared/model/view-settings.ts';
import { useMemo } from 'react';
import { useUser } from '../../stores/session.ts';
import type { ColumnSettings } from '../data-grid/grid-columns.tsx';
import { useListLayout, type ListLayout } from '../data-grid/use-list-layout.ts';
import { askableFields } from '../field-filters/fitting-conditions.ts';
import { useReadable } from '../field-filters/use-field-filters.ts';
import { fittingView, withTitle } from '../saved-views/fitting-view.ts';
import { useBoardChoice, type BoardChoice } from '../board/use-board-choice.ts';
import type { ListViews } from '../saved-views/use-list-views.ts';
import { settingsOfAddress } from '../saved-views/view-address.ts';
import { exportedColumns } from './exported-columns.ts';
import type { ListView } from './list-url.ts';
import type { useAddressQuery } from './use-address-query.ts';

type Columns = Readonly<Record<string, ColumnSettings | false>>;

interface ListShapeInput {
  /** What the screen says of its list. */
  props: {
    entity: EntityName;
    list: string;
    columns?: Columns | undefined;
    narrowColumns?: Columns | undefined;
  };
  /** As the address has it. */
  view: ListView;
  views: ListViews;
  address: ReturnType<typeof useAddressQuery>;
  isNarrow: boolean;
}

/** What a list shows and how, as far as its reader can see it: its part of the address, its columns and their widths. */
export interface ListShape {
  view: ListView;
  /** Whether it is shown as a board. */
  choice: BoardChoice;
  layout: ListLayout;
  /** Columns other than the list's own, in their order; null for those. */
  chosen: readonly string[] | null;
  /** Columns of its files other than the list's own; null for those. */
  exported: readonly string[] | null;
  columnNames: readonly string[];
  possible: readonly string[];
  /** What the screen says of the columns. */
  columns: Columns | undefined;
  headingOf: (name: string) => string;
  /** All of it as a view keeps it. */
  settings: ViewSettings;
  /** What was left out of the view. */
  sentences: readonly string[];
  askable: (labelOf: (name: string) => string) => { value: string; label: string }[];
  userId: string;
}

export function useListShape({ props, view, views, address, isNarrow }: ListShapeInput): ListShape {
  const { entity, list } = props;
  const definition = entityOf(entity);
  const listDefinition = listOf(definition, list);
  const { _id: userId } = useUser();
  const readable = useReadable(definition);
  const { open } = views;
  const params = address.query;
  const choice = useBoardChoice(
    definition,
    listDefinition,
    readable,
    { key: views.key, isView: open !== null },
    address,
  );
  const layout = useListLayout(views.key, open && { _id: open._id, layout: open.settings });
  const fitting = useMemo(
    () => fittingView(definition, listDefinition, view, layout.columns, readable),
    [definition, listDefinition, view, layout.columns, readable],
  );
  const { board } = choice;
  const shownView = useMemo(() => withoutPreset(fitting.view, board, params), [fitting.view, board, params]);
  const ownColumns = (isNarrow ? props.narrowColumns : undefined) ?? props.columns;
  const chosen = fitting.columns;
  const columns = useMemo(
    () => (chosen && ownColumns ? chosenOnly(ownColumns, props.columns) : ownColumns),
    [chosen, ownColumns, props.columns],
  );
  const exported = useMemo(
    () => chosen && exportedColumns(listDefinition.columns, props.columns ?? {}, chosen),
    [chosen, listDefinition, props.columns],
  );
  const own = listDefinition.columns.filter((name) => (props.columns ?? {})[name] !== false);
  const settings = {
    ...(open?.settings ?? viewSettingsSchema.parse({})),
    ...settingsOfAddress(params, listDefinition, userId),
    columns: layout.columns && [...layout.columns],
    widths: { ...layout.widths },
    board: choice.asked,
  };
  return {
    view: shownView,
    choice,
    layout: {
      ...layout,
      // What the reader cannot see of the view's columns stays in them.
      setColumns: (next) => {
        const hidden = layout.columns?.filter((name) => !chosen?.includes(name)) ?? [];
        layout.setColumns(
          next && [
            ...withTitle(definition, next),
            ...hidden.filter((name) => !next.includes(name) && isHidden(name)),
          ],
        );
      },
    },
    chosen,
    exported,
    columnNames: chosen ?? own,
    possible: possibleColumns(definition, listDefinition, readable),
    columns,
    headingOf: (name) => {
      const given = (props.columns ?? {})[name];
      const heading = given ? given.heading : undefined;
      return heading ?? listDefinition.headings?.[name] ?? fieldOf(definition, name).label;
    },
    settings,
    sentences: [...fitting.sentences, ...choice.sentences],
    askable: (labelOf) => askableFields(definition, readable, labelOf),
    userId,
  };

  function isHidden(name: string): boolean {
    return !Object.hasOwn(definition.fields, name) || !readable.has(name);
  }
}

/** What a list is narrowed to when it opens would leave a board by that field with one column. */
function withoutPreset(view: ListView, board: string | null, params: URLSearchParams): ListView {
  if (board === null || params.has(board)) return view;
  const { [board]: _, ...filters } = view.filters;
  return { ...view, filters };
}

/** A column that somebody has chosen is shown, also where the list by itself leaves it out. */
function chosenOnly(columns: Columns, usual: Columns | undefined): Columns {
  return Object.fromEntries(
    Object.entries(columns).flatMap(([name, given]) => {
      const settings = given === false ? (usual?.[name] ?? false) : given;
      return settings === false ? [] : [[name, settings]];
    }),
  );
}
