import type { KeptDraft } from '#shared/protocol/draft-calls.ts';
import type { ReactNode } from 'react';
import { useUser } from '../../stores/session.ts';
import { RecordFormDialog } from '../record-form/record-form.tsx';
import { profileForm } from './profile-form.tsx';

/** The profile's form as it was before the application stopped. */
export function OwnProfile({ kept, onClose }: { kept: KeptDraft; onClose: () => void }): ReactNode {
  const { _id } = useUser();
  return <RecordFormDialog settings={profileForm} mode="edit" id={_id} kept={kept} onClose={onClose} />;
}
