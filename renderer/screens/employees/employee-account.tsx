import type { AnyRecord } from '#shared/model/entity.ts';
import { user as userEntity } from '#shared/model/user.ts';
import type { ReactNode } from 'react';
import { titleOf } from '../../components/data-grid/list-row.ts';
import { SignedInDevices } from '../../components/my-details/signed-in-devices.tsx';
import type { FormMode } from '../../components/record-form/form-settings.ts';
import { TwoStepOfEmployee } from '../../components/two-step/two-step-of-employee.tsx';
import { PasswordView } from './password-view.tsx';

/** What belongs to the account of an employee beside the record: the password, the second step, and where it is signed in. */
export function EmployeeAccount(props: { mode: FormMode; record: AnyRecord | null }): ReactNode {
  return (
    <>
      <PasswordView {...props} />
      {props.mode === 'view' && props.record && (
        <>
          <TwoStepOfEmployee userId={props.record._id} name={titleOf(userEntity, props.record)} />
          <SignedInDevices userId={props.record._id} />
        </>
      )}
    </>
  );
}
