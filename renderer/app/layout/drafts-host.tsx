import { pathShowing } from '#shared/access/routes.ts';
import type { KeptDraft } from '#shared/protocol/draft-calls.ts';
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { bridge } from '../../bridge/bridge.ts';
import { useLogging } from '../../components/activities/log-call.ts';
import { isOfPeople, kindOf } from '../../components/activities/person.ts';
import { goneTitle } from '../../components/drafts/draft-wording.ts';
import { putBackDraft, refreshLeft, useLeftDrafts } from '../../components/drafts/left-drafts.ts';
import { LOG_CALL, MESSAGE, openingOf, type Gone, type Opening } from '../../components/drafts/open-draft.ts';
import { loadedLater } from '../../components/loaded-later.tsx';
import { messagePerson } from '../../components/messaging/asked-message.ts';
import { isStillWriting } from '../../components/messaging/still-writing.ts';
import { sentenceOf, showError, showToast } from '../../components/messages/messages.tsx';
import { hasUnsavedChanges } from '../../components/record-form/unsaved-changes.ts';
import { ask, useAsked } from '../../components/whose/dialogs.ts';
import { askForForm, useAskedForm } from '../../stores/asked-form.ts';
import { useRole, useUser } from '../../stores/session.ts';
import { closeOwnDialog, openOwnDialog, useOwnDialog } from './own-dialogs.ts';

const DraftsDialog = loadedLater(
  async () => (await import('../../components/drafts/drafts-dialog.tsx')).DraftsDialog,
);
const OwnProfile = loadedLater(
  async () => (await import('../../components/my-details/own-profile.tsx')).OwnProfile,
);

/** Opens again what was typed before the application stopped: the newest by itself, the others as the user asks. */
export function DraftsHost({ path }: { path: string }): ReactNode {
  const { _id } = useUser();
  const role = useRole();
  const navigate = useNavigate();
  const isListed = useOwnDialog(({ open }) => open === 'drafts');
  const [profile, setProfile] = useState<KeptDraft | null>(null);

  /** Gives why, where its text can be copied alone. */
  const open = async (id: string): Promise<Gone | null> => {
    const opening = await openingOf(id, { _id, role });
    if (opening.outcome === 'opens') show(opening);
    if (opening.outcome === 'not-allowed')
      showToast({
        title: 'A form that you had not saved is gone.',
        message: 'Your role may not open it any more.',
        color: 'yellow',
        autoClose: false,
      });
    void refreshLeft();
    return opening.outcome === 'gone' ? opening.gone : null;
  };

  const show = ({ draft: kept, mode, activity }: Extract<Opening, { outcome: 'opens' }>): void => {
    const { about, form, recordId } = kept;
    if (isStillWriting()) return void putBackDraft(kept.id);
    if (form === 'profile') return setProfile(kept);
    if (form === LOG_CALL && about && isOfPeople(about.entity)) {
      const kind = kindOf({ _id: recordId, kind: kept.values['kind'] });
      const person = { entity: about.entity, id: about.id, title: about.title };
      return useLogging.setState({ open: { person, kind, activity, kept } });
    }
    if (form === MESSAGE && about && isOfPeople(about.entity))
      return messagePerson({ entity: about.entity, id: about.id, title: about.title }, kept);
    if (form === 'enrolment' && mode === 'add' && about) {
      // While another dialog of that kind is open, nothing would open.
      if (useAsked.getState().asked) return void putBackDraft(kept.id);
      return ask({ what: 'enrol', inquiry: about.id, kept });
    }
    const screen = form.startsWith('/') ? form : pathShowing(kept.entity, role);
    if (screen === undefined) return void putBackDraft(kept.id);
    askForForm({ path: screen, mode, id: mode === 'add' ? null : recordId, kept });
    if (screen !== path) void navigate(screen);
  };

  const begin = useEffectEvent(async () => {
    const left = await refreshLeft();
    const isNew = left.filter(({ offered }) => !offered);
    const [newest] = isNew;
    if (!newest) return;
    await bridge.call('drafts.offered', { ids: isNew.map(({ id }) => id), offered: true });
    const gone = hasUnsavedChanges() ? null : await open(newest.id);
    if (gone) return offer(goneTitle(gone));
    const others = (await refreshLeft()).length;
    if (others > 0) offer(others === 1 ? '1 more form is not saved.' : `${others} more forms are not saved.`);
  });
  useEffect(() => {
    begin().catch(() => undefined);
    // What was open for one who has signed out is not for the next.
    return () => {
      useLeftDrafts.setState({ left: [] });
      useAskedForm.setState({ asked: null });
    };
  }, []);

  return (
    <>
      {isListed && (
        <DraftsDialog
          onContinue={(id) =>
            void open(id).then(
              (gone) => gone && offer(goneTitle(gone)),
              (error: unknown) => showError(sentenceOf(error, 'The form could not be opened. Try again.')),
            )
          }
          onClose={closeOwnDialog}
        />
      )}
      {profile && <OwnProfile kept={profile} onClose={() => setProfile(null)} />}
    </>
  );
}

function offer(title: string): void {
  showToast({
    title,
    message: 'What you had typed is kept.',
    color: 'blue',
    autoClose: false,
    action: { label: 'Show', run: () => openOwnDialog('drafts') },
  });
}
