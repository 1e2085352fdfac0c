import { expect, test } from 'vitest';
import { usualDeletion, usualTexts } from './usual-texts.ts';

test('section 8: the texts of inquiries and candidates, which the other records share', () => {
  expect(usualTexts('Inquiry')).toEqual({
    titles: { add: 'Add Inquiry', edit: 'Edit Inquiry', view: 'View Inquiry' },
    save: { add: 'Save Inquiry', edit: 'Update Inquiry' },
    done: {
      add: { title: 'Added!', message: 'New inquiry has been added.' },
      edit: { title: 'Updated!', message: 'Inquiry updated successfully.' },
    },
  });
  expect(usualDeletion('Candidate', 'Failed to delete candidate')).toEqual({
    title: 'Are you sure?',
    message: 'This will permanently delete the candidate.',
    done: { title: 'Deleted!', message: 'Candidate has been deleted.' },
    failure: 'Failed to delete candidate',
  });
  expect(usualTexts('Career Slide').done.edit.message).toBe('Career slide updated successfully.');
});
