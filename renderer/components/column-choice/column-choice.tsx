import { ActionIcon, Button, Checkbox, Popover, TextInput } from '@mantine/core';
import { IconGripVertical, IconLayoutColumns } from '@tabler/icons-react';
import { useRef, useState, type DragEvent, type KeyboardEvent, type ReactNode } from 'react';
import { formatNumber } from '#shared/format/numbers.ts';
import classes from './column-choice.module.css';
import { moved } from './move-column.ts';

interface ColumnChoiceProps {
  /** Columns that the list has now, in their order. */
  columns: readonly string[];
  /** All that it can have. */
  possible: readonly string[];
  /** The one that stays: without it a row is nobody's. */
  fixed: string;
  labelOf: (name: string) => string;
  /** null for the columns that the list has by itself. */
  onChange: (columns: readonly string[] | null) => void;
  /** Whether they are other than those. */
  isChanged: boolean;
}

/** Which columns a list has, and in which order: by ticking, by dragging, and by Alt and the arrow keys. */
export function ColumnChoice(props: ColumnChoiceProps): ReactNode {
  const [opened, setOpened] = useState(false);
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      trapFocus
      returnFocus
      position="bottom-start"
      width={300}
      shadow="md"
      transitionProps={{ duration: 0 }}
    >
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={30}
          aria-label="Columns"
          title="Columns"
          onClick={() => setOpened((now) => !now)}
        >
          <IconLayoutColumns size={17} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label="Columns" p="xs">
        {opened && <Choice {...props} />}
      </Popover.Dropdown>
    </Popover>
  );
}

function Choice({ columns, possible, fixed, labelOf, onChange, isChanged }: ColumnChoiceProps): ReactNode {
  const [search, setSearch] = useState('');
  const [dragged, setDragged] = useState<string | null>(null);
  const [said, setSaid] = useState('');
  const list = useRef<HTMLUListElement>(null);
  const fits = (name: string): boolean => labelOf(name).toLowerCase().includes(search.trim().toLowerCase());
  const shown = columns.filter(fits);
  const others = possible.filter((name) => !columns.includes(name) && fits(name));

  const tick = (name: string, ticked: boolean): void => {
    onChange(ticked ? [...columns, name] : columns.filter((each) => each !== name));
    setSaid(`${labelOf(name)} ${ticked ? 'shown' : 'hidden'}`);
    // Ticked, it goes up to the others; the focus goes with it.
    requestAnimationFrame(() => boxOf(name)?.focus());
  };
  const boxOf = (name: string): HTMLElement | null =>
    list.current?.querySelector<HTMLElement>(`[data-column="${CSS.escape(name)}"] input`) ?? null;
  const move = (name: string, to: number): void => {
    const next = moved(columns, name, to);
    onChange(next);
    setSaid(`${labelOf(name)}, ${formatNumber(next.indexOf(name) + 1)} of ${formatNumber(next.length)}`);
    requestAnimationFrame(() => boxOf(name)?.focus());
  };
  const keyDown = (event: KeyboardEvent, name: string): void => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    const step = event.key === 'ArrowUp' ? -1 : 1;
    if (event.altKey) {
      if (columns.includes(name)) move(name, columns.indexOf(name) + step);
      return;
    }
    const boxes = [...(list.current?.querySelectorAll<HTMLElement>('input') ?? [])];
    const at = boxes.findIndex((box) => box === event.target);
    boxes[at + step]?.focus();
  };
  const over = (event: DragEvent, name: string): void => {
    if (dragged === null || !columns.includes(name)) return;
    event.preventDefault();
    if (name !== dragged) onChange(moved(columns, dragged, columns.indexOf(name)));
  };
  const line = (name: string): ReactNode => {
    const isShown = columns.includes(name);
    return (
      <li key={name}>
        <div
          data-column={name}
          className={classes.line}
          data-dragged={dragged === name || undefined}
          draggable={isShown}
          onDragStart={(event) => {
            event.dataTransfer.effectAllowed = 'move';
            setDragged(name);
          }}
          onDragOver={(event) => over(event, name)}
          onDragEnd={() => setDragged(null)}
        >
          <Checkbox
            size="xs"
            label={labelOf(name)}
            checked={isShown}
            onKeyDown={(event) => keyDown(event, name)}
            disabled={name === fixed && !isShown}
            // The column that stays can be moved: its box must be reached by keys.
            {...(name === fixed ? { 'aria-readonly': true, title: 'This column stays' } : {})}
            onChange={(event) => name !== fixed && tick(name, event.currentTarget.checked)}
          />
          {isShown && <IconGripVertical size={15} className={classes.grip} aria-hidden />}
        </div>
      </li>
    );
  };

  return (
    <>
      <TextInput
        data-autofocus
        size="xs"
        aria-label="Find a column"
        placeholder="Find a column"
        autoComplete="off"
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return;
          event.preventDefault();
          list.current?.querySelector<HTMLElement>('input')?.focus();
        }}
      />
      <ul ref={list} className={classes.lines} aria-label="Columns">
        {shown.map(line)}
        {shown.length > 0 && others.length > 0 && <li className={classes.apart} aria-hidden />}
        {others.map(line)}
      </ul>
      {shown.length + others.length === 0 && <p className={classes.hint}>No column is called so.</p>}
      <div className={classes.foot}>
        <span className={classes.hint}>Drag, or Alt+↑ ↓, to move</span>
        <Button size="compact-xs" variant="subtle" disabled={!isChanged} onClick={() => onChange(null)}>
          Reset
        </Button>
      </div>
      <p role="status" className={classes.said}>
        {said}
      </p>
    </>
  );
}
