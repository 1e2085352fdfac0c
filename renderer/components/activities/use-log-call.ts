import { maySet } from '#shared/access/permissions.ts';
import { entityOf } from '#shared/model/entities.ts';
import { choicesTyped } from '../record-form/find-choice.ts';
import { asMeant } from '../record-form/unread-text.ts';
import { newId } from '#shared/model/new-id.ts';
import type { RecordView } from '#shared/protocol/record-view.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { bridge } from '../../bridge/bridge.ts';
import { useBridgeEvent } from '../../bridge/use-bridge-event.ts';
import { useRole } from '../../stores/session.ts';
import type { DraftKeeper, NotKept } from '../drafts/draft-keeper.ts';
import { useDraft } from '../drafts/use-draft.ts';
import { sentenceOf } from '../messages/messages.tsx';
import { issuesOf } from '../record-form/form-state.ts';
import { changedFields, type Values } from '../record-form/form-values.ts';
import { emptinessOf, ownValues, PERSON_FIELDS, type Draft } from './log-draft.ts';
import { keptOfLog, withKeptLog } from './log-call-draft.ts';
import { type Logging } from './log-call.ts';
import { kindOf } from './person.ts';
import type { Outcome } from './outcome-choice.tsx';

export interface LogCall extends Pick<Draft, 'kind' | 'outcome' | 'note'> {
  errors: Readonly<Record<string, string>>;
  /** Why it was refused, where no field is at fault. */
  refusal: string | null;
  saving: boolean;
  /** Keeps what is typed until it is saved or thrown away. */
  keeper: DraftKeeper;
  notKept: NotKept | null;
  /** Whether it holds what was typed before the application stopped. */
  isRestored: boolean;
  /** Whether a note would be lost. */
  typed: boolean;
  /** The fields of the person that the role may set beside. */
  beside: readonly string[];
  valueOf: (name: string) => unknown;
  textOf: (name: string) => string | undefined;
  set: (changes: Partial<Pick<Draft, 'kind' | 'outcome' | 'note'>>) => void;
  setBeside: (name: string, value: unknown, text?: string) => void;
  check: (name: string) => void;
  /** Resolves to the change set, null where nothing changed; to the fields that are wrong; or to nothing at all. */
  save: () => Promise<{ set: string | null } | { errors: Readonly<Record<string, string>> } | null>;
}

interface State extends Draft {
  errors: Readonly<Record<string, string>>;
  refusal: string | null;
}

const activityEntity = entityOf('activity');

/** What is written into the dialog, and its way to the desk. What is not touched of the person stays as it is. */
export function useLogCall({ person, kind, activity, kept }: Logging): LogCall {
  const entity = entityOf(person.entity);
  const role = useRole();
  const [view, setView] = useState<RecordView | null>(null);
  const [state, setState] = useState<State>(() => ({
    ...withKeptLog(opened(kind, activity), person, kept),
    errors: {},
    refusal: null,
  }));
  const [saving, setSaving] = useState(false);
  // One for as long as the dialog is open: where the answer was lost, saving again logs nothing twice.
  const [id] = useState(() => kept?.recordId ?? newId());
  const busy = useRef(false);
  const beside = activity
    ? []
    : PERSON_FIELDS.filter((name) => name in entity.fields && maySet(entity, role, name));

  const fetchPerson = (): void => {
    if (busy.current) return;
    bridge.call('records.get', { entity: person.entity, id: person.id }).then(setView, () => undefined);
  };
  const opening = useEffectEvent(fetchPerson);
  useEffect(() => opening(), []);
  useBridgeEvent('changed', ({ entity: changed, ids }) => {
    if (changed === person.entity && (!ids || ids.includes(person.id))) fetchPerson();
  });

  const shown: Values = { ...view?.record, ...state.beside };
  const changesBeside = (found: ReadonlyMap<string, { _id: string }>): Record<string, unknown> => {
    const chosen = Object.fromEntries([...found].map(([name, { _id }]) => [name, _id]));
    return changedFields(entity, beside, view?.record ?? {}, { ...asMeant(shown), ...chosen });
  };

  const set = (changes: Partial<Draft>): void => {
    setState((now) => ({
      ...now,
      ...changes,
      errors: without(now.errors, [...Object.keys(changes), 'outcome']),
    }));
  };
  const setBeside = (name: string, value: unknown, text?: string): void => {
    setState((now) => ({
      ...now,
      beside: { ...now.beside, [name]: value },
      texts: { ...now.texts, [name]: text },
      errors: without(now.errors, [name]),
    }));
  };
  const check = (name: string): void => {
    setState((now) => {
      if (!(name in now.beside)) return now;
      const issue = issuesOf(entity, { [name]: now.beside[name] }, 'update', view)[0];
      const others = without(now.errors, [name]);
      return { ...now, errors: issue ? { ...others, [name]: issue.message } : others };
    });
  };

  const refused = (issues: readonly { field: string; message: string }[]): { errors: State['errors'] } => {
    const errors: Record<string, string> = {};
    for (const { field, message } of issues) errors[field] ??= message;
    // Shown before the caller looks for the field that is wrong.
    flushSync(() => setState((now) => ({ ...now, errors, refusal: null })));
    return { errors };
  };

  const send = async (changed: Record<string, unknown>): Promise<{ set: string | null }> => {
    const own = ownValues(state);
    if (activity) {
      const changes = changedFields(activityEntity, Object.keys(own), activity.record, own);
      if (Object.keys(changes).length === 0) return { set: null };
      const seen = Object.fromEntries(
        Object.keys(changes).map((name) => [name, activity.record[name] ?? null]),
      );
      const { _id } = activity.record;
      return bridge.call('records.save', { entity: 'activity', id: _id, base: activity.base, changes, seen });
    }
    return bridge.call('activities.log', {
      id,
      about: { entity: person.entity, id: person.id },
      ...own,
      ...changed,
    });
  };

  const save: LogCall['save'] = async () => {
    if (busy.current) return null;
    busy.current = true;
    const changed = changesBeside(await choicesTyped(entity, state.beside));
    busy.current = false;
    const issues = [
      ...emptinessOf(state),
      ...issuesOf(activityEntity, { ...ownValues(state) }, activity ? 'update' : 'create', activity),
      ...issuesOf(entity, changed, 'update', view),
    ];
    if (issues.length > 0) return refused(issues);
    busy.current = true;
    setSaving(true);
    try {
      return await send(changed);
    } catch (error) {
      busy.current = false;
      const fields = error instanceof PlainError ? (error.fields ?? []) : [];
      const known = fields.filter(({ field }) =>
        [...Object.keys(ownValues(state)), ...beside].includes(field),
      );
      if (known.length > 0) return refused(known);
      const refusal = sentenceOf(error, 'It could not be saved. What you typed is still here: try again.');
      setState((now) => ({ ...now, refusal }));
      return null;
    } finally {
      setSaving(false);
    }
  };

  const { kind: chosen, outcome, note, beside: touched, texts } = state;
  const toKeep = useMemo(
    () =>
      keptOfLog(
        { kind: chosen, outcome, note, beside: touched, texts },
        { id: activity?.record._id ?? id, person, activity },
      ),
    [chosen, outcome, note, touched, texts, id, person, activity],
  );
  const { keeper, notKept } = useDraft(toKeep, () => toKeep, kept?.id);

  const noteBefore = textValue(activity?.record['note']);
  return {
    kind: state.kind,
    outcome: state.outcome,
    note: state.note,
    errors: state.errors,
    refusal: state.refusal,
    saving,
    typed: state.note !== noteBefore && state.note.trim() !== '',
    beside,
    valueOf: (name) => shown[name],
    textOf: (name) => (name in state.beside ? state.texts[name] : view?.references[name]),
    set,
    setBeside,
    check,
    save,
    keeper,
    notKept,
    isRestored: kept !== undefined && toKeep !== null,
  };
}

function opened(kind: Logging['kind'], activity: RecordView | null): Draft {
  const nothing = { kind, outcome: null, note: '', beside: {}, texts: {} };
  if (!activity) return nothing;
  const { outcome, note } = activity.record;
  return {
    ...nothing,
    kind: kindOf(activity.record),
    outcome: typeof outcome === 'string' ? (outcome as Outcome) : null,
    note: textValue(note),
  };
}

const textValue = (value: unknown): string => (typeof value === 'string' ? value : '');

function without(errors: State['errors'], names: readonly string[]): State['errors'] {
  return Object.fromEntries(Object.entries(errors).filter(([name]) => !names.includes(name)));
}
