import { readableFields, settableFields } from '#shared/access/permissions.ts';
import { entityOf } from '#shared/model/entities.ts';
import { fieldOf, type AnyRecord, type EntityDefinition } from '#shared/model/entity.ts';
import type { RecordView } from '#shared/protocol/bridge.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { bridge } from '../../bridge/bridge.ts';
import { useBridgeEvent } from '../../bridge/use-bridge-event.ts';
import { useRole, useUser } from '../../stores/session.ts';
import { mayTryAgain } from '../may-try-again.ts';
import {
  filled,
  isEmpty,
  issuesOf,
  nothing,
  opened,
  secretsOf,
  withChecked,
  withOutside,
  withTheirs,
  withTyped,
  type Errors,
  type FormState,
} from './form-state.ts';
import { coupledFields, formFieldNames, type FormMode, type RecordFormSettings } from './form-settings.ts';
import { changedFields, newValues, withFollower, type Values } from './form-values.ts';
import { newId } from '#shared/model/new-id.ts';

export interface RecordForm extends Omit<FormState, 'view'> {
  entity: EntityDefinition;
  record: AnyRecord | null;
  waiting: boolean;
  readable: ReadonlySet<string>;
  settable: ReadonlySet<string>;
  dirty: boolean;
  /** Why Save is disabled: a field that must not be blank is. */
  blank: { field: string; reason: string } | null;
  /** The field that must not be blank. */
  needed: string | undefined;
  saving: boolean;
  change: (name: string, value: unknown, referenceText?: string) => void;
  check: (name: string) => void;
  /** Takes the value that came from elsewhere in place of the typed one. */
  takeOutside: (name: string) => void;
  putAwayNews: () => void;
  load: () => void;
  /** Saves what has changed. Resolves to the record, to `unchanged`, or to the first field in error. */
  save: () => Promise<Saved>;
  restore: () => Promise<void>;
}

export type Saved =
  | { outcome: 'saved'; view: RecordView; secrets: Values }
  | { outcome: 'unchanged' }
  | { outcome: 'invalid'; errors: Errors };

function noLongerThere(entity: EntityDefinition): PlainError {
  const label = entity.label.toLowerCase();
  return new PlainError('not-found', `This ${label} is no longer there. It may have been deleted.`);
}

const newRecord: AnyRecord = { _id: '' };

/** State of one open form: draft, errors, and what happens to the record elsewhere meanwhile. */
export function useRecordForm(settings: RecordFormSettings, mode: FormMode, id: string | null): RecordForm {
  const entity = entityOf(settings.entity);
  const { _id: userId } = useUser();
  const role = useRole();
  // The initial values are those of the moment in which the form opened.
  const [initial] = useState(() => newValues(entity, settings.initialValues?.() ?? {}));
  const [data, setData] = useState<FormState>(
    id === null ? { ...nothing, status: 'ready', draft: initial } : nothing,
  );
  const [saving, setSaving] = useState(false);
  const busy = useRef(false);
  const [madeId] = useState(newId);
  /** Whether an earlier attempt to add the record may have done so, although its answer was lost. */
  const perhapsAdded = useRef(false);
  const names = useMemo(
    () =>
      formFieldNames(settings.sections).filter((name) => {
        const field = fieldOf(entity, name);
        return !field.serverSet && field.kind !== 'secret';
      }),
    [settings, entity],
  );
  const coupled = useMemo(() => coupledFields(settings.sections), [settings]);

  const record = data.view?.record ?? (id === null ? newRecord : null);
  const actor = useMemo(() => ({ _id: userId, role }), [userId, role]);
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
  const blank =
    settings.blank && mode !== 'view' && isEmpty(data.draft[settings.blank.field]) ? settings.blank : null;

  const fetchRecord = useCallback(() => {
    if (id === null) return;
    bridge.call('records.get', { entity: settings.entity, id }).then(
      (view) =>
        setData(view ? opened(view) : { ...nothing, status: 'failed', failure: noLongerThere(entity) }),
      (failure: unknown) => setData({ ...nothing, status: 'failed', failure }),
    );
  }, [entity, settings, id]);

  useEffect(fetchRecord, [fetchRecord]);

  useBridgeEvent('changed', (event) => {
    if (id === null || busy.current || event.entity !== settings.entity) return;
    if (event.ids && !event.ids.includes(id)) return;
    bridge.call('records.get', { entity: settings.entity, id }).then(
      (view) => {
        if (!busy.current) setData((now) => withOutside(now, view, entity, names, coupled));
      },
      // The form keeps what it has; saving will say if something is wrong.
      () => undefined,
    );
  });

  const follows = id === null ? settings.follows : undefined;
  const change = useCallback(
    (name: string, value: unknown, referenceText?: string) => {
      setData((now) => {
        const typed = withTyped(now, entity, withFollower(now.draft, { [name]: value }, follows));
        return referenceText === undefined
          ? typed
          : { ...typed, references: { ...now.references, [name]: referenceText } };
      });
    },
    [entity, follows],
  );

  const check = useCallback((name: string) => setData((now) => withChecked(now, entity, name)), [entity]);

  const save = async (): Promise<Saved> => {
    if (busy.current || blank) return { outcome: 'unchanged' };
    const given = id === null ? filled(names, data.draft) : changes;
    const onlySecrets = id !== null && Object.keys(given).length === 0;
    if (onlySecrets && (Object.keys(secrets).length === 0 || !data.view)) return { outcome: 'unchanged' };
    const issues: { field: string; message: string }[] = issuesOf(
      entity,
      given,
      id === null ? 'create' : 'update',
      data.view,
    );
    for (const [field, value] of Object.entries(secrets)) {
      const message = settings.secretProblem?.(String(value), data.draft) ?? null;
      if (message !== null) issues.push({ field, message });
    }
    if (issues.length > 0) return invalid(issues);
    busy.current = true;
    setSaving(true);
    try {
      const base = data.view?.base ?? null;
      const shown = Object.fromEntries(Object.keys(given).map((name) => [name, seen[name] ?? null]));
      const view =
        onlySecrets && data.view
          ? data.view
          : id === null
            ? await add(given)
            : await bridge.call('records.save', {
                entity: settings.entity,
                id,
                base,
                changes: given,
                seen: shown,
              });
      return { outcome: 'saved', view, secrets };
    } catch (error) {
      busy.current = false;
      const fields = error instanceof PlainError ? (error.fields ?? []) : [];
      if (fields.length > 0) return invalid(fields);
      throw error;
    } finally {
      setSaving(false);
    }
  };

  /** Adds the record, once: where an earlier attempt did, what has been typed since is written into that one. */
  const add = async (given: Record<string, unknown>): Promise<RecordView> => {
    const about = { entity: settings.entity, id: madeId };
    const there = perhapsAdded.current ? await bridge.call('records.get', about) : null;
    try {
      return await bridge.call(
        'records.save',
        there
          ? { ...about, base: there.base, changes: changedFields(entity, names, there.record, data.draft) }
          : { ...about, base: null, changes: given },
      );
    } catch (error) {
      perhapsAdded.current ||= mayTryAgain(error);
      throw error;
    }
  };

  const invalid = (issues: readonly { field: string; message: string }[]): Saved => {
    const errors: Record<string, string> = {};
    for (const { field, message } of issues) errors[field] ??= message;
    // Shown before the caller goes on: it looks for the part of a field that is wrong.
    flushSync(() => setData((now) => ({ ...now, errors })));
    return { outcome: 'invalid', errors };
  };

  const restore = async (): Promise<void> => {
    if (id === null) return;
    await bridge.call('records.restore', { entity: settings.entity, id });
    const view = await bridge.call('records.get', { entity: settings.entity, id });
    if (view) setData((now) => withOutside(now, view, entity, names, coupled));
  };

  const { view, ...shown } = data;
  return {
    ...shown,
    entity,
    record: view?.record ?? null,
    waiting: view?.waiting ?? false,
    readable,
    settable,
    dirty: data.status === 'ready' && (Object.keys(changes).length > 0 || Object.keys(secrets).length > 0),
    blank,
    needed: settings.blank?.field,
    saving,
    change,
    check,
    takeOutside: (name) => setData((now) => withTheirs(now, name, coupled)),
    putAwayNews: () => setData((now) => ({ ...now, taken: [], contested: [] })),
    load: () => {
      setData(nothing);
      fetchRecord();
    },
    save,
    restore,
  };
}
