import { settableFields } from '#shared/access/permissions.ts';
import { user as userEntity } from '#shared/model/user.ts';
import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useRole, useUser } from '../../stores/session.ts';
import type { RecordFormSettings } from '../record-form/form-settings.ts';
import classes from './own-details.module.css';
import { PasswordDialog } from './password-dialog.tsx';

/** Section 9: "Profile success alert", in milliseconds. */
const SUCCESS_MS = 2_000;

/** Section 8, "Profile". */
export const profileFailures = {
  load: 'Failed to load user details',
  signedOut: { title: 'Not logged in', message: 'Please login first' },
  save: { add: 'Something went wrong.', edit: 'Something went wrong.', preferServer: true },
};

/** What users set of their own record (decision 11); the password is a call of its own. */
const ownFields = ['mobileNumber', 'meetingLink', 'dob', 'gender', 'linkedin', 'portfolio'] as const;

/** The Edit Profile dialog (section 2.16). */
export const profileForm: RecordFormSettings = {
  entity: 'user',
  sections: [{ title: 'Profile', fields: ownFields }],
  titles: { add: 'Edit Profile', edit: 'Edit Profile', view: 'My details' },
  save: { add: 'Save', edit: 'Save' },
  done: {
    add: { title: 'Updated!', message: 'Profile updated successfully.', autoClose: SUCCESS_MS },
    edit: { title: 'Updated!', message: 'Profile updated successfully.', autoClose: SUCCESS_MS },
  },
  failures: profileFailures,
  draftAs: { form: 'profile', about: null },
  below: () => <OwnPassword />,
};

/** Whether the signed-in user may set anything of the own record. */
export function useMayEditProfile(): boolean {
  const { _id } = useUser();
  const role = useRole();
  const settable = settableFields(userEntity, { _id, role }, { _id });
  return ownFields.some((name) => settable.has(name));
}

/** The way to a new password of one's own; `onDialog` hears whether its dialog lies over this. */
export function OwnPassword({ onDialog }: { onDialog?: (open: boolean) => void }): ReactNode {
  const { _id, name } = useUser();
  const [opened, setOpenedHere] = useState(false);
  const setOpened = (open: boolean): void => {
    setOpenedHere(open);
    onDialog?.(open);
  };
  return (
    <div className={classes.passwordLine}>
      <span>A new password asks for the present one, and is saved at once.</span>
      <Button variant="default" size="compact-md" onClick={() => setOpened(true)}>
        Change password
      </Button>
      {opened && <PasswordDialog userId={_id} name={name} onClose={() => setOpened(false)} />}
    </div>
  );
}
