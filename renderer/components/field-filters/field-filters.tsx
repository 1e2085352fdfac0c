import { Button, CloseButton, Popover } from '@mantine/core';
import { entityOf, type EntityName } from '#shared/model/entities.ts';
import { fieldOf } from '#shared/model/entity.ts';
import { MOST_CONDITIONS, type FieldCondition } from '#shared/model/field-condition.ts';
import { IconFilterPlus } from '@tabler/icons-react';
import { useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { hotkeys } from '../keyboard/shortcuts.ts';
import { useShortcuts } from '../keyboard/use-shortcuts.ts';
import { giveFocusBack, openersNow, type Openers } from '../record-form/form-focus.ts';
import { ConditionEditor } from './condition-editor.tsx';
import { conditionInWords } from './condition-words.ts';
import classes from './field-filters.module.css';
import { useValueTexts } from './use-value-texts.ts';

interface FieldFiltersProps {
  entity: EntityName;
  /** Fields that may be asked for. */
  fields: readonly { value: string; label: string }[];
  labelOf: (name: string) => string;
  conditions: readonly FieldCondition[];
  onChange: (conditions: readonly FieldCondition[]) => void;
  /** Whether keys are somebody else's, such as a dialog's. */
  resting: boolean;
}

/** What is asked of single fields, each as a chip that can be changed and taken away, and the way to one more. */
export function FieldFilters(props: FieldFiltersProps): ReactNode {
  const { entity, fields, labelOf, conditions, onChange, resting } = props;
  const [edited, setEdited] = useState<number | 'new' | null>(null);
  const add = useRef<HTMLButtonElement>(null);
  const chips = useRef<HTMLUListElement>(null);
  const definition = entityOf(entity);
  const textOf = useValueTexts(definition, conditions);
  const keys = keysOf(conditions);
  const isFull = conditions.length >= MOST_CONDITIONS;

  const remove = (at: number): void => {
    onChange(conditions.filter((_, each) => each !== at));
    // The focus goes on to what takes the place of the chip.
    const buttons = [...(chips.current?.querySelectorAll<HTMLElement>('[data-chip]') ?? [])];
    (buttons[at + 1] ?? buttons[at - 1] ?? add.current)?.focus();
  };
  const openers = useRef<Openers>([]);
  const open = (what: number | 'new'): void => {
    openers.current = openersNow();
    setEdited(what);
  };
  useShortcuts(resting || isFull ? [] : [[hotkeys.addFilter, () => open('new')]]);
  const close = (): void => setEdited(null);
  // To where it was: a key opens it too, with the focus anywhere.
  useLayoutEffect(() => {
    if (edited === null) giveFocusBack(openers.current);
  }, [edited]);
  const take = (condition: FieldCondition): void => {
    onChange(
      edited === 'new'
        ? [...conditions, condition]
        : conditions.map((one, at) => (at === edited ? condition : one)),
    );
    close();
  };
  const keyDown = (event: KeyboardEvent, at: number): void => {
    if (event.key !== 'Delete' && event.key !== 'Backspace') return;
    event.preventDefault();
    event.stopPropagation();
    remove(at);
  };
  const editor = (condition: FieldCondition | null): ReactNode => (
    <ConditionEditor entity={entity} fields={fields} condition={condition} onApply={take} onCancel={close} />
  );

  return (
    <>
      {conditions.length > 0 && (
        <ul ref={chips} className={classes.chips} aria-label="More filters">
          {conditions.map((condition, at) => {
            const words = conditionInWords(
              labelOf(condition.field),
              fieldOf(definition, condition.field),
              condition,
              textOf,
            );
            return (
              <li key={keys[at]} className={classes.chip}>
                <EditorPopover
                  opened={edited === at}
                  onClose={close}
                  label={`Change filter ${words}`}
                  editor={() => editor(condition)}
                >
                  <button
                    type="button"
                    data-chip
                    className={classes.words}
                    title={words}
                    onClick={() => (edited === at ? close() : open(at))}
                    onKeyDown={(event) => keyDown(event, at)}
                  >
                    {words}
                  </button>
                </EditorPopover>
                <CloseButton
                  size="sm"
                  className={classes.remove ?? ''}
                  aria-label={`Remove filter ${words}`}
                  onClick={() => remove(at)}
                />
              </li>
            );
          })}
        </ul>
      )}
      <EditorPopover
        opened={edited === 'new'}
        onClose={close}
        label="More filters"
        editor={() => editor(null)}
      >
        <Button
          ref={add}
          variant="subtle"
          color="gray"
          size="compact-md"
          leftSection={<IconFilterPlus size={16} aria-hidden />}
          title={hotkeys.addFilter}
          disabled={isFull}
          onClick={() => (edited === 'new' ? close() : open('new'))}
        >
          More filters
        </Button>
      </EditorPopover>
    </>
  );
}

/** A chip is the same one while another before it goes; two alike are told apart by their order. */
function keysOf(conditions: readonly FieldCondition[]): string[] {
  const texts = conditions.map((condition) => JSON.stringify(condition));
  return texts.map((text, at) => `${text} ${texts.slice(0, at).filter((each) => each === text).length}`);
}

interface EditorPopoverProps {
  opened: boolean;
  onClose: () => void;
  label: string;
  editor: () => ReactNode;
  children: ReactNode;
}

function EditorPopover({ opened, onClose, label, editor, children }: EditorPopoverProps): ReactNode {
  return (
    <Popover
      opened={opened}
      onChange={(now) => {
        if (!now) onClose();
      }}
      trapFocus
      returnFocus={false}
      position="bottom-start"
      width={320}
      shadow="md"
      transitionProps={{ duration: 0 }}
    >
      <Popover.Target>{children}</Popover.Target>
      <Popover.Dropdown aria-label={label}>{opened && editor()}</Popover.Dropdown>
    </Popover>
  );
}
