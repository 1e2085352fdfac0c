import { formatDate } from '#shared/format/dates.ts';
import { storedFields } from '#shared/model/entity.ts';
import { user as userEntity } from '#shared/model/user.ts';
import { Box, Button, Group, Modal, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useRole, useUser } from '../../stores/session.ts';
import { RecordFormDialog } from '../record-form/record-form.tsx';
import { TwoStepSection } from '../two-step/two-step-section.tsx';
import { useLateOpening } from '../use-late-opening.ts';
import { OwnDetails } from './own-details.tsx';
import { OwnTraining } from './own-training.tsx';
import { OwnPassword, profileForm, useMayEditProfile } from './profile-form.tsx';
import { SignedInDevices } from './signed-in-devices.tsx';
import { useOwnRecord } from './use-own-record.ts';

/** What says who it is stands first, as on the employee's popup. */
const first = ['name', 'roleName', 'email'];

const allFields = [
  ...first,
  ...storedFields(userEntity)
    .filter(([name, { kind }]) => kind !== 'datetime' && !first.includes(name))
    .map(([name]) => name),
];

/** The signed-in user's own record (decision 12): the profile that every role has. */
export function MyDetails({ onClose }: { onClose: () => void }): ReactNode {
  const { _id } = useUser();
  const role = useRole();
  const mayEdit = useMayEditProfile();
  const query = useOwnRecord();
  const [opened, setOpened] = useLateOpening();
  const [editing, setEditing] = useState(false);
  /** A dialog lies over this one and has the keys. */
  const [covered, setCovered] = useState(false);
  const close = (): void => setOpened(false);
  if (editing) return <RecordFormDialog settings={profileForm} mode="edit" id={_id} onClose={onClose} />;
  const createdAt = query.data?.record['createdAt'];
  return (
    <Modal
      opened={opened}
      onClose={close}
      onExitTransitionEnd={onClose}
      closeOnEscape={!covered}
      title="My details"
      size={840}
      centered
    >
      <OwnDetails query={query} fields={allFields} />
      {role === 'Student' && <OwnTraining />}
      {/* Who edits the profile finds it there. */}
      {!mayEdit && (
        <Box mt="md">
          <OwnPassword onDialog={setCovered} />
        </Box>
      )}
      <TwoStepSection onDialog={setCovered} />
      <SignedInDevices userId={_id} />
      <Group justify="flex-end" mt="lg" gap="sm">
        <Text size="xs" c="dimmed" flex={1}>
          {typeof createdAt === 'string' && `In this system since ${formatDate(createdAt)}.`}
        </Text>
        <Button variant="default" onClick={close}>
          Close
        </Button>
        {mayEdit && query.data && <Button onClick={() => setEditing(true)}>Edit Profile</Button>}
      </Group>
    </Modal>
  );
}
