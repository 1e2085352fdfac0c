import { Button } from '@mantine/core';
import { hasLastActivity } from '#shared/access/exports.ts';
import { mayCreate } from '#shared/access/permissions.ts';
import { entityOf } from '#shared/model/entities.ts';
import { fieldOf } from '#shared/model/entity.ts';
import { listOf } from '#shared/model/list-query.ts';
import { IconInfoCircle } from '@tabler/icons-react';
import { useCallback, useMemo, useRef, useState, type ReactNode } from 'react';
import { useRole } from '../../stores/session.ts';
import { useBulkActions } from '../bulk-actions/use-bulk-actions.ts';
import { DataGrid } from '../data-grid/data-grid.tsx';
import type { GridQuery } from '../data-grid/grid-query.ts';
import type { GridRow } from '../data-grid/list-row.ts';
import { useListSource } from '../data-grid/use-list-source.ts';
import { Board } from '../board/board.tsx';
import { useBoardOf } from '../board/use-board-of.ts';
import { writeConditions } from '../field-filters/condition-address.ts';
import { useFieldFilters, useNextDay } from '../field-filters/use-field-filters.ts';
import { useListViews, type ListViews } from '../saved-views/use-list-views.ts';
import { usePrintable } from '../print/printing.ts';
import type { FormMode } from '../record-form/form-settings.ts';
import { RecordFormDialog } from '../record-form/record-form.tsx';
import { holdKeys } from '../keyboard/hold-keys.ts';
import { hotkeys } from '../keyboard/shortcuts.ts';
import { useShortcuts } from '../keyboard/use-shortcuts.ts';
import { usePersonPanel } from '../person-panel/use-person-panel.ts';
import { glanceOf } from '../person-panel/glance-of.tsx';
import { WithPersonPanel } from '../person-panel/with-person-panel.tsx';
import { FilterRow } from './filter-row.tsx';
import { filtersInWords } from './filters-in-words.ts';
import { ListHeading } from './list-heading.tsx';
import classes from './list-screen.module.css';
import type { ListScreenProps } from './list-screen-props.ts';
import { isNarrowed, RECORD } from './list-url.ts';
import { chosenPeriod, type Period } from './periods.ts';
import { printedList } from './printed-list.tsx';
import { useQuickFilter } from './quick-filter.tsx';
import { useDocumentSearch } from './use-document-search.tsx';
import { useAddressQuery } from './use-address-query.ts';
import { useEnterRows } from './use-enter-rows.ts';
import { useExactQuery } from './use-exact-query.ts';
import { useListDialog } from './use-list-dialog.ts';
import { useListView } from './use-list-view.ts';
import { useListShape } from './use-list-shape.ts';
import { useIsNarrow } from './use-narrow.ts';
import { useRowActions } from './use-row-actions.ts';
import { useRowReach } from './use-row-reach.ts';
import { emptyTyping, settleTyping } from './use-typed-text.ts';

/** A list with its heading, count, views, filters, search and actions. Everything generic follows from shared/model. */
export function ListScreen(props: ListScreenProps): ReactNode {
  const views = useListViews(props.entity, props.list);
  return views && <OpenList {...props} views={views} />;
}

function OpenList(props: ListScreenProps & { views: ListViews }): ReactNode {
  const { entity, list, heading, form, filter, views } = props;
  const definition = entityOf(entity);
  const listDefinition = listOf(definition, list);
  const role = useRole();
  const isNarrowWindow = useIsNarrow();
  const address = useAddressQuery();
  const { query: params, change: changeParams, followed } = address;
  const asked = params.get(RECORD);
  const beside = usePersonPanel(entity, form, asked, changeParams);
  const isNarrow = isNarrowWindow || beside.id !== null;
  const { lines: ownLines = 1, narrowLines = ownLines } = props;
  const [askedView, changeView] = useListView(definition, listDefinition, address);
  const ask = useFieldFilters(definition, address);
  const shape = useListShape({ props, view: askedView, views, address, isNarrow });
  const { layout, choice } = shape;
  const documents = useDocumentSearch(
    props,
    definition,
    shape.view,
    { columns: shape.columns, lines: isNarrow ? narrowLines : ownLines },
    changeView,
  );
  const { view, columns, lines } = documents;
  const search = useRef<HTMLInputElement>(null);
  const forms = useListDialog(form, beside.fits ? null : asked);
  const { dialog, open: setDialog } = forms;

  const filterLabelOf = (name: string): string =>
    props.filterLabels?.[name] ??
    (listDefinition.linkFilters?.includes(name) ? listDefinition.headings?.[name] : undefined) ??
    fieldOf(definition, name).label;

  // A field is called as the list's own filter of it, else as its column.
  const labelOf = (name: string): string =>
    listDefinition.filters.includes(name)
      ? filterLabelOf(name)
      : (listDefinition.headings?.[name] ?? filterLabelOf(name));

  const quick = useQuickFilter(props.quickFilter, params);
  const exact = useExactQuery({
    entity,
    list,
    view,
    quick: quick.asked,
    filter,
    conditions: ask.fitting,
    columns: shape.chosen,
  });
  const shown = useMemo<GridQuery>(
    () => ({ ...exact, ...(exact.search && !exact.inDocuments ? { similar: true } : {}) }),
    [exact],
  );
  const written = useMemo<GridQuery>(
    () => (shape.exported ? { ...exact, columns: [...shape.exported] } : exact),
    [exact, shape.exported],
  );
  const { source, state } = useListSource(shown, choice.board !== null);
  const board = useBoardOf(exact, choice.board);
  const [day, setDay] = useState(0);
  useNextDay(
    ask.fitting,
    useCallback(() => {
      source.restart();
      setDay((before) => before + 1);
    }, [source]),
  );
  const bulk = useBulkActions(props, written, source, choice.board !== null);
  const { enterRows, stay } = useEnterRows(
    board?.entry ?? source,
    shown,
    board?.loading ?? state.loading,
    search,
  );
  const show = useCallback((mode: FormMode, row: GridRow) => setDialog({ mode, id: row._id }), [setDialog]);
  const { about: ofPeople, show: showBeside } = beside;
  const open = useCallback(
    (row: GridRow) => (ofPeople ? showBeside(row) : show('view', row)),
    [ofPeople, showBeside, show],
  );
  const mayAdd = form !== undefined && props.addLabel !== undefined && mayCreate(definition, role);
  const add = (): void => {
    holdKeys();
    setDialog({ mode: 'add', id: null });
  };
  const clear = (): void => {
    // What was typed before is cleared too; what is typed after it stays.
    emptyTyping();
    const names = [...Object.keys(view.filters), ...(props.quickFilter ? [props.quickFilter.name] : [])];
    changeView({
      filters: Object.fromEntries(names.map((name) => [name, ''])),
      search: '',
      inDocuments: false,
    });
    changeParams((now) => writeConditions(now, []));
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
            filters: await filtersInWords(definition, listDefinition, view, labelOf, period, ask.fitting),
            columns: shape.chosen ? (shape.columns ?? {}) : (props.columns ?? {}),
            numberHeading: props.numberHeading ?? null,
            lastActivity: hasLastActivity(listDefinition, role),
          });
        },
    () => (settleTyping(), followed()),
  );
  useShortcuts(
    dialog
      ? []
      : [
          [hotkeys.search, () => search.current?.select()],
          [hotkeys.add, () => mayAdd && add()],
        ],
  );

  const reach = useRowReach(entity, { buttons: props.logsCalls === true, selecting: bulk.count !== 0 });
  const actions = useRowActions(entity, { ...props, ...reach.buttons }, show);
  const rowKeys = {
    ...reach.keys,
    ...(beside.about ? { [hotkeys.whole]: (row: GridRow) => show('view', row) } : {}),
  };

  const closed = (saved: { mode: 'add' | 'edit' } | null): void => {
    forms.close();
    // A card that went to its column by the form takes the focus along.
    if (dialog?.given && dialog.id !== null) beside.grid.current?.focus(dialog.id);
    if (ofPeople) beside.closeDialog();
    else if (asked) changeParams((now) => (now.delete(RECORD), now));
    // What one has just added stands at the top of a list that shows the newest first.
    if (saved?.mode === 'add') source.showTop();
  };

  const narrowed =
    isNarrowed(view) || ask.fitting.length > 0 || quick.value !== (props.quickFilter?.preset ?? '');
  const emptyAction = narrowed ? (
    <>
      {documents.leave}
      <Button variant="default" size="compact-md" onClick={clear}>
        Clear filters
      </Button>
    </>
  ) : (
    props.emptyHint
  );
  const left = [...ask.sentences, ...shape.sentences];
  return (
    <div className={classes.screen}>
      <ListHeading
        screen={props}
        views={views}
        shape={shape}
        source={source}
        state={state}
        board={board}
        bulk={bulk}
        query={written}
        labelOf={labelOf}
        resting={dialog !== null}
        onAdd={mayAdd ? add : null}
      />
      <FilterRow
        label={heading}
        search={{
          value: view.search,
          onSearch: (text) => changeView({ search: text }),
          onType: stay,
          onEnter: enterRows,
          label: props.searchLabel ?? 'Search',
          busy: !board && state.loading && state.total !== null,
          input: search,
        }}
        inDocuments={documents.switch}
        quick={props.quickFilter && { quickFilter: props.quickFilter, value: quick.value, onChange: choose }}
        filters={{
          entity,
          list: listDefinition,
          view,
          labelOf: filterLabelOf,
          options: props.filterOptions,
          fromData: props.filtersFromData,
          onChange: (name, value) => changeView({ filters: { [name]: value } }),
        }}
        fields={{
          entity,
          fields: shape.askable(labelOf),
          labelOf,
          conditions: ask.fitting,
          onChange: ask.set,
          resting: dialog !== null,
        }}
        narrowed={narrowed}
        onClear={clear}
        layout={board ? null : layout}
      />
      {left.length > 0 && (
        <p role="status" className={classes.left}>
          <IconInfoCircle size={16} aria-hidden /> {left.join(' ')}
        </p>
      )}
      <WithPersonPanel beside={beside} onWhole={(mode, id) => setDialog({ mode, id })}>
        {board ? (
          <Board
            key={`${board.name} ${day}`}
            query={exact}
            name={board.name}
            board={board.columns}
            label={heading}
            form={form}
            onOpen={form && open}
            under={documents.under}
            onAsk={(id, values) => setDialog({ mode: 'edit', id, given: values })}
            rowKeys={rowKeys}
            onRowFocus={beside.ofGrid.onRowFocus}
            control={beside.ofGrid.control}
            entry={board.focus}
            failure={props.failure}
            emptyText={documents.emptyText ?? listDefinition.emptyText}
            emptyAction={emptyAction}
          />
        ) : (
          <DataGrid
            entity={entity}
            list={list}
            source={source}
            state={state}
            label={heading}
            sort={view.sort}
            onSortChange={(sort) => changeView({ sort })}
            layout={layout}
            chosen={shape.chosen}
            {...(columns ? { columns } : {})}
            lines={lines}
            numberHeading={props.numberHeading ?? null}
            {...(props.actionHeading ? { actionHeading: props.actionHeading } : {})}
            actions={actions}
            {...(bulk.actions.length > 0 ? { selection: bulk.selection } : {})}
            extraColumn={props.extraColumn}
            {...(form ? { onOpen: open } : {})}
            rowKeys={rowKeys}
            {...beside.ofGrid}
            failure={props.failure}
            emptyText={documents.emptyText}
            emptyAction={emptyAction}
          />
        )}
      </WithPersonPanel>
      {forms.settings && dialog && (
        <RecordFormDialog
          key={
            dialog.named
              ? `named ${beside.dialogOf} ${forms.round}`
              : `${dialog.mode} ${dialog.id} ${dialog.kept?.id} ${dialog.asking} ${forms.round}`
          }
          settings={forms.settings}
          mode={dialog.mode}
          id={dialog.id}
          kept={dialog.kept}
          glance={dialog.named && ofPeople ? glanceOf(forms.settings, beside.stepInDialog) : undefined}
          onClose={closed}
        />
      )}
    </div>
  );
}
