import { Button } from '@mantine/core';
import { IconArrowsHorizontal, IconFilterOff } from '@tabler/icons-react';
import type { ComponentProps, ReactNode } from 'react';
import type { ListLayout } from '../data-grid/use-list-layout.ts';
import { FieldFilters } from '../field-filters/field-filters.tsx';
import { ListFilters } from './list-filters.tsx';
import { DocumentSwitch } from './document-switch.tsx';
import classes from './list-screen.module.css';
import { QuickFilterControl } from './quick-filter.tsx';
import { SearchBox } from './search-box.tsx';

interface FilterRowProps {
  label: string;
  search: ComponentProps<typeof SearchBox>;
  /** The switch to search in documents; absent where there is nothing to switch. */
  inDocuments: ComponentProps<typeof DocumentSwitch> | undefined;
  /** The filter of a few buttons; absent where the list has none. */
  quick: ComponentProps<typeof QuickFilterControl> | undefined;
  filters: ComponentProps<typeof ListFilters>;
  fields: ComponentProps<typeof FieldFilters>;
  /** Whether anything is asked beyond what the list opens with. */
  narrowed: boolean;
  onClear: () => void;
  /** Of the grid; null while it is not shown. */
  layout: ListLayout | null;
}

/** What narrows a list, in one row above it. */
export function FilterRow({ layout, quick, inDocuments, ...props }: FilterRowProps): ReactNode {
  return (
    <div className={classes.filters} role="search" aria-label={props.label}>
      <SearchBox {...props.search} />
      {inDocuments && <DocumentSwitch {...inDocuments} />}
      {quick && <QuickFilterControl {...quick} />}
      <ListFilters {...props.filters} />
      <FieldFilters {...props.fields} />
      <Button
        className={classes.clear}
        data-idle={!props.narrowed || undefined}
        variant="subtle"
        color="gray"
        size="compact-md"
        aria-label="Clear filters"
        title="Clear filters"
        onClick={props.onClear}
      >
        <IconFilterOff size={16} aria-hidden />
        <span className={classes.clearText}>Clear filters</span>
      </Button>
      {layout && Object.keys(layout.widths).length > 0 && (
        <Button
          className={classes.widths}
          variant="subtle"
          color="gray"
          size="compact-md"
          leftSection={<IconArrowsHorizontal size={16} aria-hidden />}
          onClick={layout.resetWidths}
        >
          Reset column widths
        </Button>
      )}
    </div>
  );
}
