import { useEffect, useMemo } from 'react';
import { useLocation } from 'react-router-dom';
import { forgetAskedForm, useAskedForm, type AskedForm } from '../../stores/asked-form.ts';
import { bridge } from '../../bridge/bridge.ts';
import { formField, isNotThere, type RecordFormSettings } from '../record-form/form-settings.ts';

export interface RequestedForm extends AskedForm {
  close: () => void;
}

/** The form that was asked for on this screen from elsewhere; null where none was, or the list has none. */
export function useRequestedForm(form: RecordFormSettings | undefined): RequestedForm | null {
  const { pathname } = useLocation();
  const asked = useAskedForm((store) => (store.asked?.path === pathname ? store.asked : null));
  useEffect(() => () => forgetAskedForm(pathname), [pathname]);
  return useMemo(
    () => (form && asked ? { ...asked, close: () => forgetAskedForm(pathname) } : null),
    [form, asked, pathname],
  );
}

/** A form whose record is given something at once; it opens at the section of that. */
export function withGiven(
  form: RecordFormSettings | undefined,
  given: RecordFormSettings['given'],
): RecordFormSettings | undefined {
  if (!form || !given) return form;
  const start = form.sections.find(({ fields }) =>
    fields.some((field) => Object.hasOwn(given.values, formField(field).name)),
  );
  return { ...form, given, ...(start ? { startAt: start.title } : {}) };
}

/** A form with more that follows its saving. */
export function withFollowing<Form extends RecordFormSettings | undefined>(
  form: Form,
  afterSave: AskedForm['afterSave'],
): Form {
  if (!form || !afterSave) return form;
  return {
    ...form,
    afterSave: async (...saved) => {
      await form.afterSave?.(...saved);
      await afterSave(saved[0]);
    },
  };
}

/** A form that mends a refused change, which is given up once it is saved. */
export function withMended(
  form: RecordFormSettings | undefined,
  mends: string | undefined,
): RecordFormSettings | undefined {
  if (!form || mends === undefined) return form;
  const giveUp = async (): Promise<void> => {
    try {
      await bridge.call('sync.discard', { id: mends });
    } catch (error) {
      // It was given up already, or tried again.
      if (!isNotThere(error)) throw error;
    }
  };
  return { ...withFollowing(form, giveUp), mends };
}

/** A form whose new record holds these values to begin with. */
export function withValues(
  form: RecordFormSettings | undefined,
  asked: Pick<AskedForm, 'values' | 'texts' | 'errors'> | null,
): RecordFormSettings | undefined {
  if (!form || !asked?.values) return form;
  const { values, texts, errors } = asked;
  return {
    ...form,
    begunWith: values,
    ...(errors ? { begunErrors: errors } : {}),
    initialTexts: () => ({ ...form.initialTexts?.(), ...texts }),
  };
}

/** What a record that was asked for to be edited is given at once. */
export const givenTo = (requested: RequestedForm | null): RecordFormSettings['given'] =>
  requested?.mode === 'edit' && requested.values
    ? {
        values: requested.values,
        errors: requested.errors ?? {},
        ...(requested.seen ? { seen: requested.seen } : {}),
        ...(requested.texts ? { texts: requested.texts } : {}),
      }
    : undefined;
