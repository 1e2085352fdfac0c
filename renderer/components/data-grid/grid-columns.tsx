import type { EntityDefinition, ListDefinition } from '#shared/model/entity.ts';
import { fieldOf } from '#shared/model/entity.ts';
import type { Field } from '#shared/model/field.ts';
import { isOrderable } from '#shared/model/list-query.ts';
import { linkedRecord } from '#shared/window/record-links.ts';
import type { ColDef, ICellRendererParams } from 'ag-grid-community';
import type { ReactNode } from 'react';
import { personOf } from '../activities/person.ts';
import { ContactCell, OpenButton, StatusCell, TitleCell } from './cells.tsx';
import { cellHint, cellText } from './cell-text.ts';
import { sizeOf, titleSize, type Size } from './column-sizes.ts';
import { CutHint } from './cut-hint.tsx';
import type { RowLines } from './grid-theme.ts';
import { fieldText } from '../field-text.ts';
import { titleOf, type GridRow } from './list-row.ts';
import { RowActions, type RowAction } from './row-actions.tsx';
import { selectionColumn, type SelectionColumn } from '../selection/selection-column.tsx';

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
  /** Beside what names the record, such as what it has become. */
  mark?: (row: GridRow) => ReactNode;
  /** Below what names the record, such as where a document says what was searched. */
  under?: ((row: GridRow) => ReactNode) | undefined;
  /** Whether `cell` draws more than a text; by default what a phone number, an email or an address is drawn by. */
  parts?: boolean;
  sortable?: boolean;
  /** Whether a click on the value opens the record; by default on what names it. */
  opens?: boolean;
}

/** A column of something that is no field of the record. It keeps itself true. */
export interface ExtraColumn extends Size, Pick<ColDef<GridRow>, 'wrapHeaderText'> {
  name: string;
  heading: string;
  cell: (row: GridRow) => ReactNode;
  /** What is copied. */
  text: (row: GridRow) => string;
}

export interface ColumnsInput {
  entity: EntityDefinition;
  list: ListDefinition;
  /** Settings by field; false leaves the column out. */
  settings: Readonly<Record<string, ColumnSettings | false>>;
  extra?: ExtraColumn | undefined;
  /** Heading of the running number, as the screen's specification writes it; null for none. */
  numberHeading: string | null;
  actionHeading: string;
  actions: readonly RowAction[];
  /** The boxes that select rows; none where nothing can be done with several. */
  selecting?: SelectionColumn | undefined;
  sort: { field: string; direction: 'asc' | 'desc' };
  /** Shows the record of a row; absent where a list shows none. */
  onOpen?: ((row: GridRow) => void) | undefined;
  /** Widths that the user has given, in pixels by column. */
  widths: Readonly<Record<string, number>>;
  /** Lines of text in a row: where it has more than one, texts wrap and columns need less room. */
  lines: RowLines;
  /** In a small window figures and buttons stand closer. */
  tight: boolean;
}

export const NUMBER_COLUMN = 'row-number';
export const ACTION_COLUMN = 'row-actions';

/** The names of the columns of a list, an object's parts among them, with what the screen says of them. */
export function shownColumns(
  { entity, list }: Pick<ColumnsInput, 'entity' | 'list'>,
  settings: ColumnsInput['settings'],
): { name: string; settings: ColumnSettings; parts: Field['parts'] | undefined }[] {
  return list.columns.flatMap((name) => {
    const given = settings[name];
    if (given === false) return [];
    const { parts } = fieldOf(entity, name);
    return [{ name, settings: given ?? {}, parts: given === undefined ? parts : undefined }];
  });
}

/** The heading of a field's column. */
export function headingOf(
  { entity, list }: Pick<ColumnsInput, 'entity' | 'list'>,
  name: string,
  settings: ColumnSettings,
): string {
  return settings.heading ?? list.headings?.[name] ?? fieldOf(entity, name).label;
}

/** The columns of a list: everything follows from the model, except where the screen says otherwise. */
export function gridColumns(input: ColumnsInput): ColDef<GridRow>[] {
  const columns: ColDef<GridRow>[] = [];
  if (input.selecting) columns.push(selectionColumn(input.entity, input.selecting, input.tight));
  if (input.numberHeading !== null) columns.push(numberColumn(input.numberHeading, input));
  for (const { name, settings, parts } of shownColumns(input, input.settings)) {
    if (parts) columns.push(...partColumns(input, name, parts));
    else columns.push(fieldColumn(input, name, settings));
  }
  if (input.extra) columns.push(extraColumn(input.extra));
  if (input.actions.length > 0) columns.push(actionColumn(input));
  return columns.map((column) => withOwnWidth(column, input.widths));
}

/** A width that the user has given stands in the place of ours. */
function withOwnWidth(column: ColDef<GridRow>, widths: ColumnsInput['widths']): ColDef<GridRow> {
  // Said outright: else a column keeps the share that it had in a window of another width.
  const { flex = null, ...rest } = column;
  const width = widths[column.colId ?? ''];
  if (width === undefined || column.resizable === false) return { ...rest, flex };
  return { ...rest, flex: null, width, minWidth: SMALLEST_WIDTH };
}

/** A column can be drawn down to this, in pixels. */
const SMALLEST_WIDTH = 40;

function numberColumn(
  heading: string,
  { tight, lines }: Pick<ColumnsInput, 'tight' | 'lines'>,
): ColDef<GridRow> {
  return {
    colId: NUMBER_COLUMN,
    suppressMovable: true,
    lockPosition: 'left',
    headerName: heading,
    width: tight ? 58 : 66,
    wrapHeaderText: lines > 1,
    resizable: false,
    type: 'rightAligned',
    cellClass: ['ag-right-aligned-cell', 'row-number'],
    valueGetter: ({ node }) => (node?.rowIndex ?? 0) + 1,
    valueFormatter: ({ value }: { value: unknown }) => numberText.format(Number(value)),
  };
}

const numberText = new Intl.NumberFormat('en-IN');

function fieldColumn(input: ColumnsInput, name: string, settings: ColumnSettings): ColDef<GridRow> {
  const { entity, sort } = input;
  const field = fieldOf(entity, name);
  const isTitle = name === entity.title;
  const text = (row: GridRow | undefined): string => {
    if (!row || row._gone) return '';
    const shown = settings.text?.(row) ?? cellText(entity, name, row, Date.now());
    return shown === '' ? (settings.emptyText ?? '') : shown;
  };
  const isFigure = field.kind === 'money' || field.kind === 'number';
  const defaultSize: Size = isTitle ? titleSize(input.lines) : sizeOf(field, input);
  const ownSize: Size = settings.width === undefined ? {} : { width: settings.width };
  return {
    colId: name,
    headerName: headingOf(input, name, settings),
    ...(settings.wrapHeading || input.lines > 1 ? { wrapHeaderText: true } : {}),
    ...(settings.width === undefined ? defaultSize : ownSize),
    ...(settings.minWidth === undefined ? {} : { minWidth: settings.minWidth }),
    ...(settings.flex === undefined ? {} : { flex: settings.flex }),
    ...(isFigure ? { type: 'rightAligned' } : {}),
    sortable: settings.sortable ?? maySort(field),
    ...(sort.field === name ? { initialSort: sort.direction } : {}),
    valueGetter: ({ data }) => text(data),
    ...partsClass(field, settings),
    ...contentOf(
      (data) => {
        // The plain text of a time has a hint of its own.
        if (!data || data._gone || (field.kind === 'datetime' && !settings.cell)) return '';
        return settings.text?.(data) ?? cellHint(entity, name, data, Date.now());
      },
      rendererOf(entity, name, field, isTitle, settings, input.onOpen),
    ),
  };
}

/** The class of a cell that holds more than text. */
const OF_PARTS = 'cell-of-parts';

function partsClass(field: Field, { parts, mark, under }: ColumnSettings): ColDef<GridRow> {
  const isContact = field.kind === 'phone' || field.kind === 'email' || field.kind === 'url';
  if (parts ?? (isContact || under !== undefined)) return { cellClass: OF_PARTS };
  if (!mark) return {};
  return {
    cellClassRules: { [OF_PARTS]: ({ data }) => data !== undefined && !data._gone && Boolean(mark(data)) },
  };
}

function extraColumn({ name, heading, cell, text, ...size }: ExtraColumn): ColDef<GridRow> {
  return {
    colId: name,
    headerName: heading,
    suppressMovable: true,
    ...size,
    valueGetter: ({ data }) => (data && !data._gone ? text(data) : ''),
    cellClass: OF_PARTS,
    cellRenderer: ({ data }: ICellRendererParams<GridRow>) => (data && !data._gone ? cell(data) : null),
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
  input: ColumnsInput,
  name: string,
  parts: NonNullable<Field['parts']>,
): ColDef<GridRow>[] {
  const { entity } = input;
  return Object.entries(parts).map(([part, field]) => {
    const text = (row: GridRow | undefined): string => {
      const whole = row && !row._gone ? row[name] : null;
      return typeof whole === 'object' && whole !== null ? fieldText(field, Reflect.get(whole, part)) : '';
    };
    return {
      colId: `${name}.${part}`,
      headerName: field.label,
      ...sizeOf(field, input),
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
  onOpen?: (row: GridRow) => void,
): Renderer | null {
  const { cell, opens = isTitle } = settings;
  if (isTitle || cell || opens) {
    return ({ data, value }) => {
      if (!data) return null;
      const shown = cell && !data._gone ? cell(data) : value;
      const content =
        opens && onOpen && shown !== '' ? (
          <OpenButton record={linkedRecord(entity.name, data._id)} open={() => onOpen(data)}>
            {shown}
          </OpenButton>
        ) : (
          shown
        );
      if (!isTitle) return content;
      return (
        <TitleCell row={data} mark={settings.mark} under={settings.under}>
          {content}
        </TitleCell>
      );
    };
  }
  if (field.kind === 'phone' || field.kind === 'email' || field.kind === 'url') {
    const { kind, chatOn } = field;
    return ({ data, value }) =>
      data && value ? (
        <ContactCell
          kind={kind}
          value={value}
          chat={chatOn && data[chatOn]}
          of={titleOf(entity, data)}
          about={personOf(entity, data)}
        />
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
    suppressMovable: true,
    headerName: input.actionHeading,
    width: Math.max(input.tight ? 78 : 90, input.actions.length * 30 + (input.tight ? 16 : 22)),
    resizable: false,
    // However wide the other columns are, what can be done with a row stays in sight.
    pinned: 'right',
    lockPinned: true,
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
