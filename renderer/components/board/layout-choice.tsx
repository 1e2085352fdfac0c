import { SegmentedControl } from '@mantine/core';
import { inSentence } from '#shared/format/label-in-sentence.ts';
import { useEffect, useRef, type ReactNode } from 'react';
import { hotkeys } from '../keyboard/shortcuts.ts';
import { useShortcuts } from '../keyboard/use-shortcuts.ts';
import { useIsTight } from '../use-tight.ts';
import type { BoardChoice } from './use-board-choice.ts';

interface LayoutChoiceProps {
  choice: BoardChoice;
  /** What a field is called in this list. */
  labelOf: (name: string) => string;
  /** Whether keys are somebody else's, such as a dialog's. */
  resting: boolean;
}

const LIST = '';

/** Whether the list is shown as a list or as one of its boards; nothing where it has none. */
export function LayoutChoice({ choice, labelOf, resting }: LayoutChoiceProps): ReactNode {
  const { board, possible, choose } = choice;
  const tight = useIsTight();
  const all: (string | null)[] = [null, ...possible];
  // A second press may come before the first has been drawn.
  const asked = useRef(board);
  useEffect(() => {
    asked.current = board;
  }, [board]);
  const next = (): void => {
    asked.current = all[(all.indexOf(asked.current) + 1) % all.length] ?? null;
    choose(asked.current);
  };
  useShortcuts(resting || possible.length === 0 ? [] : [[hotkeys.board, next]]);
  if (possible.length === 0) return null;
  return (
    <SegmentedControl
      size="xs"
      aria-label="Show as"
      title={`Show as a list or as a board (${hotkeys.board})`}
      value={board ?? LIST}
      onChange={(name) => choose(name === LIST ? null : name)}
      data={all.map((name) =>
        name === null ? { value: LIST, label: 'List' } : { value: name, label: spoken(labelOf(name), tight) },
      )}
    />
  );
}

/** In a small window the first word tells them apart. */
function spoken(label: string, tight: boolean): string {
  return tight ? label.replace(/ status$/i, '') : `By ${inSentence(label)}`;
}
