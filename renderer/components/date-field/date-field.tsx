import { ActionIcon, CloseButton, Popover, TextInput, type TextInputProps } from '@mantine/core';
import { formatUnderstood } from '#shared/format/dates.ts';
import type { Lean } from '#shared/format/day-meant.ts';
import { IconCalendar } from '@tabler/icons-react';
import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useEntering } from '../keyboard/use-entering.ts';
import { DateChoice } from './date-choice.tsx';
import { draftOf, textOf, type DateDraft } from './date-draft.ts';
import classes from './date-field.module.css';
import { UnreadText } from '../record-form/unread-text.ts';

type Looks = Omit<
  TextInputProps,
  'value' | 'onChange' | 'onBlur' | 'type' | 'rightSection' | 'inputContainer'
>;

interface DateFieldProps extends Looks {
  kind: 'date' | 'datetime';
  lean: Lean;
  value: DateDraft;
  onChange: (value: DateDraft) => void;
  /** The field was left, calendar and all. */
  onLeave?: (() => void) | undefined;
  /** Taken from the calendar, not typed. */
  onChoose?: ((value: DateDraft) => void) | undefined;
  /** Days that the calendar offers, both included, `YYYY-MM-DD`; typed ones are judged by whoever takes the value. */
  earliest?: string | undefined;
  latest?: string | undefined;
}

const PLACEHOLDER = { date: 'DD/MM/YYYY', datetime: 'DD/MM/YYYY, h:mm am' };

const timeNow = (): number => Date.now();

/** With this attribute on its target, Escape is left alone by the dialog around. */
const KEEPS_ESCAPE = { 'data-mantine-stop-propagation': true };

/** The calendar hangs below the line itself, not below its label and what is said of it. */
function aboveCalendar(line: ReactNode): ReactNode {
  return (
    <Popover.Target>
      <div>{line}</div>
    </Popover.Target>
  );
}

/**
 * A date, or a date and time, typed as people in India write it or chosen from a calendar; the same on every PC and in
 * every browser. One Tab stop: arrow down opens the calendar. What cannot be read stays as it was typed.
 */
export function DateField(props: DateFieldProps): ReactNode {
  const { kind, lean, value, onChange, onLeave, onChoose, earliest, latest, ...looks } = props;
  const input = useRef<HTMLInputElement>(null);
  const [opened, setOpened] = useState(false);
  /**
   * What is being typed, and what it was read as at which time: a value from elsewhere takes its place. Once the field is
   * left, its text is as all dates are written; what was understood stays below it, so that nothing moves under a click.
   */
  const [typing, setTyping] = useState<{ text?: string; value: DateDraft; at: number } | null>(null);
  const own = typing !== null && typing.value === value ? typing : null;
  // What one comes to is written over; what one was typing, before the calendar, is gone on with.
  const entering = useEntering((line: HTMLInputElement) => {
    if (own?.text === undefined) line.select();
  });

  const type = (text: string): DateDraft => {
    const at = timeNow();
    const given = draftOf(text, { kind, now: at, lean });
    setTyping({ text, value: given, at });
    onChange(given);
    return given;
  };
  const leave = (): void => {
    setTyping((last) => last && { value: last.value, at: last.at });
    onLeave?.();
  };
  const backToText = (): void => {
    setOpened(false);
    // The calendar is still there and would take the focus along.
    setTimeout(() => input.current?.focus());
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.key !== 'ArrowDown') return looks.onKeyDown?.(event);
    event.preventDefault();
    setOpened(true);
  };

  const understood = own && typeof value === 'string' && !looks.error ? formatUnderstood(value, own.at) : '';
  const isEmpty = value === null && (own?.text ?? '') === '';
  return (
    <Popover
      opened={opened}
      onDismiss={() => setOpened(false)}
      position="bottom-start"
      shadow="md"
      withRoles={false}
      trapFocus
      closeOnEscape={false}
      transitionProps={{ duration: 0 }}
      middlewares={{ flip: true, shift: { padding: 8 } }}
    >
      <TextInput
        placeholder={PLACEHOLDER[kind]}
        {...looks}
        ref={input}
        autoComplete="off"
        spellCheck={false}
        aria-haspopup="dialog"
        value={own?.text ?? textOf(value)}
        onChange={(event) => type(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        onMouseDown={entering.onMouseDown}
        onFocus={entering.onFocus}
        onBlur={(event) => {
          entering.onBlur(event);
          if (!opened) leave();
        }}
        rightSectionWidth={isEmpty ? 30 : 52}
        rightSection={
          <>
            {!isEmpty && (
              <CloseButton
                size="xs"
                variant="transparent"
                tabIndex={-1}
                aria-label="Clear"
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => {
                  type('');
                  input.current?.focus();
                }}
              />
            )}
            <ActionIcon
              size="sm"
              variant="subtle"
              color="gray"
              tabIndex={-1}
              aria-label="Open calendar"
              // The focus stays in the text until the calendar takes it.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => setOpened((now) => !now)}
            >
              <IconCalendar size={16} aria-hidden />
            </ActionIcon>
          </>
        }
        inputContainer={aboveCalendar}
      />
      <div className={classes.understood} aria-live="polite">
        {understood}
      </div>
      <Popover.Dropdown
        role="dialog"
        aria-label={kind === 'date' ? 'Choose a date' : 'Choose a date and time'}
        className={classes.choice ?? ''}
        {...KEEPS_ESCAPE}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.stopPropagation();
          backToText();
        }}
        // By a press elsewhere; Escape and a choice go back to the text.
        onBlur={(event) => {
          const { relatedTarget, currentTarget } = event;
          if (relatedTarget === input.current || currentTarget.contains(relatedTarget)) return;
          if (relatedTarget !== null) leave();
        }}
      >
        <DateChoice
          kind={kind}
          lean={lean}
          text={own?.text ?? textOf(value)}
          value={value instanceof UnreadText ? null : value}
          earliest={earliest}
          latest={latest}
          onChoose={(text) => {
            const given = type(text);
            onChoose?.(given);
            return given;
          }}
          onDone={backToText}
        />
      </Popover.Dropdown>
    </Popover>
  );
}
