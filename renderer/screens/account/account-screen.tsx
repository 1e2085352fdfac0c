import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { RowAction } from '../../components/data-grid/row-actions.tsx';
import { employeeColumns } from '../../components/people/employee-columns.tsx';
import { ListScreen } from '../../components/list-screen/list-screen.tsx';
import { OwnDetails } from '../../components/my-details/own-details.tsx';
import { profileForm, useMayEditProfile } from '../../components/my-details/profile-form.tsx';
import { useOwnRecord } from '../../components/my-details/use-own-record.ts';
import { RecordFormDialog } from '../../components/record-form/record-form.tsx';
import { useUser } from '../../stores/session.ts';
import classes from './account.module.css';
import { directoryForm } from './directory-form.ts';

/** The account (section 2.16) above the employee directory (decision 12). */
export function AccountScreen(): ReactNode {
  return (
    <div className={classes.screen}>
      <Account />
      <div className={classes.directory}>
        <ListScreen
          entity="user"
          list="directory"
          heading="Employee directory"
          headingOrder={2}
          failure="Failed to fetch Employee"
          searchLabel="Search by name or email"
          actionHeading="Actions"
          columns={employeeColumns}
          narrowLines={2}
          form={directoryForm}
          rowActions={viewOnly}
        />
      </div>
    </div>
  );
}

const viewOnly = (standard: readonly RowAction[]): readonly RowAction[] =>
  standard.filter(({ label }) => label === 'View');

/** Salary and dates of work are left to "My details": this page lies open beside others. */
const shown = ['email', 'roleName', 'mobileNumber', 'meetingLink', 'dob', 'gender', 'linkedin', 'portfolio'];

function Account(): ReactNode {
  const { _id, name } = useUser();
  const mayEdit = useMayEditProfile();
  const query = useOwnRecord();
  const [editing, setEditing] = useState(false);
  return (
    <section aria-label="Account" className={classes.account}>
      <div className={classes.banner}>
        <h1 className={classes.welcome}>Welcome, {name}</h1>
        {mayEdit && query.data && (
          <Button variant="default" onClick={() => setEditing(true)}>
            Edit Profile
          </Button>
        )}
      </div>
      <OwnDetails query={query} fields={shown} dense />
      {editing && (
        <RecordFormDialog settings={profileForm} mode="edit" id={_id} onClose={() => setEditing(false)} />
      )}
    </section>
  );
}
