import type { RecordFormSettings } from '../../components/record-form/form-settings.ts';

/** An employee in the directory: read by everybody, changed in Employee Management. So it has no field to fill. */
export const directoryForm: RecordFormSettings = {
  entity: 'user',
  sections: [{ title: 'Employee', fields: [] }],
  viewSections: [
    {
      title: 'Employee',
      fields: ['name', 'roleName', 'email', 'mobileNumber', 'meetingLink', 'isActive'],
    },
  ],
  titles: { add: 'Employee', edit: 'Employee', view: 'Employee' },
  save: { add: 'Save', edit: 'Save' },
  done: { add: { title: 'Saved', message: '' }, edit: { title: 'Saved', message: '' } },
  failures: { load: 'Failed to fetch user', save: 'Something went wrong.' },
};
