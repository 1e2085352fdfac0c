import { lazy, Suspense, useEffect, type ReactNode } from 'react';
import { putAway, useAsked } from './dialogs.ts';
import { ShowRecord } from './show-record.tsx';

const Enrolment = lazy(async () => ({ default: (await import('./enrolment.tsx')).Enrolment }));
const HandOverDialog = lazy(async () => ({
  default: (await import('./hand-over-dialog.tsx')).HandOverDialog,
}));
const LeadTakersDialog = lazy(async () => ({
  default: (await import('./lead-takers-dialog.tsx')).LeadTakersDialog,
}));

/** Shows what dialogs.ts was asked for, over whatever asked. */
export function WhoseHost(): ReactNode {
  const asked = useAsked((state) => state.asked);
  // What was open for one who has signed out is not for the next.
  useEffect(() => putAway, []);
  if (!asked) return null;
  return <Suspense fallback={null}>{dialogFor(asked)}</Suspense>;
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
