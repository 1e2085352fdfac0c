import { KNOWN_CHOICES, type ImportRow, type KnownChoice, type RowState } from '#shared/protocol/import.ts';
import { Anchor, Menu, Tooltip, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconAlertTriangle, IconChevronDown, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { CHOICE_LABELS, DOUBLE_LABELS, STATE_LABELS } from '../../components/import/import-wording.ts';
import { showRecord } from '../../components/known-contact/shown-record.ts';
import { StatusBadge } from '../../components/status-badge/status-badge.tsx';
import type { Tone } from '../../components/status-badge/tones.ts';
import { CellMend } from './cell-mend.tsx';
import classes from './import.module.css';
import { issueOfCell, notesOf } from './preview-row.ts';

/** A cell by the number of its row on the page and the name of its column: columns come and go with what rows have. */
export type Place = readonly [row: number, column: string];

export const cellName = (column: number): string => `cell ${column}`;

/** What makes an element the one that the grid's keys lead to. */
interface Stop {
  'data-place': string;
  tabIndex: number;
  onFocus: () => void;
}

interface PreviewRowProps {
  row: ImportRow;
  at: number;
  /** Columns of the file that are shown. */
  columns: readonly number[];
  /** What becomes of known people where nothing else was chosen for the row. */
  usual: KnownChoice;
  hasKnown: boolean;
  /** The column that has the focus, or gets it by Tab; null where it is in another row. */
  current: string | null;
  edited: string | null;
  onCurrent: (place: Place) => void;
  onEdit: (place: Place) => void;
  /** Resolves to whether the text is in the cell. */
  onMend: (column: number, text: string, place: Place, byKey: boolean) => Promise<boolean>;
  onLeave: (place: Place, byKey: boolean) => void;
  onChoose: (choice: KnownChoice) => void;
}

const TONES: Readonly<Record<RowState, Tone>> = {
  new: 'good',
  known: 'under-way',
  twice: 'neutral',
  wrong: 'bad',
  done: 'neutral',
};

export function PreviewRow(props: PreviewRowProps): ReactNode {
  const { row, at, columns, usual, hasKnown, current, edited, onCurrent, onEdit } = props;
  const { wrong, doubts } = notesOf(row);
  const notes = [...wrong, ...doubts].join(' ');
  const stop = (column: string): Stop => ({
    'data-place': `${at} ${column}`,
    tabIndex: current === column ? 0 : -1,
    onFocus: () => onCurrent([at, column]),
  });
  return (
    <tr>
      <th scope="row" {...stop('row')}>
        {row.row}
      </th>
      <td {...stop('state')}>
        <StatusBadge word={STATE_LABELS[row.state]} tone={TONES[row.state]} />
      </td>
      {hasKnown && <Match row={row} stop={stop('match')} />}
      {hasKnown && <Choice row={row} usual={usual} stop={stop('choice')} onChoose={props.onChoose} />}
      <td {...stop('note')} className={classes.note} title={notes}>
        {wrong.length > 0 && (
          <span data-tone="wrong">
            <IconAlertTriangle size={14} aria-hidden /> {wrong.join(' ')}
          </span>
        )}
        {doubts.length > 0 && (
          <span data-tone="doubt">
            <IconInfoCircle size={14} aria-hidden /> {doubts.join(' ')}
          </span>
        )}
      </td>
      {columns.map((column) => {
        const place: Place = [at, cellName(column)];
        const text = row.cells[column] ?? '';
        if (edited === place[1])
          return (
            <td key={column} className={classes.edited}>
              {/* Keeps the width of the column. */}
              <span aria-hidden>{text}</span>
              <CellMend
                text={text}
                label={`Row ${row.row}`}
                onKeep={(next, byKey) => props.onMend(column, next, place, byKey)}
                onLeave={(byKey) => props.onLeave(place, byKey)}
              />
            </td>
          );
        const issue = issueOfCell(row, column);
        const cell = (
          <td
            key={column}
            {...stop(place[1])}
            className={classes.cell}
            data-wrong={issue !== '' || undefined}
            title={issue === '' ? text : undefined}
            onClick={() => onEdit(place)}
          >
            {text}
            {issue !== '' && <VisuallyHidden> {issue}</VisuallyHidden>}
          </td>
        );
        if (issue === '') return cell;
        return (
          <Tooltip key={column} label={issue} multiline maw={320}>
            {cell}
          </Tooltip>
        );
      })}
    </tr>
  );
}

function Match({ row: { match }, stop }: { row: ImportRow; stop: Stop }): ReactNode {
  if (!match) return <td {...stop} />;
  return (
    <td>
      <Anchor
        component="button"
        type="button"
        size="sm"
        {...stop}
        aria-label={`Open ${match.title}`}
        title={`Has this ${match.field}`}
        onClick={() => showRecord(match)}
      >
        {match.title}
      </Anchor>
    </td>
  );
}

interface ChoiceProps {
  row: ImportRow;
  usual: KnownChoice;
  stop: Stop;
  onChoose: (choice: KnownChoice) => void;
}

function Choice({ row, usual, stop, onChoose }: ChoiceProps): ReactNode {
  const { state, choice } = row;
  if (state !== 'known' && state !== 'twice') return <td {...stop} />;
  const isDouble = state === 'twice';
  return (
    <td>
      <ChoiceMenu
        row={row.row}
        labels={isDouble ? DOUBLE_LABELS : CHOICE_LABELS}
        choice={isDouble ? (choice === 'add' ? 'add' : 'skip') : (choice ?? usual)}
        stop={stop}
        onChoose={onChoose}
      />
    </td>
  );
}

interface ChoiceMenuProps {
  row: number;
  /** What there is to choose from. */
  labels: Readonly<Partial<Record<KnownChoice, string>>>;
  choice: KnownChoice;
  stop: Stop;
  onChoose: (choice: KnownChoice) => void;
}

function ChoiceMenu({ row, labels, choice, stop, onChoose }: ChoiceMenuProps): ReactNode {
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <UnstyledButton
          {...stop}
          className={classes.happens}
          aria-label={`What happens to row ${row}: ${labels[choice]}`}
        >
          {labels[choice]} <IconChevronDown size={14} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {KNOWN_CHOICES.filter((each) => labels[each] !== undefined).map((each) => (
          <Menu.Item key={each} onClick={() => onChoose(each)}>
            {labels[each]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
