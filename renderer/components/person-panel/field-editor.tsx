import { Button, Loader } from '@mantine/core';
import { mayFindAndRestore } from '#shared/access/history.ts';
import { inSentence } from '#shared/format/label-in-sentence.ts';
import { fieldOf } from '#shared/model/entity.ts';
import {
  useCallback,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import { isSignedIn, useRole, useUser } from '../../stores/session.ts';
import { showDone } from '../changes/undo.ts';
import { showRecord } from '../known-contact/shown-record.ts';
import { releaseKeys } from '../keyboard/hold-keys.ts';
import { openDialogs } from '../keyboard/open-dialogs.ts';
import { mayTryAgain } from '../messages/may-try-again.ts';
import { sentenceOf, showError } from '../messages/messages.tsx';
import { fieldText } from '../field-text.ts';
import { focusFirst } from '../record-form/form-focus.ts';
import { FormCell } from '../record-form/form-sections.tsx';
import { OutsideNews } from '../record-form/outside-news.tsx';
import { useLed } from '../record-form/use-led.ts';
import { useFormDraft } from '../record-form/use-form-draft.ts';
import { saveFailureText, type RecordFormSettings } from '../record-form/form-settings.ts';
import { chosenOf } from '../record-form/inputs/searched-value.ts';
import { UnreadText } from '../record-form/unread-text.ts';
import { useRecordForm } from '../record-form/use-record-form.ts';
import { useUnloadQuestion } from '../record-form/use-unload-question.ts';
import classes from './person-panel.module.css';
import { placeIn } from './person-fields.ts';

interface FieldEditorProps {
  settings: RecordFormSettings;
  id: string;
  /** The field that is edited. */
  name: string;
  /** Opens the form with all fields, where this one does not suffice. */
  onWhole: () => void;
  /** It was saved, or is left as it is. `byKey`: whoever pressed a key goes on by keys. */
  onEnd: (byKey: boolean) => void;
  /** Leaves it as it was, for whoever stands elsewhere. */
  giveUp?: RefObject<(() => void) | null>;
}

/** Kinds that are chosen with one press: what is chosen is saved at once. */
const CHOSEN: ReadonlySet<string> = new Set(['option', 'reference', 'boolean']);

/** Something is said or asked, such as of the field before: nobody writes behind it. */
function isBehindDialog(editor: HTMLElement | null): boolean {
  const top = openDialogs().at(-1);
  return top !== undefined && !top.contains(editor);
}

/** A list of choices or a calendar that it has opened belongs to it; the dialog that it may stand in does not. */
function isOfEditor(editor: HTMLElement, other: EventTarget | null): boolean {
  if (!(other instanceof Element)) return false;
  if (editor.contains(other)) return true;
  const opened = other.closest('[data-portal]');
  return opened !== null && !opened.contains(editor);
}

function openList(editor: HTMLElement | null): void {
  const list = document.activeElement;
  if (list instanceof HTMLElement && editor?.contains(list) && list.getAttribute('aria-expanded') === 'false')
    list.click();
}

/**
 * One field of a record as its form edits it, saved on leaving it, by Enter, or as soon as it is chosen; Escape leaves
 * it as it was. What the form asks and refuses is asked and refused here.
 */
export function FieldEditor({ settings, id, name, onWhole, onEnd, giveUp }: FieldEditorProps): ReactNode {
  const form = useRecordForm(settings, 'edit', id);
  const { away, follow } = useLed(settings.entity, id);
  const asking = follow(form.gone, true);
  const { keeper } = useFormDraft(form, settings, { isNew: false });
  const whole = useRef<HTMLDivElement>(null);
  const ended = useRef(false);
  const mounted = useRef(true);
  const [refusal, setRefusal] = useState<string | null>(null);
  const { status, entity } = form;
  const place = useMemo(() => placeIn(settings, name), [settings, name]);
  const { kind } = fieldOf(entity, name);
  const label = place.label ?? fieldOf(entity, name).label;
  const noun = inSentence(entity.label);
  const role = useRole();
  const { _id: writer } = useUser();

  const end = useCallback(
    (byKey: boolean): void => {
      if (ended.current) return;
      ended.current = true;
      keeper.end();
      onEnd(byKey);
    },
    [onEnd, keeper],
  );
  useImperativeHandle(giveUp, () => () => end(false), [end]);
  useUnloadQuestion(form.dirty, () => end(false));
  /** What was typed, to be copied, where its field is no longer there. */
  const typed = (): string => {
    const value = form.draft[name];
    if (CHOSEN.has(kind) && !(value instanceof UnreadText)) return '';
    const text = value instanceof UnreadText ? value.text : fieldText(fieldOf(entity, name), value);
    return text === '' ? '' : `\nYou wrote: ${text}`;
  };
  /** The field, and of whom: they are out of sight by then. */
  const whose = (): string => {
    const title = form.draft[entity.title];
    return typeof title === 'string' && title !== '' ? `${label} of ${title}` : label;
  };
  const restore = (): void => {
    form.restore().then(
      () => focusFirst(whole.current),
      (error: unknown) => showError(sentenceOf(error, `The ${noun} could not be restored.`)),
    );
  };
  const commit = async (byKey: boolean): Promise<void> => {
    // What somebody typed who has signed out is a draft of theirs, and nothing for whoever sees this page now.
    if (ended.current || form.saving || !isSignedIn(writer)) return;
    if (!form.dirty) return end(byKey);
    if (form.gone) {
      const why = away
        ? `${away.name || `the ${noun}`} was merged into ${away.stays}`
        : `the ${noun} was deleted`;
      if (!mounted.current) showError(`${away?.name ? label : whose()} was not saved: ${why}.${typed()}`);
      return;
    }
    try {
      const result = await form.save();
      if (result.outcome === 'invalid') {
        const { [name]: own, ...others } = result.errors;
        // Whoever has gone on to another person does not lose it without a word.
        if (!mounted.current)
          return showError(`${whose()} was not saved. ${own ?? Object.values(others)[0] ?? ''}${typed()}`);
        setRefusal(own === undefined ? (Object.values(others)[0] ?? null) : null);
        // Whoever has clicked elsewhere is not fetched back.
        if (byKey) focusFirst(whole.current);
        return;
      }
      if (result.outcome === 'declined') {
        if (mounted.current) return focusFirst(whole.current);
        // There is nothing left to go back to, and what was taken back is no unsaved work.
        keeper.end();
        return showError(`${whose()} was not saved.${typed()}`);
      }
      end(byKey);
      if (result.outcome === 'saved') showDone(settings.done.edit, result.set);
    } catch (error) {
      if (!isSignedIn(writer)) return;
      const text = saveFailureText(settings.failures.save, 'edit', sentenceOf(error, ''));
      showError(
        mounted.current ? text : `${text}${typed()}`,
        mayTryAgain(error) ? { retry: () => latest.current.commit(byKey) } : {},
      );
    }
  };
  const latest = useRef({ commit, dirty: form.dirty });
  useEffect(() => {
    latest.current = { commit, dirty: form.dirty };
  });
  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
      releaseKeys();
      if (latest.current.dirty) void latest.current.commit(false);
    };
  }, []);
  /** In the next task: an input may read what was typed only as it is left. */
  const commitSoon = (byKey: boolean): void => {
    setTimeout(() => void latest.current.commit(byKey));
  };

  const start = useEffectEvent(() => {
    if (!form.settable.has(name) || isBehindDialog(whole.current)) return end(false);
    focusFirst(whole.current);
    // What is typed then looks for another one.
    if (CHOSEN.has(kind) && document.activeElement instanceof HTMLInputElement)
      document.activeElement.select();
    // One more click would be asked of who wants to choose. Lists that open by the focus alone have done so by then.
    if (CHOSEN.has(kind)) requestAnimationFrame(() => requestAnimationFrame(() => openList(whole.current)));
  });
  const failed = useEffectEvent(() => end(false));
  // Once, whatever is shown anew around it: a second time the list would close, and what is typed be marked.
  useEffect(() => {
    if (status === 'ready') start();
    if (status === 'failed') failed();
  }, [status]);
  const chosen = CHOSEN.has(kind) && !place.suggest ? chosenOf(form.draft[name]) : undefined;
  const chose = useEffectEvent(() => {
    const isSearching = form.draft[name] instanceof UnreadText;
    if (status === 'ready' && form.dirty && !isSearching) commitSoon(true);
  });
  useEffect(() => chose(), [chosen]);

  const onBlur = ({ relatedTarget, currentTarget }: FocusEvent<HTMLElement>): void => {
    if (!isOfEditor(currentTarget, relatedTarget) && document.hasFocus()) commitSoon(false);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const { key, target } = event;
    // A dialog around it keeps the focus by it.
    if (key !== 'Tab') event.stopPropagation();
    if (event.nativeEvent.isComposing) return;
    const isOpenList = target instanceof HTMLElement && target.getAttribute('aria-expanded') === 'true';
    if (key === 'Escape' && !isOpenList) {
      event.preventDefault();
      end(true);
    } else if (key === 'Enter' && !isOpenList && (target instanceof HTMLInputElement || event.ctrlKey)) {
      event.preventDefault();
      commitSoon(true);
    }
  };

  return (
    <div
      ref={whole}
      role="presentation"
      data-takes-keys
      className={classes.editor}
      onBlur={onBlur}
      onKeyDown={onKeyDown}
    >
      {status === 'ready' ? (
        <FormCell place={place} shownOnly={false} isSaid={false} form={form} />
      ) : (
        <Loader size="xs" />
      )}
      {form.gone && !asking && (
        <OutsideNews
          noun={noun}
          led={null}
          editing
          gone
          away={away}
          taken={[]}
          contested={[]}
          onClose={form.putAwayNews}
          onRestore={mayFindAndRestore(entity, role) ? restore : null}
          onOpen={() => {
            if (away) showRecord({ entity: settings.entity, id: away.id });
          }}
        />
      )}
      {refusal !== null && (
        <div role="alert" className={classes.refusal}>
          {refusal}{' '}
          <Button
            size="compact-xs"
            variant="default"
            onClick={() => {
              end(false);
              onWhole();
            }}
          >
            Open the form
          </Button>
        </div>
      )}
    </div>
  );
}
