import type { DeletionTexts } from '../../components/list-screen/delete-record.ts';
import type { RecordFormSettings } from '../../components/record-form/form-settings.ts';
import { RoleInput } from './role-input.tsx';
import { UserInput } from './user-input.tsx';

/** Section 8, "Assign roles": one sentence for whatever fails. */
export const ASSIGNMENT_FAILURE = 'Something went wrong.';

export const assignmentForm: RecordFormSettings = {
  entity: 'roleAssignment',
  sections: [
    {
      title: 'Role assignment',
      fields: [
        { name: 'userEmail', label: 'User', span: 'full', input: UserInput, hint: 'Found by name or email.' },
        { name: 'roleName', label: 'Role', span: 'full', input: RoleInput },
      ],
    },
  ],
  viewSections: [{ title: 'Role assignment', fields: ['userName', 'userEmail', 'roleName'] }],
  titles: { add: 'Assign Role', edit: 'Edit Role Assignment', view: 'View Role Assignment' },
  save: { add: 'Assign', edit: 'Update' },
  done: {
    add: { title: 'Assigned!', message: 'The role has been assigned.' },
    edit: { title: 'Updated!', message: 'Role assignment updated successfully.' },
  },
  failures: { load: ASSIGNMENT_FAILURE, save: ASSIGNMENT_FAILURE },
};

export const assignmentDeletion: DeletionTexts = {
  title: (email) => `Take the role of ${email} away?`,
  message: 'They are signed out, and can open only the dashboard until a role is assigned again.',
  done: { title: 'Deleted!', message: 'Role assignment has been deleted.' },
  failure: ASSIGNMENT_FAILURE,
};
