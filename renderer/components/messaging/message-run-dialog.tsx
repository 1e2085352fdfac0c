import { Alert, Button, Group, Kbd, Modal, Progress, Text } from '@mantine/core';
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { isOfPeople, type Person } from '../activities/person.ts';
import { DraftNote } from '../drafts/draft-note.tsx';
import type { SelectedRows } from '../bulk-actions/bulk-action.ts';
import { recordsText } from '../bulk-actions/many-wording.ts';
import { HAS_KEYS } from '../keyboard/keep-focus.ts';
import { hotkeys } from '../keyboard/shortcuts.ts';
import { isPlainKey, isTextField } from '../keyboard/plain-key.ts';
import { showToast } from '../messages/messages.tsx';
import { useErased } from '../persons/use-erased.ts';
import { askToDiscard } from '../record-form/unsaved-changes.ts';
import { useBackQuestion } from '../record-form/use-back-question.ts';
import { useUnloadQuestion } from '../record-form/use-unload-question.ts';
import { useLateOpening } from '../use-late-opening.ts';
import { useMessageDraft } from './message-draft.ts';
import { MessageFields, PersonGone } from './message-fields.tsx';
import classes from './messaging.module.css';
import { openMessage } from './open-message.ts';
import { namesText, passedOverText, runDoneText } from './run-wording.ts';
import { TemplateInput } from './template-input.tsx';
import { useMessage } from './use-message.ts';
import { usePeopleToMessage } from './use-people-to-message.ts';
import { usePersonView } from './use-person-view.ts';
import { useTemplateChoice } from './use-template-choice.ts';
import type { Template } from './use-templates.ts';

const WHAT = 'this message';

interface RunProps {
  rows: SelectedRows;
  onClose: () => void;
}

/** Messages to the selected people, one after the other, each with one key. */
export function MessageRunDialog({ rows, onClose }: RunProps): ReactNode {
  const { entity } = rows;
  return isOfPeople(entity) ? <Run entity={entity} rows={rows} onClose={onClose} /> : null;
}

interface Done {
  opened: number;
  skipped: number;
}

function Run({ entity, rows, onClose }: RunProps & { entity: Person['entity'] }): ReactNode {
  const [isOpen, setOpened] = useLateOpening();
  const choice = useTemplateChoice(entity);
  const { channel } = choice;
  /** As it was at the start: what others do to the template meanwhile is of messages that are begun later. */
  const [begunWith, setBegunWith] = useState<Template | null>(null);
  const template = begunWith ?? choice.template;
  const { people, failure } = usePeopleToMessage(entity, rows, channel);
  const reached = people?.filter((each) => each.reached) ?? [];
  const unreached = people?.filter((each) => !each.reached) ?? [];
  /** Who is written to now, of those reached; null before it is begun. */
  const [at, setAt] = useState<number | null>(null);
  const [done, setDone] = useState<Done>({ opened: 0, skipped: 0 });
  const [busy, setBusy] = useState(false);
  /** For whom the key came before the text did. */
  const early = useRef<string | null>(null);
  const current = reached[at ?? 0];
  const view = usePersonView(entity, current?.id);
  const message = useMessage(
    { entity, id: current?.id },
    view,
    channel,
    template,
    template?.id ?? choice.chosen,
  );
  const action = useRef<HTMLButtonElement>(null);
  const person = current && { entity, id: current.id, title: current.name };
  const { keeper, notKept } = useMessageDraft(person, message.written);
  const mayStart = template !== null && reached.length > 0;
  const mayOpen = view !== undefined && message.link !== null && message.text.trim() !== '' && !busy;
  const running = at !== null;

  useEffect(() => {
    // Each person begins at the button: Enter is all it takes.
    if (at !== null) action.current?.focus();
  }, [at]);

  const putAway = (): void => {
    keeper.end();
    setOpened(false);
  };
  useUnloadQuestion(message.edited, putAway);
  useBackQuestion(message.edited, WHAT, putAway);

  const leave = (result: Done): void => {
    putAway();
    if (running)
      showToast({ ...runDoneText(result, reached.length, unreached.length, channel), autoClose: 8_000 });
  };
  const stop = async (): Promise<void> => {
    if (!busy && (!message.edited || (await askToDiscard(WHAT)))) leave(done);
  };
  const goOn = (result: Done): void => {
    setDone(result);
    if (at === null || at + 1 >= reached.length) leave(result);
    else setAt(at + 1);
  };
  const skip = (): void => {
    if (!busy) goOn({ ...done, skipped: done.skipped + 1 });
  };
  useErased(entity, running ? (current?.id ?? null) : null, skip);
  const open = async (): Promise<void> => {
    // A quick hand is heard before the text is there.
    if (person && view === undefined && !busy) early.current = person.id;
    if (!mayOpen || !person) return;
    if (message.gaps.length > 0 && !message.warned) return message.set({ warned: true });
    setBusy(true);
    const set = await openMessage(person, message);
    setBusy(false);
    if (set !== undefined) goOn({ ...done, opened: done.opened + 1 });
    action.current?.focus();
  };
  useEffect(() => {
    if (early.current === null || early.current !== current?.id || !mayOpen) return;
    early.current = null;
    void open();
  });
  const start = (): void => {
    if (!mayStart) return;
    setBegunWith(template);
    setAt(0);
  };

  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    // A key that is held down opens one message, not forty.
    if (event.repeat && event.key === 'Enter' && !isTextField(event.target)) return event.preventDefault();
    if (!running) return;
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      if (!event.repeat) void open();
    } else if (isPlainKey(event, hotkeys.skipMessage) && !isTextField(event.target)) {
      event.preventDefault();
      if (!event.repeat) skip();
    }
  };

  return (
    <Modal
      opened={isOpen}
      onClose={() => void stop()}
      onExitTransitionEnd={onClose}
      closeOnClickOutside={false}
      size={720}
      title={`Message ${recordsText(entity, people?.length ?? rows.count ?? 0)}`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <div role="presentation" {...HAS_KEYS} className={classes.form} onKeyDown={onKeyDown}>
        {running && person ? (
          <>
            <div className={classes.progress}>
              <div className={classes.progressLine}>
                <span className={classes.who}>{person.title}</span>
                <span role="status">
                  {at + 1} of {reached.length}
                </span>
              </div>
              <Progress value={(at / reached.length) * 100} aria-label="People who are done" />
            </div>
            <DraftNote isRestored={false} hasFiles={false} notKept={notKept} onDiscard={putAway} />
            {view && <MessageFields person={person} message={message} />}
            {view === null && <PersonGone person={person} message={message} />}
          </>
        ) : (
          <>
            <TemplateInput entity={entity} choice={choice} free={false} />
            {failure !== null && (
              <Alert role="alert" color="red" title="Not begun">
                {failure}
              </Alert>
            )}
            {unreached.length > 0 && (
              <Alert role="status" color="yellow" title={passedOverText(unreached.length, channel)}>
                {namesText(unreached.map(({ name }) => name))}
              </Alert>
            )}
            {template && view && current && (
              <div>
                <Text className={classes.previewHead}>As {current.name} would get it</Text>
                <div className={classes.preview}>{message.text}</div>
              </div>
            )}
          </>
        )}
        <Group justify="flex-end" gap="sm">
          <span className={classes.footerText}>Nothing is sent by itself.</span>
          <Button
            variant="default"
            rightSection={running && <Kbd size="xs">Esc</Kbd>}
            disabled={busy}
            onClick={() => void stop()}
          >
            {running ? 'Stop' : 'Cancel'}
          </Button>
          {running && (
            <Button
              variant="default"
              rightSection={<Kbd size="xs">{hotkeys.skipMessage}</Kbd>}
              disabled={busy}
              onClick={skip}
            >
              Skip
            </Button>
          )}
          {running ? (
            <Button
              key="open"
              ref={action}
              aria-disabled={!mayOpen || undefined}
              onClick={() => void open()}
              rightSection={<Kbd size="xs">Enter</Kbd>}
            >
              {message.warned && message.gaps.length > 0 ? 'Open anyway' : 'Open and go on'}
            </Button>
          ) : (
            <Button key="start" disabled={!mayStart} onClick={start}>
              {people === null ? 'Start' : `Start with ${recordsText(entity, reached.length)}`}
            </Button>
          )}
        </Group>
      </div>
    </Modal>
  );
}
