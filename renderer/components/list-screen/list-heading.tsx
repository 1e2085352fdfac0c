import { Button, Group } from '@mantine/core';
import { formatNumber } from '#shared/format/numbers.ts';
import { entityOf } from '#shared/model/entities.ts';
import { IconPlus } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { LayoutChoice } from '../board/layout-choice.tsx';
import type { ShownBoard } from '../board/use-board-of.ts';
import { BulkBar } from '../bulk-actions/bulk-bar.tsx';
import type { useBulkActions } from '../bulk-actions/use-bulk-actions.ts';
import { ColumnChoice } from '../column-choice/column-choice.tsx';
import type { ListState } from '../data-grid/grid-port.ts';
import type { GridQuery } from '../data-grid/grid-query.ts';
import type { ListSource } from '../data-grid/list-source.ts';
import { ImportButton } from '../import/import-button.tsx';
import { hotkeys } from '../keyboard/shortcuts.ts';
import { PrintButton } from '../print/print-button.tsx';
import type { ListViews } from '../saved-views/use-list-views.ts';
import { ViewsMenu } from '../saved-views/views-menu.tsx';
import { DeletedButton } from './deleted-records.tsx';
import { ExportButton } from './export-button.tsx';
import classes from './list-screen.module.css';
import type { ListScreenProps } from './list-screen-props.ts';
import { SimilarHint } from './similar-hint.tsx';
import type { ListShape } from './use-list-shape.ts';

interface ListHeadingProps {
  screen: ListScreenProps;
  views: ListViews;
  shape: ListShape;
  source: ListSource;
  state: ListState;
  /** The board in the place of the rows, where one is shown. */
  board: ShownBoard | null;
  bulk: ReturnType<typeof useBulkActions>;
  /** What is exported. */
  query: GridQuery;
  labelOf: (name: string) => string;
  /** Whether a dialog lies over the list: its keys are not the list's then. */
  resting: boolean;
  /** Opens the form of a new record; null where the role may add none. */
  onAdd: (() => void) | null;
}

/** A list's name and count, how it is shown, what is new, and what can be done with all of it or with the selected rows. */
export function ListHeading(props: ListHeadingProps): ReactNode {
  const { screen, views, shape, source, state, board, bulk, query, labelOf, resting, onAdd } = props;
  const { entity, list, heading, form, deletion } = screen;
  const Heading = screen.headingOrder === 2 ? 'h2' : 'h1';
  const selecting = bulk.count !== 0;
  return (
    <div className={classes.header}>
      <Heading className={classes.heading}>
        {heading} <Count text={board ? board.total : totalOf(state)} />
      </Heading>
      <div className={classes.shape} data-hidden={selecting || undefined}>
        <ViewsMenu
          views={views}
          settings={shape.settings}
          heading={heading}
          userId={shape.userId}
          onKept={shape.layout.forget}
          resting={resting}
        />
        <LayoutChoice choice={shape.choice} labelOf={labelOf} resting={resting || selecting} />
        {!board && (
          <ColumnChoice
            columns={shape.columnNames}
            possible={shape.possible}
            fixed={entityOf(entity).title}
            labelOf={shape.headingOf}
            onChange={shape.layout.setColumns}
            isChanged={shape.chosen !== null}
          />
        )}
      </div>
      <span aria-live="polite" className={classes.news}>
        {!board && (state.fresh > 0 || state.gone > 0) && (
          <Button size="compact-sm" variant="light" onClick={() => source.restart()}>
            {state.fresh > 0 ? `${formatNumber(state.fresh)} new` : 'Refresh'}
          </Button>
        )}
        {!board && <SimilarHint {...state} />}
      </span>
      {bulk.actions.length > 0 && <BulkBar list={screen} {...bulk} />}
      <Group gap="xs" className={classes.buttons} data-hidden={selecting || undefined}>
        {!board && screen.gridTools}
        {screen.tools}
        {deletion && <DeletedButton entity={entity} />}
        <PrintButton />
        <ExportButton
          query={query}
          isEmpty={board ? board.columns.total === 0 : state.total === state.similar}
        />
        {form && <ImportButton entity={entity} list={list} />}
        {onAdd && (
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={onAdd} title={hotkeys.add}>
            {screen.addLabel}
          </Button>
        )}
      </Group>
    </div>
  );
}

/** Keeps the room of the longest one: with less, what follows might find room on this line, and the list would jump. */
function Count({ text }: { text: string }): ReactNode {
  const [longest, setLongest] = useState(text.length);
  if (text.length > longest) setLongest(text.length);
  return (
    <span className={classes.count} style={{ minWidth: `${longest}ch` }} aria-live="off">
      {text}
    </span>
  );
}

const totalOf = ({ total, similar, loading }: ListState): string =>
  total !== null ? `(${formatNumber(total - similar)})` : loading ? '' : '(…)';
