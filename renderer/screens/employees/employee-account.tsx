import type { AnyRecord } from '#shared/model/entity.ts';
import type { ReactNode } from 'react';
import { SignedInDevices } from '../../components/my-details/signed-in-devices.tsx';
import type { FormMode } from '../../components/record-form/form-settings.ts';
import { PasswordView } from './password-view.tsx';

/** What belongs to the account of an employee beside the record: the password, and where it is signed in. */
export function EmployeeAccount(props: { mode: FormMode; record: AnyRecord | null }): ReactNode {
  return (
    <>
      <PasswordView {...props} />
      {props.mode === 'view' && props.record && <SignedInDevices userId={props.record._id} />}
    </>
  );
}
