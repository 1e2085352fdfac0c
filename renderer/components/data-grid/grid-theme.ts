import { themeQuartz } from 'ag-grid-community';

/** Lines of text in a row. With two, a phone number stands above its links. */
export type RowLines = 1 | 2 | 3;

/** In pixels, by the lines of a row. */
export const ROW_HEIGHT: Readonly<Record<RowLines, number>> = { 1: 34, 2: 44, 3: 56 };

/** The grid in the application's colours. They are CSS variables, so light and dark follow without a second theme. */
export const gridTheme = themeQuartz.withParams({
  fontFamily: 'inherit',
  fontSize: 13,
  headerFontSize: 12,
  headerFontWeight: 600,
  rowHeight: ROW_HEIGHT[1],
  headerHeight: 34,
  spacing: 6,
  cellHorizontalPadding: 10,
  iconSize: 14,
  browserColorScheme: 'inherit',
  backgroundColor: 'var(--app-surface)',
  foregroundColor: 'var(--mantine-color-text)',
  textColor: 'var(--mantine-color-text)',
  cellTextColor: 'var(--mantine-color-text)',
  headerBackgroundColor: 'var(--app-sunken)',
  headerTextColor: 'var(--mantine-color-dimmed)',
  headerCellHoverBackgroundColor: 'var(--app-hover)',
  accentColor: 'var(--mantine-primary-color-filled)',
  borderColor: 'var(--app-line)',
  rowBorder: { color: 'var(--app-line)' },
  oddRowBackgroundColor: 'var(--app-surface)',
  rowHoverColor: 'var(--app-hover)',
  selectedRowBackgroundColor: 'var(--app-selected)',
  rangeSelectionBorderColor: 'var(--mantine-primary-color-filled)',
  headerColumnResizeHandleColor: 'var(--app-line)',
  wrapperBorder: { color: 'var(--app-line)' },
  wrapperBorderRadius: 6,
  tooltipBackgroundColor: 'var(--app-surface)',
  tooltipTextColor: 'var(--mantine-color-text)',
  tooltipBorder: { color: 'var(--app-line)' },
});
