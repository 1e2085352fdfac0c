import { Alert, Button, Loader, Modal, Text } from '@mantine/core';
import { getHotkeyHandler } from '@mantine/hooks';
import { mayFindAndRestore } from '#shared/access/history.ts';
import { inSentence } from '#shared/format/label-in-sentence.ts';
import { fieldOf } from '#shared/model/entity.ts';
import type { KeptDraft } from '#shared/protocol/draft-calls.ts';
import type { RecordView } from '#shared/protocol/record-view.ts';
import { useEffect, useId, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useRole } from '../../stores/session.ts';
import { HAS_KEYS } from '../keyboard/keep-focus.ts';
import { isPlainKey, isTextField } from '../keyboard/plain-key.ts';
import { logCall, useLogging, useMayLog } from '../activities/log-call.ts';
import { personOf } from '../activities/person.ts';
import { mayTryAgain } from '../messages/may-try-again.ts';
import { showDone } from '../changes/undo.ts';
import { sentenceOf, showError } from '../messages/messages.tsx';
import { messagePerson, useMayMessage, useMessaging } from '../messaging/asked-message.ts';
import { useErased } from '../persons/use-erased.ts';
import { useRecordOnTop } from '../record-links/record-on-top.ts';
import { usePrintable } from '../print/printing.ts';
import { DraftNote } from '../drafts/draft-note.tsx';
import { DocumentSection } from '../documents/document-section.tsx';
import { useDocumentDialogs } from '../documents/document-dialogs.ts';
import { useDocumentOwner } from '../documents/documented.ts';
import { useDocuments } from '../documents/use-documents.ts';
import { useHasTabs, ViewTabs } from '../record-history/view-tabs.tsx';
import { hotkeys } from '../keyboard/shortcuts.ts';
import { askToDiscard } from './unsaved-changes.ts';
import { useShownRecord } from '../known-contact/shown-record.ts';
import {
  focusError,
  focusFirst,
  giveFocusBack,
  isEnterInLine,
  openersNow,
  type Openers,
  useFieldInSight,
  useOpeningFocus,
} from './form-focus.ts';
import { FormFooter } from './form-footer.tsx';
import { FormHeader } from './form-header.tsx';
import { FormSections, isShown } from './form-sections.tsx';
import {
  coupledFields,
  formField,
  formFieldNames,
  isNotThere,
  isSignedOut,
  loadFailureText,
  saveFailureText,
  type FormMode,
  type RecordFormSettings,
} from './form-settings.ts';
import { type Glance } from './glance.ts';
import { useGlance } from './use-glance.ts';
import { OutsideNews } from './outside-news.tsx';
import classes from './record-form.module.css';
import { SectionNav } from './section-nav.tsx';
import { useFormDraft } from './use-form-draft.ts';
import { useBackQuestion } from './use-back-question.ts';
import { useLed } from './use-led.ts';
import { useUnloadQuestion } from './use-unload-question.ts';
import { useRecordForm } from './use-record-form.ts';

export interface RecordFormProps {
  settings: RecordFormSettings;
  mode: FormMode;
  /** null for a new record. */
  id: string | null;
  /** It lies over another dialog, which waits for it. */
  over?: boolean;
  /** What was typed in it before the application stopped. */
  kept?: KeptDraft | undefined;
  /** What viewing begins with, and how it goes through a list. */
  glance?: Glance | undefined;
  /** Called once the dialog is out of the way; `saved` where something was saved. */
  onClose: (saved: { view: RecordView; mode: 'add' | 'edit' } | null) => void;
}

/** The dialog that adds, edits and shows a record (sections 2.6, 5). Closing with unsaved changes asks first. */
export function RecordFormDialog(props: RecordFormProps): ReactNode {
  const { settings, mode: openedAs, kept, onClose } = props;
  const { id, led, away, follow, go } = useLed(settings.entity, props.id);
  const [mode, setMode] = useState(openedAs);
  const { glance, keys: glanceKeys, ...atGlance } = useGlance(mode === 'view' ? props.glance : undefined);
  const [opened, setOpened] = useState(false);
  const saved = useRef<Parameters<RecordFormProps['onClose']>[0]>(null);
  const form = useRecordForm(settings, mode, id, kept, led !== null);
  const { keeper, notKept } = useFormDraft(form, settings, {
    over: props.over,
    isNew: id === null,
    restored: kept?.id,
  });
  const { entity, status, dirty, errors } = form;
  /** What follows when the dialog is out of the way. */
  const then = useRef<(() => void) | null>(null);
  const role = useRole();
  const body = useRef<HTMLDivElement>(null);
  const openers = useRef<Openers>([]);
  const [bodyShown, setBodyShown] = useState(false);
  const tabs = useHasTabs(settings.entity);
  const formId = useId();
  // A form of one section is a small dialog without a way to other sections.
  const compact = settings.sections.length === 1 && (settings.viewSections?.length ?? 1) === 1;
  const noun = inSentence(entity.label);
  const Below = settings.below;
  const mayEdit =
    formFieldNames(settings.sections).some((name) => form.settable.has(name)) &&
    (form.record === null || (settings.editRefused?.(form.record) ?? null) === null);
  const signedOut = isSignedOut(form.failure) ? settings.failures.signedOut : undefined;
  // Opened one render later than mounted, so that the dialog notes where the focus was and gives it back.
  useEffect(() => {
    const timer = setTimeout(() => {
      openers.current = openersNow();
      setOpened(true);
    });
    return () => clearTimeout(timer);
  }, []);

  const places = useMemo(
    () =>
      ((mode === 'view' && settings.viewSections) || settings.sections).map((section, index) => ({
        section,
        id: `${formId}-section-${index}`,
      })),
    [settings, mode, formId],
  );
  const shown = places
    .map((place) => ({
      ...place,
      names: place.section.fields
        .map(formField)
        .filter((field) => isShown(field, mode, form))
        .map(({ name }) => name),
    }))
    .filter(({ names }) => names.length > 0);
  const sections = shown.map(({ section, id: sectionId, names }) => ({
    title: section.title,
    id: sectionId,
    errors: names.filter((name) => errors[name] !== undefined).length,
  }));
  // A long form has them as its last section; the view on a tab.
  const owner = useDocumentOwner(settings.entity, mode === 'edit' && !compact ? form.record : null);
  const documents = useDocuments(owner);
  const documentsId = `${formId}-documents`;
  const coupled = useMemo(() => coupledFields(settings.sections), [settings]);
  const startId = shown.find(({ section }) => section.title === settings.startAt)?.id;
  const shownNames = shown.flatMap(({ names }) => names);
  const labels = (names: readonly string[]): string[] =>
    names
      .filter((name) => shownNames.includes(name))
      .map((name) => labelOf(settings, name, fieldOf(entity, name).label));

  useFieldInSight(body, form.taken.length + form.contested.length + Number(form.gone));
  const wanted = Object.keys(settings.given?.errors ?? {})[0];
  useOpeningFocus(body, { ready: status === 'ready' && bodyShown, mode, startId, wanted });

  const close = async (): Promise<void> => {
    if (form.saving) return;
    if (dirty && !(await askToDiscard(`this ${noun}`))) return;
    putAway();
  };
  const putAway = (): void => {
    keeper.end();
    setOpened(false);
  };
  useUnloadQuestion(dirty, putAway);
  useBackQuestion(dirty, `this ${noun}`, putAway);

  const save = async (): Promise<void> => {
    if (mode === 'view' || form.saving || form.gone || form.blank !== null) return;
    try {
      const result = await form.save();
      if (result.outcome === 'invalid') return focusError(body.current, shownNames, result.errors);
      if (result.outcome === 'declined') return;
      if (result.outcome === 'saved') {
        saved.current = { view: result.view, mode };
        showDone(settings.done[mode], result.set);
        settings.afterSave?.(result.view, result.beside, result.before).catch((error: unknown) => {
          showError(sentenceOf(error, 'The record is saved, but what belongs to it could not be.'));
        });
      }
      putAway();
    } catch (error) {
      const warning = settings.failures.signedOut;
      if (warning && isSignedOut(error)) return showError(warning.message, { title: warning.title });
      const text = saveFailureText(settings.failures.save, mode, sentenceOf(error, ''));
      showError(text, mayTryAgain(error) ? { retry: save } : {});
    }
  };

  const offered =
    mode === 'view' && form.record && !form.gone ? (settings.viewAction?.(form.record) ?? null) : null;
  const action = offered && {
    label: offered.label,
    run: () => {
      if (!offered.leaves) return offered.run();
      then.current = offered.run;
      setOpened(false);
    },
  };

  useErased(settings.entity, form.record?._id ?? id, putAway);

  const mayLog = useMayLog();
  const person = mode === 'view' && mayLog && !form.gone ? personOf(entity, form.record) : null;
  const log = (): void => {
    if (person) logCall(person);
  };
  const addressee = useMayMessage() ? person : null;
  const write = (): void => {
    if (addressee) messagePerson(addressee);
  };
  // What is logged over the view is put away by its own Escape.
  const logging = useLogging(({ open }) => open !== null);
  const messaging = useMessaging(({ open }) => open !== null);
  // So is a record that is looked at over a form.
  const covered = useShownRecord(({ open }) => open !== null) && props.over !== true;
  const documentOver = useDocumentDialogs(({ open }) => open !== null);
  // While the one that stays is fetched, what is gone is the one before.
  const gone = form.gone && form.record?._id === id;
  const following = follow(isNotThere(form.failure) || gone, dirty || atGlance.writing);

  useRecordOnTop(settings.entity, id);
  usePrintable(
    id === null || status !== 'ready'
      ? null
      : async () => ({
          title: [entity.label, titleText(form.record?.[entity.title])].join(' ').trim(),
          lines: [],
          landscape: false,
          content: (
            <FormSections
              sections={shown.map((each) => ({ ...each, id: `${each.id}-printed` }))}
              mode="view"
              form={form}
              titled={!compact}
            />
          ),
        }),
  );

  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    // A small dialog is done with Enter, as a form of the web is; in a long one it would come too soon. What lies over
    // it has a key of its own.
    const letters = mode === 'view' && !isTextField(event.target);
    if (letters && glanceKeys(event)) event.preventDefault();
    else if (letters && person && isPlainKey(event, hotkeys.logCall)) log();
    else if (letters && addressee && isPlainKey(event, hotkeys.message)) write();
    else if (compact && isEnterInLine(event, body.current)) void save();
    else getHotkeyHandler([[hotkeys.save, () => void save()]])(event);
  };

  const restore = (): void => {
    form.restore().then(
      // The button that had the focus is gone.
      () => focusFirst(body.current),
      (error: unknown) => showError(sentenceOf(error, `The ${noun} could not be restored.`)),
    );
  };

  const fields = (
    <Modal.Body className={classes.body}>
      {!compact && (
        <SectionNav
          sections={owner ? [...sections, { title: 'Documents', id: documentsId, errors: 0 }] : sections}
          body={body}
        />
      )}
      <div
        ref={(node) => {
          body.current = node;
          setBodyShown(node !== null);
        }}
        className={classes.scroll}
        role="region"
        // The dialog bears the title; a second element of that name would be taken for a field of that name.
        aria-label="Form"
      >
        {(status === 'loading' || (status === 'failed' && following)) && (
          <div className={classes.loading} role="status">
            <Loader size="sm" />
            <span>Loading...</span>
          </div>
        )}
        {status === 'failed' && !following && (
          <Alert
            role="alert"
            color={signedOut ? 'yellow' : 'red'}
            title={signedOut?.title ?? loadFailureText(settings.failures.load, mode)}
          >
            <Text size="sm" mb="xs">
              {signedOut?.message ?? sentenceOf(form.failure, 'Something went wrong.')}
            </Text>
            <Button size="compact-sm" variant="default" onClick={form.load}>
              Retry
            </Button>
          </Alert>
        )}
        {status === 'ready' && <FormSections sections={shown} mode={mode} form={form} titled={!compact} />}
        {status === 'ready' && owner && (
          <section id={documentsId} className={classes.section}>
            <h3 className={classes.sectionTitle}>Documents</h3>
            <DocumentSection owner={owner} documents={documents} />
          </section>
        )}
        {status === 'ready' && Below && <Below mode={mode} record={form.record} />}
      </div>
    </Modal.Body>
  );
  return (
    <Modal.Root
      opened={opened}
      onClose={() => void close()}
      onExitTransitionEnd={() => {
        giveFocusBack(openers.current);
        onClose(saved.current);
        then.current?.();
      }}
      closeOnClickOutside={false}
      // Whoever has gone through the list goes on at the person whom they came to: see giveFocusBack and the list.
      returnFocus={props.glance === undefined}
      closeOnEscape={!logging && !messaging && !covered && !documentOver && !atGlance.writing}
      size={compact ? 640 : 'min(1180px, calc(100vw - 48px))'}
      centered
      classNames={{
        content: (compact ? classes.compact : classes.content) ?? '',
        inner: classes.inner ?? '',
      }}
    >
      <Modal.Overlay backgroundOpacity={0.45} />
      <Modal.Content>
        {/* The library takes no key handler on the content itself. */}
        <div role="presentation" {...HAS_KEYS} className={classes.frame} onKeyDown={onKeyDown}>
          <FormHeader
            settings={settings}
            mode={mode}
            form={form}
            name={titleText(form.record?.[entity.title])}
            id={id === null ? null : (form.record?._id ?? id)}
            steps={glance?.steps}
          />
          <DraftNote
            isRestored={kept !== undefined && dirty}
            hasFiles={Object.values(entity.fields).some(({ kind }) => kind === 'file' || kind === 'richText')}
            notKept={notKept}
            onDiscard={() => void close()}
          />
          {id !== null && mode === 'view' && (tabs.history || tabs.documents || glance) ? (
            <ViewTabs
              entity={settings.entity}
              id={id}
              coupled={coupled}
              record={form.record}
              history={tabs.history}
              glance={glance?.summary({
                form,
                onWhole: () => setMode('edit'),
                onEditing: atGlance.onEditing,
              })}
            >
              {fields}
            </ViewTabs>
          ) : (
            fields
          )}
          {/* Below the fields, so that they stay where they are when it comes. */}
          <OutsideNews
            noun={noun}
            led={
              led && form.record?._id === led.id
                ? `${led.name || `The ${noun} that you opened`} was merged into ${titleText(form.record[entity.title]) || `this ${noun}`}, which is shown here.`
                : null
            }
            editing={mode !== 'view'}
            gone={gone && !following}
            away={away}
            taken={labels(form.taken)}
            contested={labels(form.contested)}
            onClose={form.putAwayNews}
            onRestore={mayFindAndRestore(entity, role) ? restore : null}
            onOpen={() => {
              go();
              // The button that had the focus is gone.
              focusFirst(body.current);
            }}
          />
          <FormFooter
            settings={settings}
            mode={mode}
            form={form}
            mayEdit={mayEdit}
            onLog={person ? log : null}
            onMessage={addressee ? write : null}
            action={action}
            onClose={() => void close()}
            onEdit={() => setMode('edit')}
            onSave={() => void save()}
          />
        </div>
      </Modal.Content>
    </Modal.Root>
  );
}

const titleText = (value: unknown): string => (typeof value === 'string' ? value : '');

function labelOf(settings: RecordFormSettings, name: string, otherwise: string): string {
  const place = settings.sections
    .flatMap(({ fields }) => fields.map(formField))
    .find((field) => field.name === name);
  return place?.label ?? otherwise;
}
