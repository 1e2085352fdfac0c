import { expect, it } from 'vitest';
import { takenBack } from './taken-back.ts';

it('an undo of an undo is what it was about, done again', () => {
  expect(takenBack('Enrolled Asha Rao')).toEqual({ isAgain: false, of: 'Enrolled Asha Rao' });
  expect(takenBack('Undone: Enrolled Asha Rao')).toEqual({ isAgain: true, of: 'Enrolled Asha Rao' });
  expect(takenBack('Undone: Undone: Enrolled Asha Rao')).toEqual({ isAgain: false, of: 'Enrolled Asha Rao' });
});
