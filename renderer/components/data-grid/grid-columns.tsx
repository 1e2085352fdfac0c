import type { EntityDefinition, ListDefinition } from '#shared/model/entity.ts';
import { fieldOf } from '#shared/model/entity.ts';
import type { Field, FieldKind } from '#shared/model/field.ts';
import { isOrderable } from '#shared/model/list-query.ts';
import type { ColDef, ICellRendererParams } from 'ag-grid-community';
import type { ReactNode } from 'react';
import { ContactCell, StatusCell, TitleCell } from './cells.tsx';
import { cellHint, cellText } from './cell-text.ts';
import { CutHint } from './cut-hint.tsx';
import { fieldText } from '../field-text.ts';
import { titleOf, type GridRow } from './list-row.ts';
import { RowActions, type RowAction } from './row-actions.tsx';

/** Where a screen departs from what the model says of a column. */
export interface ColumnSettings {
  heading?: string;
  /** A heading too long for its column takes two lines. */
  wrapHeading?: boolean;
  /** Pixels; without it the column shares what is left by `flex`. */
  width?: number;
  minWidth?: number;
  flex?: number;
  /** Shown for an empty value, such as "Not Scheduled". */
  emptyText?: string;
  /** Another content; `text` still gives what is copied and hovered. */
  cell?: (row: GridRow) => ReactNode;
  text?: (row: GridRow) => string;
  sortable?: boolean;
}

export interface ColumnsInput {
  entity: EntityDefinition;
  list: ListDefinition;
  /** Settings by field; false leaves the column out. */
  settings: Readonly<Record<string, ColumnSettings | false>>;
  /** Heading of the running number, as the screen's specification writes it; null for none. */
  numberHeading: string | null;
  actionHeading: string;
  actions: readonly RowAction[];
  sort: { field: string; direction: 'asc' | 'desc' };
}

export const NUMBER_COLUMN = 'row-number';
export const ACTION_COLUMN = 'row-actions';

type Size = Pick<ColDef<GridRow>, 'width' | 'minWidth' | 'flex'>;

const SIZES: Readonly<Partial<Record<FieldKind, Size>>> = {
  phone: { width: 200, minWidth: 150 },
  email: { flex: 1.2, minWidth: 130 },
  longText: { flex: 2, minWidth: 140 },
  richText: { flex: 2, minWidth: 140 },
  date: { width: 116 },
  datetime: { width: 186, minWidth: 120 },
  money: { width: 120 },
  number: { width: 90 },
  boolean: { width: 90 },
  option: { flex: 1.1, minWidth: 110 },
};

/** Options such as the offer letter's are told apart by their last word: a badge must show it. */
const LONG_OPTION = { flex: 0.9, minWidth: 180 };
const LONG_OPTION_CHARACTERS = 16;

function sizeOf(field: Field): Size {
  const isLong =
    field.kind === 'option' && field.options?.some((each) => each.length > LONG_OPTION_CHARACTERS);
  return isLong ? LONG_OPTION : (SIZES[field.kind] ?? { flex: 0.9, minWidth: 100 });
}

/** The columns of a list: everything follows from the model, except where the screen says otherwise. */
export function gridColumns(input: ColumnsInput): ColDef<GridRow>[] {
  const columns: ColDef<GridRow>[] = [];
  if (input.numberHeading !== null) columns.push(numberColumn(input.numberHeading));
  for (const name of input.list.columns) {
    const settings = input.settings[name];
    const { parts } = fieldOf(input.entity, name);
    if (settings === undefined && parts) columns.push(...partColumns(input.entity, name, parts));
    else if (settings !== false) columns.push(fieldColumn(input, name, settings ?? {}));
  }
  if (input.actions.length > 0) columns.push(actionColumn(input));
  return columns;
}

function numberColumn(heading: string): ColDef<GridRow> {
  return {
    colId: NUMBER_COLUMN,
    headerName: heading,
    width: 66,
    resizable: false,
    type: 'rightAligned',
    cellClass: ['ag-right-aligned-cell', 'row-number'],
    valueGetter: ({ node }) => (node?.rowIndex ?? 0) + 1,
    valueFormatter: ({ value }: { value: unknown }) => numberText.format(Number(value)),
  };
}

const numberText = new Intl.NumberFormat('en-IN');

function fieldColumn(input: ColumnsInput, name: string, settings: ColumnSettings): ColDef<GridRow> {
  const { entity, list, sort } = input;
  const field = fieldOf(entity, name);
  const isTitle = name === entity.title;
  const text = (row: GridRow | undefined): string => {
    if (!row || row._gone) return '';
    const shown = settings.text?.(row) ?? cellText(entity, name, row, Date.now());
    return shown === '' ? (settings.emptyText ?? '') : shown;
  };
  const isFigure = field.kind === 'money' || field.kind === 'number';
  const defaultSize: Size = isTitle ? { flex: 1.2, minWidth: 130 } : sizeOf(field);
  const ownSize: Size = settings.width === undefined ? {} : { width: settings.width };
  return {
    colId: name,
    headerName: settings.heading ?? list.headings?.[name] ?? field.label,
    ...(settings.wrapHeading ? { wrapHeaderText: true } : {}),
    ...(settings.width === undefined ? defaultSize : ownSize),
    ...(settings.minWidth === undefined ? {} : { minWidth: settings.minWidth }),
    ...(settings.flex === undefined ? {} : { flex: settings.flex }),
    ...(isFigure ? { type: 'rightAligned' } : {}),
    sortable: settings.sortable ?? maySort(field),
    ...(sort.field === name ? { initialSort: sort.direction } : {}),
    valueGetter: ({ data }) => text(data),
    ...contentOf(
      (data) => {
        // The plain text of a time has a hint of its own.
        if (!data || data._gone || (field.kind === 'datetime' && !settings.cell)) return '';
        return settings.text?.(data) ?? cellHint(entity, name, data, Date.now());
      },
      rendererOf(entity, name, field, isTitle, settings),
    ),
  };
}

type Renderer = (params: ICellRendererParams<GridRow, string>) => ReactNode;

/** A cell's content with its hint, which is shown where the content is cut. */
function contentOf(hint: (row: GridRow | undefined) => string, renderer: Renderer | null): ColDef<GridRow> {
  if (!renderer) return { tooltip: ({ data }) => hint(data) };
  return {
    cellRenderer: (params: ICellRendererParams<GridRow, string>) => (
      <CutHint cell={params} hint={hint(params.data)}>
        {renderer(params)}
      </CutHint>
    ),
  };
}

/** An object has a column for each of its parts, such as the label of a button and its address. */
function partColumns(
  entity: EntityDefinition,
  name: string,
  parts: NonNullable<Field['parts']>,
): ColDef<GridRow>[] {
  return Object.entries(parts).map(([part, field]) => {
    const text = (row: GridRow | undefined): string => {
      const whole = row && !row._gone ? row[name] : null;
      return typeof whole === 'object' && whole !== null ? fieldText(field, Reflect.get(whole, part)) : '';
    };
    return {
      colId: `${name}.${part}`,
      headerName: field.label,
      ...sizeOf(field),
      valueGetter: ({ data }) => text(data),
      ...contentOf(text, rendererOf(entity, name, field, false, {})),
    };
  });
}

/** The desk keeps these in order by an index; sorting by others would make long lists wait. */
function maySort(field: Field): boolean {
  return isOrderable(field) && (field.sortable === true || field.indexed === true);
}

/** How a cell is drawn; null for plain text. */
function rendererOf(
  entity: EntityDefinition,
  name: string,
  field: Field,
  isTitle: boolean,
  settings: ColumnSettings,
): Renderer | null {
  const { cell } = settings;
  if (isTitle || cell) {
    return ({ data, value }) => {
      if (!data) return null;
      const content = cell && !data._gone ? cell(data) : value;
      return isTitle ? <TitleCell row={data}>{content}</TitleCell> : content;
    };
  }
  if (field.kind === 'phone' || field.kind === 'email' || field.kind === 'url') {
    const { kind, chatOn } = field;
    return ({ data, value }) =>
      data && value ? (
        <ContactCell kind={kind} value={value} chat={chatOn && data[chatOn]} of={titleOf(entity, data)} />
      ) : null;
  }
  if (field.kind === 'option' || field.kind === 'boolean') {
    return ({ data, value }) =>
      data && value ? <StatusCell word={value} isEmpty={data[name] === null} /> : null;
  }
  if (field.kind === 'datetime') {
    return ({ data, value }) =>
      data && value ? <span title={cellHint(entity, name, data, Date.now())}>{value}</span> : null;
  }
  return null;
}

function actionColumn(input: ColumnsInput): ColDef<GridRow> {
  return {
    colId: ACTION_COLUMN,
    headerName: input.actionHeading,
    width: Math.max(90, input.actions.length * 30 + 22),
    resizable: false,
    cellRenderer: ({ data }: ICellRendererParams<GridRow>) =>
      data && !data._gone ? (
        <RowActions
          actions={input.actions}
          row={data}
          title={titleOf(input.entity, data) || input.entity.label}
        />
      ) : null,
  };
}
