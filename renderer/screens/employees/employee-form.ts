import { passwordProblem } from '#shared/model/password-rules.ts';
import type { AnyRecord } from '#shared/model/entity.ts';
import { user as userEntity } from '#shared/model/user.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import { bridge } from '../../bridge/bridge.ts';
import { titleOf } from '../../components/data-grid/list-row.ts';
import type { DeletionTexts } from '../../components/list-screen/delete-record.ts';
import { sentenceOf } from '../../components/messages/messages.tsx';
import type { RecordFormSettings } from '../../components/record-form/form-settings.ts';
import { RoleInput } from '../../components/people/role-input.tsx';
import { EmployeeAccount } from './employee-account.tsx';
import { InitialPasswordInput } from './initial-password-input.tsx';
import { assignRole } from './assign-role.ts';

export const employeeForm: RecordFormSettings = {
  entity: 'user',
  sections: [
    {
      title: 'Employee',
      fields: [
        'name',
        'email',
        { name: 'roleName', input: RoleInput },
        { name: 'password', input: InitialPasswordInput, modes: ['add'] },
        'mobileNumber',
        'meetingLink',
        'salary',
        'DOJ',
        'DOL',
        'dob',
        'gender',
        'linkedin',
        'portfolio',
        'isActive',
      ],
    },
  ],
  viewSections: [
    {
      title: 'Employee',
      fields: [
        'name',
        'roleName',
        'email',
        'mobileNumber',
        'meetingLink',
        'salary',
        'DOJ',
        'DOL',
        'dob',
        'gender',
        'linkedin',
        'portfolio',
        'isActive',
      ],
    },
  ],
  titles: { add: 'Add Employee', edit: 'Edit Employee', view: 'View Employee' },
  save: { add: 'Save', edit: 'Update' },
  done: {
    add: { title: 'Added!', message: 'New employee has been added.' },
    edit: { title: 'Updated!', message: 'Employee updated successfully.' },
  },
  // Section 8: save errors show the server's sentence.
  failures: {
    load: 'Failed to fetch user',
    save: { add: 'Failed to add employee', edit: 'Failed to update employee', preferServer: true },
  },
  secretProblem: (password, { name, email }) =>
    passwordProblem(password, { name: text(name), email: text(email) }),
  alongside: ['roleName'],
  async afterSave({ record }, { password, roleName }, before) {
    // The role first: whether a password is kept for viewing depends on it.
    if (roleName !== undefined) await saveRole(record, roleName, before);
    if (typeof password !== 'string') return;
    try {
      await bridge.call('password.set', { userId: record._id, password });
    } catch (error) {
      const sentence = sentenceOf(error, 'Something went wrong.');
      throw new PlainError(
        error instanceof PlainError ? error.code : 'internal',
        `${titleOf(userEntity, record)} is saved, but the password is not set.\n${sentence}\nSet it from the employee's details.`,
      );
    }
  },
  below: EmployeeAccount,
};

async function saveRole(record: AnyRecord, roleName: unknown, before: AnyRecord | null): Promise<void> {
  const email = text(record['email']);
  try {
    await assignRole(email, text(before?.['email']) || email, text(roleName) || null);
  } catch (error) {
    const sentence = sentenceOf(error, 'Something went wrong.');
    throw new PlainError(
      error instanceof PlainError ? error.code : 'internal',
      `${titleOf(userEntity, record)} is saved, but the role is not changed.\n${sentence}`,
    );
  }
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

export const employeeDeletion: DeletionTexts = {
  title: (name) => `Delete "${name}"?`,
  message: 'They are signed out everywhere and lose their role. Undo brings back the person, not the role.',
  done: { title: 'Deleted!', message: 'Employee has been deleted.' },
  failure: 'Failed to delete employee',
};
