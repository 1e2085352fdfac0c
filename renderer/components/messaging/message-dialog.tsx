import { Button, Group, Modal } from '@mantine/core';
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { showDone } from '../changes/undo.ts';
import { HAS_KEYS } from '../keyboard/keep-focus.ts';
import { hotkeys, keyCaps } from '../keyboard/shortcuts.ts';
import { useLogging } from '../activities/log-call.ts';
import { DraftNote } from '../drafts/draft-note.tsx';
import { useErased } from '../persons/use-erased.ts';
import { giveFocusBack, openersNow } from '../record-form/form-focus.ts';
import { askToDiscard } from '../record-form/unsaved-changes.ts';
import { useBackQuestion } from '../record-form/use-back-question.ts';
import { useUnloadQuestion } from '../record-form/use-unload-question.ts';
import { useLateOpening } from '../use-late-opening.ts';
import type { Messaging } from './asked-message.ts';
import { useMessageDraft } from './message-draft.ts';
import { MessageFields, PersonGone } from './message-fields.tsx';
import classes from './messaging.module.css';
import { openMessage } from './open-message.ts';
import { TemplateInput } from './template-input.tsx';
import { useMessage } from './use-message.ts';
import { usePersonView } from './use-person-view.ts';
import { useTemplateChoice } from './use-template-choice.ts';

/** Above the view of the person, which leaves Escape to it. */
const LAYER = 300;
const WHAT = 'this message';

/** Writes to a person from a template: it opens in WhatsApp or the mail program, and is logged. */
export function MessageDialog({ person, kept, onClose }: Messaging & { onClose: () => void }): ReactNode {
  const [opened, setOpened] = useLateOpening();
  const [openers] = useState(openersNow);
  const before = kept?.message;
  const choice = useTemplateChoice(person.entity, before?.texts);
  const view = usePersonView(person.entity, person.id);
  const message = useMessage(person, view, choice.channel, choice.template, choice.chosen, before);
  const { keeper, notKept } = useMessageDraft(person, message.written, kept);
  const [busy, setBusy] = useState(false);
  const body = useRef<HTMLDivElement>(null);
  const { pathname } = useLocation();
  const [openedAt] = useState(pathname);
  const mayOpen = message.link !== null && message.text.trim() !== '' && !busy;

  const putAway = (): void => {
    keeper.end();
    setOpened(false);
  };
  useUnloadQuestion(message.edited, putAway);
  useBackQuestion(message.edited, WHAT, putAway);
  useErased(person.entity, person.id, putAway);
  useEffect(() => {
    // Where one has gone on to, it is about nobody on the screen.
    if (pathname !== openedAt) setOpened(false);
  }, [pathname, openedAt, setOpened]);

  const close = async (): Promise<void> => {
    if (busy || (message.edited && !(await askToDiscard(WHAT)))) return;
    putAway();
  };
  const open = async (): Promise<void> => {
    if (!mayOpen) return;
    const [gap] = message.gaps;
    if (gap && !message.warned) {
      message.set({ warned: true });
      markInText(body.current, gap.mark);
      return;
    }
    setBusy(true);
    const set = await openMessage(person, message);
    setBusy(false);
    if (set === undefined) return;
    if (set !== null) showDone({ title: `${message.channel} logged`, message: person.title }, set);
    useLogging.setState({ logged: { person } });
    putAway();
  };

  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    // Held down it opens one message.
    if (!event.repeat) void open();
  };

  return (
    <Modal
      opened={opened}
      onClose={() => void close()}
      onExitTransitionEnd={() => {
        giveFocusBack(openers);
        onClose();
      }}
      returnFocus={false}
      closeOnClickOutside={false}
      size={720}
      zIndex={LAYER}
      title={
        <>
          Message <span className={classes.of}>{person.title}</span>
        </>
      }
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <div ref={body} role="presentation" {...HAS_KEYS} className={classes.form} onKeyDown={onKeyDown}>
        <DraftNote
          isRestored={kept !== undefined}
          hasFiles={false}
          notKept={notKept}
          end="Open"
          onDiscard={() => void close()}
        />
        <TemplateInput entity={person.entity} choice={choice} free />
        {view && <MessageFields person={person} message={message} />}
        {view === null && <PersonGone person={person} message={message} />}
        <Group justify="flex-end" gap="sm">
          <span className={classes.footerText}>Nothing is sent by itself.</span>
          <Button variant="default" onClick={() => void close()}>
            Cancel
          </Button>
          <Button
            disabled={!mayOpen}
            loading={busy}
            onClick={() => void open()}
            title={keyCaps(hotkeys.openMessage).join('+')}
          >
            {openLabel(message.channel, message.warned && message.gaps.length > 0)}
          </Button>
        </Group>
      </div>
    </Modal>
  );
}

function openLabel(channel: string, anyway: boolean): string {
  if (anyway) return 'Open anyway';
  return channel === 'Email' ? 'Open in mail program' : 'Open in WhatsApp';
}

/** Goes to a gap, so that typing fills it. */
function markInText(body: HTMLElement | null, mark: string): void {
  const field = body?.querySelector<HTMLTextAreaElement>('textarea[data-field="text"]');
  const at = field?.value.indexOf(mark) ?? -1;
  if (!field || at < 0) return;
  field.focus();
  field.setSelectionRange(at, at + mark.length);
}
