import { themeQuartz } from 'ag-grid-community';

export const ROW_HEIGHT = 34;
/** Three lines of text, or a phone number above its links. */
export const WRAPPED_ROW_HEIGHT = 56;

/** The grid in the application's colours. They are CSS variables, so light and dark follow without a second theme. */
export const gridTheme = themeQuartz.withParams({
  fontFamily: 'inherit',
  fontSize: 13,
  headerFontSize: 12,
  headerFontWeight: 600,
  rowHeight: ROW_HEIGHT,
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
