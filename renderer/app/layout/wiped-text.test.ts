import { expect, it } from 'vitest';
import { wipedText } from './wiped-text.ts';

it('nothing is called removed that has stayed', () => {
  expect(wipedText({ waiting: 0, attention: 0 })).toBe('Your data was removed from this computer.');
  expect(wipedText({ waiting: 2, attention: 0 })).toBe(
    'Your data was removed from this computer, but for the changes that wait to be sent.',
  );
  // A change that was refused, a conflict or a notice stays, although nothing waits.
  expect(wipedText({ waiting: 0, attention: 1 })).toBe(
    'Your data was removed from this computer, but for what needs your attention.',
  );
  expect(wipedText({ waiting: 1, attention: 1 })).toBe(
    'Your data was removed from this computer, but for the changes that wait to be sent and what needs your attention.',
  );
});
