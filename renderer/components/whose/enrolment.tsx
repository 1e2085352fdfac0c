import { candidateOf } from '#shared/model/enrolment.ts';
import type { KeptDraft } from '#shared/protocol/draft-calls.ts';
import type { RecordView } from '#shared/protocol/record-view.ts';
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import { bridge } from '../../bridge/bridge.ts';
import { candidateForm } from '../candidate-form/candidate-form.ts';
import { putBackDraft } from '../drafts/left-drafts.ts';
import { showError, showFailure, showToast } from '../messages/messages.tsx';
import type { RecordFormSettings } from '../record-form/form-settings.ts';
import { RecordFormDialog } from '../record-form/record-form.tsx';
import { enrolledAs } from './enrolled-as.ts';
import { ShowRecord } from './show-record.tsx';

interface EnrolmentProps {
  /** Id of the inquiry. */
  inquiry: string;
  /** What was typed before the application stopped. */
  kept?: KeptDraft | undefined;
  /** Called once the dialog is out of the way. */
  onClose: () => void;
}

type Found = { form: RecordFormSettings } | { candidate: string };

/** The form of a candidate, filled from an inquiry; one that was enrolled already leads to its candidate instead. */
export function Enrolment({ inquiry, kept, onClose }: EnrolmentProps): ReactNode {
  const [found, setFound] = useState<Found | null>(null);
  // What was typed stays within reach where its form does not open.
  const putBack = (): void => void (kept && putBackDraft(kept.id));
  const load = async (): Promise<void> => {
    try {
      const view = await bridge.call('records.get', { entity: 'inquiry', id: inquiry });
      const now = view && (await foundOf(view));
      if (!now || !('form' in now)) putBack();
      if (now) return setFound(now);
      showError(
        'Failed to fetch intern details.\nThis inquiry is no longer there. It may have been deleted.',
      );
      onClose();
    } catch (error) {
      putBack();
      onClose();
      showFailure('Failed to fetch intern details.', error, load);
    }
  };
  const begin = useEffectEvent(() => void load());
  useEffect(() => begin(), []);
  const { pathname } = useLocation();
  const arrival = useNavigationType();
  const [openedAt] = useState(pathname);
  const leave = useEffectEvent((path: string) => {
    // It lies over all screens: where somebody has gone on to, it is about nobody. A redirect at the start is no such way.
    if (path !== openedAt && arrival !== NavigationType.Replace) onClose();
  });
  useEffect(() => leave(pathname), [pathname]);
  if (!found) return null;
  return 'form' in found ? (
    <RecordFormDialog settings={found.form} mode="add" id={null} kept={kept} onClose={onClose} />
  ) : (
    <ShowRecord entity="candidate" id={found.candidate} onShown={onClose} />
  );
}

async function foundOf(view: RecordView): Promise<Found> {
  const { contact } = view.record;
  const candidate = enrolledAs(view);
  if (candidate) {
    showToast({ title: 'Enrolled already', message: candidate.title, color: 'gray' });
    return { candidate: candidate.id };
  }
  const from =
    typeof contact === 'string'
      ? await bridge.call('records.get', { entity: 'contactInquiry', id: contact })
      : null;
  return { form: enrolmentForm(view, from) };
}

function enrolmentForm({ record, references }: RecordView, contact: RecordView | null): RecordFormSettings {
  const name = typeof record['Name'] === 'string' ? record['Name'] : 'Inquiry';
  return {
    ...candidateForm,
    titles: { ...candidateForm.titles, add: `Enrol ${name}` },
    save: { ...candidateForm.save, add: 'Enrol' },
    done: { ...candidateForm.done, add: { title: 'Enrolled!', message: `${name} is a candidate now.` } },
    draftAs: { form: 'enrolment', about: { entity: 'inquiry', id: record._id, title: name.slice(0, 300) } },
    initialValues: () => ({
      ...candidateForm.initialValues?.(),
      ...candidateOf(record, references['assignedTo'] ?? null, contact?.record ?? null),
    }),
    madeOf: [record._id, ...(contact ? [contact.record._id] : [])],
    add: ({ id, changes }) => bridge.call('inquiries.enrol', { id: record._id, candidate: id, changes }),
  };
}
