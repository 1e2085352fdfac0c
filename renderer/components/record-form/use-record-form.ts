import { readableFields, settableFields } from '#shared/access/permissions.ts';
import { inSentence } from '#shared/format/label-in-sentence.ts';
import { entityOf } from '#shared/model/entities.ts';
import { fieldOf, type AnyRecord, type EntityDefinition } from '#shared/model/entity.ts';
import { proposalOf, withProposal } from '#shared/model/proposals.ts';
import type { KeptDraft } from '#shared/protocol/draft-calls.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { bridge } from '../../bridge/bridge.ts';
import { useBridgeEvent } from '../../bridge/use-bridge-event.ts';
import { useRole, useUser } from '../../stores/session.ts';
import { keptOf } from '../drafts/typed-values.ts';
import {
  isChosenThere,
  isEmpty,
  nothing,
  opened,
  secretsOf,
  withAnswered,
  withChecked,
  withChoices,
  withGiven,
  withMeant,
  withOutside,
  withProposedFor,
  withProposedAnew,
  withTheirs,
  withTyped,
  writtenOf,
  type FormState,
} from './form-state.ts';
import {
  coupledFields,
  formFieldNames,
  suggestionsOf,
  type FormMode,
  type FormProblem,
  type RecordFormSettings,
} from './form-settings.ts';
import { changedFields, newValues, withFollower, type Values } from './form-values.ts';
import { choicesTyped } from './find-choice.ts';
import { fitOf } from './find-fit.ts';
import { isAsked, openName, withFit, withPlainName } from './plain-names.ts';
import { carriedOver, restored } from './restored.ts';
import { Addition, saveForm, type Saved } from './save-form.ts';

export interface RecordForm extends Omit<FormState, 'view'> {
  entity: EntityDefinition;
  record: AnyRecord | null;
  waiting: boolean;
  readable: ReadonlySet<string>;
  settable: ReadonlySet<string>;
  /** Fields of the form that are changed beside the record. */
  alongside: readonly string[];
  madeOf: readonly string[];
  dirty: boolean;
  /** What is kept of it as a draft; null where nothing is changed, undefined while that is not known. */
  typed: Values | null | undefined;
  /** What its fields held as the form showed them, and the id of the record, also of one that is not saved yet. */
  seen: Values;
  recordId: string;
  /** Why Save is disabled: a field that must not be blank is. */
  blank: { field: string; reason: string } | null;
  /** The field that must not be blank. */
  needed: string | undefined;
  saving: boolean;
  change: (name: string, value: unknown, referenceText?: string) => void;
  check: (name: string) => void;
  /** Whether it asks if the typed name is to be kept as a plain name, and the answer yes. */
  asksAboutName: (name: string) => boolean;
  keepPlainName: (name: string) => void;
  /** Takes the value that came from elsewhere in place of the typed one. */
  takeOutside: (name: string) => void;
  putAwayNews: () => void;
  load: () => void;
  /** Saves what has changed, after a question where there is one. Resolves to what came of it. */
  save: () => Promise<Saved>;
  restore: () => Promise<void>;
}

function noLongerThere(entity: EntityDefinition): PlainError {
  const label = inSentence(entity.label);
  return new PlainError('not-found', `This ${label} is no longer there. It may have been deleted.`);
}

const newRecord: AnyRecord = { _id: '' };
const none: readonly string[] = [];

/**
 * State of one open form: draft, errors, and what happens to the record elsewhere meanwhile.
 * @param kept what was typed in it before the application stopped
 * @param isLed whether the record before `id` was merged into it: what was typed for that one is for this one
 */
export function useRecordForm(
  settings: RecordFormSettings,
  mode: FormMode,
  id: string | null,
  kept?: KeptDraft,
  isLed = false,
): RecordForm {
  const entity = entityOf(settings.entity);
  const { _id: userId } = useUser();
  const role = useRole();
  // The initial values are those of the moment in which the form opened.
  const [initial] = useState(() =>
    newValues(entity, { ...settings.initialValues?.(), ...settings.begunWith }),
  );
  const actor = useMemo(() => ({ _id: userId, role }), [userId, role]);
  const [data, setData] = useState<FormState>(() => {
    if (id !== null) return nothing;
    const references = settings.initialTexts?.() ?? {};
    const errors = settings.begunErrors ?? {};
    const form: FormState = { ...nothing, status: 'ready', draft: initial, references, errors };
    const begun = withProposedFor(form, entity, settings.begunWith ?? {}, {}, proposalOf(settings.entity));
    return restored(begun, settings, actor, kept);
  });
  const [saving, setSaving] = useState(false);
  const busy = useRef(false);
  const [addition] = useState(() => new Addition(id === null ? kept?.recordId : undefined));
  const names = useMemo(
    () =>
      formFieldNames(settings.sections).filter((name) => {
        const field = fieldOf(entity, name);
        return !field.serverSet && field.kind !== 'secret';
      }),
    [settings, entity],
  );
  const coupled = useMemo(() => coupledFields(settings.sections), [settings]);
  const suggestions = useMemo(() => suggestionsOf(settings.sections), [settings]);
  const shownNames = useMemo(() => [...names, ...(settings.alongside ?? [])], [names, settings]);

  const record = data.view?.record ?? (id === null ? newRecord : null);
  const readable = useMemo(
    () => (record ? readableFields(entity, actor, record) : new Set<string>()),
    [entity, actor, record],
  );
  const settable = useMemo(
    () => (record ? settableFields(entity, actor, record) : new Set<string>()),
    [entity, actor, record],
  );
  const seen = data.view?.record ?? initial;
  const changes = useMemo(
    () => (mode === 'view' ? {} : changedFields(entity, names, seen, data.draft)),
    [mode, entity, names, seen, data.draft],
  );

  const secrets = useMemo(
    () => (mode === 'view' ? {} : secretsOf(entity, data.draft)),
    [mode, entity, data.draft],
  );
  /** What is saved beside the record. */
  const beside = useMemo(
    () =>
      mode === 'view'
        ? {}
        : { ...secrets, ...changedFields(entity, settings.alongside ?? [], seen, data.draft) },
    [mode, secrets, entity, settings, seen, data.draft],
  );
  const blank =
    settings.blank && mode !== 'view' && isEmpty(data.draft[settings.blank.field]) ? settings.blank : null;

  // One for each entity, and the same for ever.
  const proposes = proposalOf(settings.entity);
  const { status, draft, overruled } = data;
  const typed = useMemo(() => {
    if (status !== 'ready') return undefined;
    const toKeep = keptOf(entity, {
      ...writtenOf(changes, { draft, overruled }, entity, proposes),
      ...beside,
    });
    if (Object.keys(toKeep).length === 0) return null;
    const begun = Object.keys(settings.begunWith ?? {}).map((name) => [name, draft[name] ?? null]);
    return { ...keptOf(entity, Object.fromEntries(begun)), ...toKeep };
  }, [status, draft, overruled, proposes, entity, settings, changes, beside]);

  const fetchRecord = useCallback(() => {
    if (id === null) return;
    bridge.call('records.get', { entity: settings.entity, id }).then(
      (view) =>
        setData((now) => {
          if (!view) return { ...nothing, status: 'failed', failure: noLongerThere(entity) };
          if (isLed && now.gone) return carriedOver(now, view, settings, actor);
          return restored(withGiven(opened(view), entity, settings.given, proposes), settings, actor, kept);
        }),
      (failure: unknown) => setData({ ...nothing, status: 'failed', failure }),
    );
  }, [entity, settings, id, actor, kept, isLed, proposes]);

  useEffect(fetchRecord, [fetchRecord]);

  /** @param isOwn whether this user has changed it here: that is shown, and is no news */
  const takeNews = (isOwn = false): void => {
    if (id === null || busy.current) return;
    bridge.call('records.get', { entity: settings.entity, id }).then(
      (view) => {
        if (busy.current) return;
        setData((now) => {
          const next = withProposedAnew(
            withOutside(now, view, entity, shownNames, coupled),
            entity,
            proposes,
          );
          return isOwn ? { ...next, taken: now.taken } : next;
        });
      },
      // The form keeps what it has; saving will say if something is wrong.
      () => undefined,
    );
  };

  useBridgeEvent('changed', (event) => {
    if (event.entity === settings.entity && (!event.ids || event.ids.includes(id ?? '')))
      takeNews(event.origin === 'here');
  });

  const follows = id === null ? settings.follows : undefined;
  const change = useCallback(
    (name: string, value: unknown, referenceText?: string) => {
      setData((now) => {
        const overruled = now.overruled || name === proposes?.field;
        const followed = withFollower(now.draft, { [name]: value }, follows);
        const isChosen = overruled || (proposes !== undefined && isChosenThere(now, proposes));
        const changed = isChosen ? followed : withProposal(now.draft, followed, proposes);
        const typed = { ...withTyped(now, entity, changed), overruled };
        const problems = (draft: Values): readonly FormProblem[] =>
          settings.problems?.(draft, now.view?.record ?? initial) ?? [];
        const answered = withAnswered(typed, problems(now.draft), problems(typed.draft));
        return referenceText === undefined
          ? answered
          : { ...answered, references: { ...now.references, [name]: referenceText } };
      });
    },
    [entity, settings, initial, follows, proposes],
  );

  const latest = useRef(data);
  useEffect(() => {
    latest.current = data;
  }, [data]);
  const check = useCallback(
    (name: string) => {
      // What is asked about a name stays until it is answered: the answer may be the next press.
      if (isAsked(latest.current, name)) return;
      setData((now) => withChecked(now, entity, name));
      const suggestion = suggestions.get(name);
      const text = suggestion ? openName(entity, latest.current, name, suggestion) : null;
      if (!suggestion || text === null) return;
      void fitOf(suggestion, text).then((fit) => {
        if (!busy.current) setData((now) => withFit(now, name, text, suggestion, fit));
      });
    },
    [entity, suggestions],
  );

  /** The form with each typed name that fits one record as that record, and each typed choice that can be only one; a doubt about one is among its errors. */
  const settled = async (): Promise<FormState> => {
    let form = withChoices(withMeant(data), await choicesTyped(entity, data.draft));
    for (const [name, suggestion] of suggestions) {
      const text = settable.has(name) ? openName(entity, form, name, suggestion) : null;
      if (text !== null) form = withFit(form, name, text, suggestion, await fitOf(suggestion, text));
    }
    return form;
  };

  const save = async (): Promise<Saved> => {
    if (busy.current || blank) return { outcome: 'unchanged' };
    busy.current = true;
    setSaving(true);
    try {
      const form = await settled();
      // What is asked about a name stands beside it, also where something else is wrong.
      if (form !== data) setData(form);
      const saved = await saveForm(form, {
        settings,
        entity,
        id,
        names,
        initial,
        nameFields: [...suggestions.keys()],
        secrets,
        beside,
        addition,
      });
      // Shown before the caller goes on: it looks for the part of a field that is wrong.
      if (saved.outcome === 'invalid') flushSync(() => setData((now) => ({ ...now, errors: saved.errors })));
      if (saved.outcome !== 'saved') busy.current = false;
      // While the user was asked, nothing from elsewhere was taken in.
      if (saved.outcome === 'declined') takeNews();
      return saved;
    } catch (error) {
      busy.current = false;
      throw error;
    } finally {
      setSaving(false);
    }
  };

  const restore = async (): Promise<void> => {
    if (id === null) return;
    await bridge.call('records.restore', { entity: settings.entity, id });
    const view = await bridge.call('records.get', { entity: settings.entity, id });
    if (view) setData((now) => withOutside(now, view, entity, shownNames, coupled));
  };

  const { view, ...shown } = data;
  return {
    ...shown,
    entity,
    record: view?.record ?? null,
    waiting: view?.waiting ?? false,
    readable,
    settable,
    alongside: settings.alongside ?? none,
    madeOf: settings.madeOf ?? none,
    dirty: data.status === 'ready' && (Object.keys(changes).length > 0 || Object.keys(beside).length > 0),
    typed,
    seen,
    recordId: id ?? addition.id,
    blank,
    needed: settings.blank?.field,
    saving,
    change,
    check,
    asksAboutName: (name) => isAsked(data, name),
    keepPlainName: (name) => setData((now) => withPlainName(now, name)),
    takeOutside: (name) => setData((now) => withTheirs(now, name, coupled, { entity, proposal: proposes })),
    putAwayNews: () => setData((now) => ({ ...now, taken: [], contested: [] })),
    load: () => {
      setData(nothing);
      fetchRecord();
    },
    save,
    restore,
  };
}
