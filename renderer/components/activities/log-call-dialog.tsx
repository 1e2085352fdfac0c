import { inSentence } from '#shared/format/label-in-sentence.ts';
import { ACTIVITY_KINDS } from '#shared/model/activity.ts';
import { entityOf } from '#shared/model/entities.ts';
import { fieldOf } from '#shared/model/entity.ts';
import { Alert, Button, Group, Modal, SegmentedControl, VisuallyHidden } from '@mantine/core';
import { getHotkeyHandler } from '@mantine/hooks';
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { HAS_KEYS } from '../keyboard/keep-focus.ts';
import { FirstFocus } from '../keyboard/first-focus.tsx';
import { DraftNote } from '../drafts/draft-note.tsx';
import { showDone } from '../changes/undo.ts';
import { hotkeys, keyCaps } from '../keyboard/shortcuts.ts';
import { NextCallInput } from '../next-call/next-call-input.tsx';
import { useErased } from '../persons/use-erased.ts';
import { FieldInput } from '../record-form/field-input.tsx';
import { focusError, isEnterInLine } from '../record-form/form-focus.ts';
import { LongTextInput } from '../record-form/inputs/long-text-input.tsx';
import { roomFor } from '../record-form/room.ts';
import { askToDiscard } from '../record-form/unsaved-changes.ts';
import { useBackQuestion } from '../record-form/use-back-question.ts';
import { useUnloadQuestion } from '../record-form/use-unload-question.ts';
import { useLateOpening } from '../use-late-opening.ts';
import { ActivityIcon } from './activity-icon.tsx';
import classes from './log-call.module.css';
import { useLogging, type Logging } from './log-call.ts';
import { OutcomeChoice } from './outcome-choice.tsx';
import { useLogCall } from './use-log-call.ts';

/** Above the view of the person, which leaves Escape to it. */
const LAYER = 300;
const ORDER = ['kind', 'outcome', 'note', 'nextCall', 'leadStatus'];
const NOTE = fieldOf(entityOf('activity'), 'note');

interface LogCallDialogProps {
  logging: Logging;
  onClose: () => void;
}

/** Logs what was done about a person, with what follows from it; or corrects what was logged. */
export function LogCallDialog({ logging, onClose }: LogCallDialogProps): ReactNode {
  const { person, activity } = logging;
  const form = useLogCall(logging);
  const [opened, setOpened] = useLateOpening();
  const body = useRef<HTMLDivElement>(null);
  const kindLabel = useId();
  const { pathname } = useLocation();
  const [openedAt] = useState(pathname);
  const what = activity ? 'this entry' : 'this note';

  const putAway = (): void => {
    form.keeper.end();
    setOpened(false);
  };
  useUnloadQuestion(form.typed, putAway);
  useBackQuestion(form.typed, what, putAway);
  useErased(person.entity, person.id, putAway);
  useEffect(() => {
    // Where one has gone on to, it is about nobody on the screen.
    if (pathname !== openedAt) setOpened(false);
  }, [pathname, openedAt, setOpened]);

  const close = async (): Promise<void> => {
    if (form.saving) return;
    if (form.typed && !(await askToDiscard(what))) return;
    putAway();
  };
  const save = async (): Promise<void> => {
    const saved = await form.save();
    if (!saved) return;
    if ('errors' in saved) return focusError(body.current, ORDER, saved.errors);
    if (saved.set !== null || !activity)
      showDone(
        { title: activity ? 'Entry updated' : `${form.kind} logged`, message: person.title },
        saved.set,
      );
    if (!activity) useLogging.setState({ logged: { person } });
    putAway();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (isEnterInLine(event, body.current)) {
      event.preventDefault();
      void save();
    } else getHotkeyHandler([[hotkeys.save, () => void save()]])(event);
  };
  const besideInput = (name: string): ReactNode => {
    const Input = name === 'nextCall' ? NextCallInput : FieldInput;
    return (
      <Input
        key={name}
        name={name}
        field={fieldOf(entityOf(person.entity), name)}
        label={name === 'nextCall' ? 'Next call' : 'Lead status'}
        value={form.valueOf(name)}
        referenceText={form.textOf(name)}
        error={form.errors[name]}
        onChange={form.setBeside}
        onBlur={form.check}
      />
    );
  };

  return (
    <Modal
      opened={opened}
      onClose={() => void close()}
      onExitTransitionEnd={onClose}
      closeOnClickOutside={false}
      size={720}
      zIndex={LAYER}
      title={
        <>
          {activity ? 'Edit entry' : `Log ${inSentence(form.kind)}`}{' '}
          <span className={classes.of}>{person.title}</span>
        </>
      }
    >
      <div ref={body} role="presentation" {...HAS_KEYS} className={classes.form} onKeyDown={onKeyDown}>
        <FirstFocus />
        <DraftNote
          isRestored={form.isRestored}
          hasFiles={false}
          notKept={form.notKept}
          onDiscard={() => void close()}
        />
        <div data-field="kind">
          <VisuallyHidden id={kindLabel}>Kind</VisuallyHidden>
          <SegmentedControl
            fullWidth
            aria-labelledby={kindLabel}
            data={ACTIVITY_KINDS.map((value) => ({
              value,
              label: (
                <span className={classes.kind}>
                  <ActivityIcon kind={value} />
                  {value}
                </span>
              ),
            }))}
            value={form.kind}
            onChange={(kind) => form.set({ kind })}
          />
        </div>
        {form.kind === 'Call' && (
          <OutcomeChoice
            value={form.outcome}
            error={form.errors['outcome']}
            first
            onChange={(outcome) => form.set({ outcome })}
          />
        )}
        <LongTextInput
          label="Note"
          data-field="note"
          data-autofocus={form.kind !== 'Call' || undefined}
          maxLength={roomFor(NOTE.maxLength)}
          error={form.errors['note']}
          value={form.note}
          onChange={(event) => form.set({ note: event.currentTarget.value })}
        />
        <div className={classes.beside}>{form.beside.map(besideInput)}</div>
        {form.refusal !== null && (
          <Alert role="alert" color="red" title="It was not saved">
            {form.refusal}
          </Alert>
        )}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={() => void close()}>
            Cancel
          </Button>
          <Button onClick={() => void save()} loading={form.saving} title={keyCaps(hotkeys.save).join('+')}>
            Save
          </Button>
        </Group>
      </div>
    </Modal>
  );
}
