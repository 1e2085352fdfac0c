import type { KeptDraft } from '#shared/protocol/draft-calls.ts';
import { useWindowEvent } from '@mantine/hooks';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import type { FormMode, RecordFormSettings } from '../record-form/form-settings.ts';
import { DISCARDED } from '../record-form/unsaved-changes.ts';
import { RECORD } from './list-url.ts';
import {
  givenTo,
  useRequestedForm,
  withFollowing,
  withGiven,
  withMended,
  withValues,
} from './use-requested-form.ts';

export interface OpenDialog {
  mode: FormMode;
  id: string | null;
  /** What the record is given at once. */
  given?: RecordFormSettings['given'];
  /** What was typed in it before the application stopped. */
  kept?: KeptDraft;
  /** The address names it. */
  named?: true;
  /** Of one that was asked for from elsewhere. */
  asking?: number;
}

interface ListDialog {
  dialog: OpenDialog | null;
  /** How often what is typed was given up: the form that is shown then is another one. */
  round: number;
  /** The form that it shows; undefined where the list has none. */
  settings: RecordFormSettings | undefined;
  open: (dialog: OpenDialog) => void;
  close: () => void;
}

/**
 * The form over a list: asked for from elsewhere, opened here, or named by the address.
 * @param named the record that the address names, where nothing else shows it
 */
export function useListDialog(form: RecordFormSettings | undefined, named: string | null): ListDialog {
  const [chosen, setChosen] = useState<OpenDialog | null>(null);
  const { key: address, search } = useLocation();
  const arrival = useNavigationType();
  // The address changes a little later: until then keys would be lost on a dialog that nobody sees.
  const [closedAt, setClosedAt] = useState<string | null>(null);
  const isNamed = form !== undefined && named !== null && closedAt !== address;
  const requested = useRequestedForm(form);
  const [round, setRound] = useState(0);
  useWindowEvent(DISCARDED, () => {
    setChosen(null);
    requested?.close();
    setRound((before) => before + 1);
  });
  // Who goes to a record, as by Ctrl+K, is shown that one: the list itself leaves no entry in the history.
  const isAnother = arrival === NavigationType.Push && new URLSearchParams(search).has(RECORD);
  const [followed, setFollowed] = useState(address);
  if (followed !== address) {
    setFollowed(address);
    if (isAnother) setChosen(null);
  }
  const giveWay = useEffectEvent((_to: string) => {
    if (isAnother) requested?.close();
  });
  useEffect(() => giveWay(address), [address]);
  const given = chosen?.given;
  const settings = useMemo(
    () =>
      withGiven(
        withMended(
          withFollowing(withValues(form, requested), requested?.afterSave),
          requested?.mends ?? requested?.kept?.mends,
        ),
        given ?? givenTo(requested),
      ),
    [form, requested, given],
  );
  return {
    dialog: requested ?? chosen ?? (isNamed ? { mode: 'view', id: named, named: true } : null),
    round,
    settings,
    open: setChosen,
    close: () => {
      setChosen(null);
      if (!requested && !chosen) setClosedAt(address);
      requested?.close();
    },
  };
}
