import type { RecordFormSettings } from '../../components/record-form/form-settings.ts';
import { ASSIGNMENT_FAILURE } from '../../components/people/assignment-deletion.ts';
import { RoleInput } from '../../components/people/role-input.tsx';
import { UserInput } from './user-input.tsx';

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
