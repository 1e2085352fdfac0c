import type { DeletionTexts } from '../list-screen/delete-record.ts';

/** The one sentence for whatever fails with assignments (section 8). */
export const ASSIGNMENT_FAILURE = 'Something went wrong.';

/** Taking a role away, on its own screen and on the employee's form. */
export const assignmentDeletion: DeletionTexts = {
  title: (email) => `Take the role of ${email} away?`,
  message: 'They are signed out, and can open only the dashboard until a role is assigned again.',
  done: { title: 'Deleted!', message: 'Role assignment has been deleted.' },
  failure: ASSIGNMENT_FAILURE,
};
