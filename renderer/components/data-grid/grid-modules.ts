import {
  CellApiModule,
  CellStyleModule,
  ColumnApiModule,
  EventApiModule,
  InfiniteRowModelModule,
  ModuleRegistry,
  PaginationModule,
  RenderApiModule,
  RowApiModule,
  RowSelectionModule,
  RowStyleModule,
  ScrollApiModule,
  TooltipModule,
  ValidationModule,
} from 'ag-grid-community';

/** Only the parts of the grid library that lists use; its warnings in development only. */
ModuleRegistry.registerModules([
  InfiniteRowModelModule,
  PaginationModule,
  RowSelectionModule,
  TooltipModule,
  CellApiModule,
  CellStyleModule,
  RowStyleModule,
  ColumnApiModule,
  EventApiModule,
  RenderApiModule,
  RowApiModule,
  ScrollApiModule,
  ...(import.meta.env.DEV ? [ValidationModule] : []),
]);
