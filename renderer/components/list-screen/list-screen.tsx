import { Button, Group } from '@mantine/core';
import { mayCreate, mayDelete, mayUpdate } from '#shared/access/permissions.ts';
import { formatNumber } from '#shared/format/numbers.ts';
import { entityOf, type EntityName } from '#shared/model/entities.ts';
import { fieldOf } from '#shared/model/entity.ts';
import { listOf } from '#shared/model/list-query.ts';
import type { ListQuery } from '#shared/protocol/bridge.ts';
import { IconArrowsHorizontal, IconFilterOff, IconPlus } from '@tabler/icons-react';
import { useCallback, useMemo, useRef, useState, type ReactNode } from 'react';
import { useRole, useUser } from '../../stores/session.ts';
import { DataGrid } from '../data-grid/data-grid.tsx';
import type { ColumnSettings } from '../data-grid/grid-columns.tsx';
import type { RowLines } from '../data-grid/grid-theme.ts';
import type { GridQuery } from '../data-grid/grid-query.ts';
import { titleOf, type GridRow } from '../data-grid/list-row.ts';
import { actionIcons, type RowAction } from '../data-grid/row-actions.tsx';
import { useColumnWidths } from '../data-grid/use-column-widths.ts';
import { useListSource } from '../data-grid/use-list-source.ts';
import { usePrintable } from '../print/printing.ts';
import type { FormMode, RecordFormSettings } from '../record-form/form-settings.ts';
import { RecordFormDialog } from '../record-form/record-form.tsx';
import { hotkeys } from '../keyboard/shortcuts.ts';
import { useShortcuts } from '../keyboard/use-shortcuts.ts';
import { deleteRecord, type DeletionTexts } from './delete-record.ts';
import { DeletedButton } from './deleted-records.tsx';
import { ExportButton } from './export-button.tsx';
import { FilterSelect } from './filter-select.tsx';
import { filtersInWords } from './filters-in-words.ts';
import classes from './list-screen.module.css';
import { isNarrowed, offeredFilters, RECORD, toFilter } from './list-url.ts';
import { chosenPeriod, type Period, type QuickFilter } from './periods.ts';
import { printedList } from './printed-list.tsx';
import { QuickFilterControl, useQuickFilter } from './quick-filter.tsx';
import { SearchBox } from './search-box.tsx';
import { SimilarHint } from './similar-hint.tsx';
import { TextFilter } from './text-filter.tsx';
import { useAddressQuery } from './use-address-query.ts';
import { useEnterRows } from './use-enter-rows.ts';
import { useListView } from './use-list-view.ts';
import { useIsNarrow } from './use-narrow.ts';

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
  numberHeading?: string | null;
  actionHeading?: string;
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
}

interface OpenDialog {
  mode: FormMode;
  id: string | null;
}

/** A list with its heading, count, filters, search and actions. Everything generic follows from shared/model. */
export function ListScreen(props: ListScreenProps): ReactNode {
  const { entity, list, heading, form, deletion, deletionRefused, rowActions, filter } = props;
  const Heading = props.headingOrder === 2 ? 'h2' : 'h1';
  const definition = entityOf(entity);
  const listDefinition = listOf(definition, list);
  const role = useRole();
  const isNarrow = useIsNarrow();
  const { lines: ownLines = 1, narrowLines = ownLines } = props;
  const lines = isNarrow ? narrowLines : ownLines;
  const columns = (isNarrow ? props.narrowColumns : undefined) ?? props.columns;
  const widths = useColumnWidths(`${entity}.${list}`);
  const address = useAddressQuery();
  const [params, changeParams] = address;
  const [view, changeView] = useListView(definition, listDefinition, address);
  const search = useRef<HTMLInputElement>(null);
  const asked = params.get(RECORD);
  const [chosen, setDialog] = useState<OpenDialog | null>(null);
  const dialog = chosen ?? (form && asked ? ({ mode: 'view', id: asked } as const) : null);

  const { _id: userId } = useUser();
  const { mine } = listDefinition;
  const isMine = mine !== undefined && view.filters[mine] === userId;
  // Whose rows these are is said once.
  const filtersOffered = offeredFilters(listDefinition, view).filter((name) => name !== mine || !isMine);
  const filterLabelOf = (name: string): string =>
    props.filterLabels?.[name] ??
    (listDefinition.linkFilters?.includes(name) ? listDefinition.headings?.[name] : undefined) ??
    fieldOf(definition, name).label;

  const quick = useQuickFilter(props.quickFilter, params);
  // What is exported and printed; the screen shows what is similar besides.
  const exact = useMemo<GridQuery>(
    () => ({
      entity,
      list,
      ...quick.asked,
      filter: { ...toFilter(definition, listDefinition, view.filters), ...quick.asked.filter, ...filter },
      ...(view.search.trim() === '' ? {} : { search: view.search.trim() }),
      ...(view.sort ? { sort: view.sort } : {}),
    }),
    [entity, list, definition, listDefinition, view, quick.asked, filter],
  );
  const shown = useMemo<GridQuery>(() => ({ ...exact, ...(exact.search ? { similar: true } : {}) }), [exact]);
  const { source, state } = useListSource(shown);
  const { enterRows, stay } = useEnterRows(source, shown, state.loading, search);
  const open = useCallback((row: GridRow) => setDialog({ mode: 'view', id: row._id }), []);
  const mayAdd = form !== undefined && props.addLabel !== undefined && mayCreate(definition, role);
  const add = (): void => setDialog({ mode: 'add', id: null });
  const clear = (): void => {
    const names = [...Object.keys(view.filters), ...(props.quickFilter ? [props.quickFilter.name] : [])];
    changeView({ filters: Object.fromEntries(names.map((name) => [name, ''])), search: '' });
  };

  const choose = (choice: Period | undefined): void => {
    const { name = '', choices = [] } = props.quickFilter ?? {};
    const sort = choices.some((each) => each.sort) ? { sort: choice?.sort ?? null } : {};
    changeView({ filters: { [name]: choice?.value ?? '' }, ...sort });
  };

  usePrintable(
    dialog
      ? null
      : async () => {
          const choice = chosenPeriod(props.quickFilter, params);
          const period = choice && props.quickFilter ? { label: props.quickFilter.label, choice } : null;
          return printedList({
            query: exact,
            heading,
            filters: await filtersInWords(definition, view, filterLabelOf, period),
            columns: props.columns ?? {},
            numberHeading: props.numberHeading ?? null,
          });
        },
  );
  useShortcuts(
    dialog
      ? []
      : [
          [hotkeys.search, () => search.current?.select()],
          [hotkeys.add, () => mayAdd && add()],
        ],
  );

  const actions = useMemo(() => {
    const standard: RowAction[] = [];
    if (form) {
      standard.push(action('View', 'view', open));
      if (mayUpdate(definition, role)) {
        standard.push({
          ...action('Edit', 'edit', (row) => setDialog({ mode: 'edit', id: row._id })),
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
  }, [entity, definition, role, form, deletion, deletionRefused, rowActions, open]);

  const closed = (saved: { mode: 'add' | 'edit' } | null): void => {
    setDialog(null);
    if (asked) changeParams((now) => (now.delete(RECORD), now));
    // What one has just added stands at the top of a list that shows the newest first.
    if (saved?.mode === 'add') source.showTop();
  };

  const narrowed = isNarrowed(view) || quick.value !== (props.quickFilter?.preset ?? '');
  return (
    <div className={classes.screen}>
      <div className={classes.header}>
        <Heading className={classes.heading}>
          {heading}{' '}
          <span className={classes.count} aria-live="off">
            {state.total !== null
              ? `(${formatNumber(state.total - state.similar)})`
              : state.loading
                ? ''
                : '(…)'}
          </span>
        </Heading>
        <span aria-live="polite" className={classes.news}>
          {(state.fresh > 0 || state.gone > 0) && (
            <Button size="compact-sm" variant="light" onClick={() => source.restart()}>
              {state.fresh > 0 ? `${formatNumber(state.fresh)} new` : 'Refresh'}
            </Button>
          )}
          <SimilarHint {...state} />
        </span>
        <Group gap="xs" className={classes.buttons}>
          {props.tools}
          {deletion && <DeletedButton entity={entity} />}
          <ExportButton query={exact} isEmpty={state.total === state.similar} />
          {mayAdd && (
            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={add} title={hotkeys.add}>
              {props.addLabel}
            </Button>
          )}
        </Group>
      </div>
      <div className={classes.filters} role="search" aria-label={heading}>
        <SearchBox
          value={view.search}
          onSearch={(text) => changeView({ search: text })}
          onType={stay}
          onEnter={enterRows}
          label={props.searchLabel ?? 'Search'}
          busy={state.loading && state.total !== null}
          input={search}
        />
        {props.quickFilter && (
          <QuickFilterControl quickFilter={props.quickFilter} value={quick.value} onChange={choose} />
        )}
        {mine !== undefined && (
          <Button
            className={classes.mine}
            variant="default"
            size="sm"
            px="sm"
            fw={400}
            title={`Only where ${filterLabelOf(mine)} is you`}
            aria-pressed={isMine}
            data-set={isMine || undefined}
            onClick={() => changeView({ filters: { [mine]: isMine ? '' : userId } })}
          >
            Mine
          </Button>
        )}
        {filtersOffered.map((name) =>
          listDefinition.heldFilters?.includes(name) ? (
            <TextFilter
              key={name}
              entity={entity}
              name={name}
              label={filterLabelOf(name)}
              value={view.filters[name] ?? ''}
              onChange={(value) => changeView({ filters: { [name]: value } })}
            />
          ) : (
            <FilterSelect
              key={name}
              entity={entity}
              name={name}
              field={fieldOf(definition, name)}
              {...(props.filterOptions?.[name] ? { options: props.filterOptions[name] } : {})}
              fromData={props.filtersFromData?.includes(name) ?? false}
              label={filterLabelOf(name)}
              value={view.filters[name] ?? ''}
              onChange={(value) => changeView({ filters: { [name]: value } })}
            />
          ),
        )}
        <Button
          className={classes.clear}
          data-idle={!narrowed || undefined}
          variant="subtle"
          color="gray"
          size="compact-md"
          leftSection={<IconFilterOff size={16} aria-hidden />}
          onClick={clear}
        >
          Clear filters
        </Button>
        {Object.keys(widths.widths).length > 0 && (
          <Button
            className={classes.widths}
            variant="subtle"
            color="gray"
            size="compact-md"
            leftSection={<IconArrowsHorizontal size={16} aria-hidden />}
            onClick={widths.reset}
          >
            Reset column widths
          </Button>
        )}
      </div>
      <DataGrid
        entity={entity}
        list={list}
        source={source}
        state={state}
        label={heading}
        sort={view.sort}
        onSortChange={(sort) => changeView({ sort })}
        widths={widths}
        {...(columns ? { columns } : {})}
        lines={lines}
        numberHeading={props.numberHeading ?? null}
        {...(props.actionHeading ? { actionHeading: props.actionHeading } : {})}
        actions={actions}
        {...(form ? { onOpen: open } : {})}
        failure={props.failure}
        emptyAction={
          narrowed ? (
            <Button variant="default" size="compact-md" onClick={clear}>
              Clear filters
            </Button>
          ) : (
            props.emptyHint
          )
        }
      />
      {form && dialog && (
        <RecordFormDialog
          key={`${dialog.mode} ${dialog.id}`}
          settings={form}
          mode={dialog.mode}
          id={dialog.id}
          onClose={closed}
        />
      )}
    </div>
  );
}

function action(label: string, icon: keyof typeof actionIcons, run: (row: GridRow) => void): RowAction {
  return { label, icon: actionIcons[icon], run };
}
