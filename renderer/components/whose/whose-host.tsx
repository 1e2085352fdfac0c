import { useEffect, type ReactNode } from 'react';
import { loadedLater } from '../loaded-later.tsx';
import { putAway, useAsked } from './dialogs.ts';
import { ShowRecord } from './show-record.tsx';

const Enrolment = loadedLater(async () => (await import('./enrolment.tsx')).Enrolment);
const HandOverDialog = loadedLater(async () => (await import('./hand-over-dialog.tsx')).HandOverDialog);
const LeadTakersDialog = loadedLater(async () => (await import('./lead-takers-dialog.tsx')).LeadTakersDialog);

/** Shows what dialogs.ts was asked for, over whatever asked. */
export function WhoseHost(): ReactNode {
  const asked = useAsked((state) => state.asked);
  // What was open for one who has signed out is not for the next.
  useEffect(() => putAway, []);
  if (!asked) return null;
  return dialogFor(asked);
}

function dialogFor(asked: NonNullable<ReturnType<typeof useAsked.getState>['asked']>): ReactNode {
  switch (asked.what) {
    case 'enrol':
      return <Enrolment key={asked.inquiry} inquiry={asked.inquiry} kept={asked.kept} onClose={putAway} />;
    case 'hand over':
      return <HandOverDialog from={asked.from} onClose={putAway} />;
    case 'lead takers':
      return <LeadTakersDialog onClose={putAway} />;
    case 'show':
      return <ShowRecord entity={asked.entity} id={asked.id} onShown={putAway} />;
  }
}
