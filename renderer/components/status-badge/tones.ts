/** How a status reads at a glance. The word always stands beside the colour. */
export type Tone = 'good' | 'under-way' | 'attention' | 'bad' | 'neutral';

/** Colours that mean nothing, for words of people's own, to tell one from another. */
export const HUES = [
  'indigo',
  'orange',
  'teal',
  'grape',
  'lime',
  'pink',
  'cyan',
  'yellow',
  'violet',
  'green',
  'red',
  'blue',
] as const;

export type Hue = (typeof HUES)[number];

const TONES: Readonly<Record<string, Tone>> = {
  'Not Scheduled': 'neutral',
  Scheduled: 'under-way',
  Cleared: 'good',
  'Not Cleared': 'bad',
  'Not Answered': 'attention',
  'Not join meet': 'attention',
  'Offer Letter To Be Shared': 'under-way',
  'Offer Letter Sent': 'under-way',
  'Offer Letter Accepted': 'good',

  'Not Paid': 'bad',
  'Partially Paid': 'attention',
  'Fully Paid': 'good',

  Connected: 'good',
  'No answer': 'attention',
  Busy: 'attention',
  'Switched off': 'attention',
  'Wrong number': 'bad',
  'Call back later': 'under-way',
  Interested: 'good',
  'Not interested': 'bad',

  Placed: 'good',
  'Not Placed': 'bad',
  'In Progress': 'under-way',

  'Not Started': 'neutral',
  Started: 'under-way',
  Completed: 'good',

  Uploaded: 'good',
  'Not Uploaded': 'neutral',

  Hiring: 'good',
  'Not Hiring': 'neutral',
  'On Hold': 'attention',
};

/** The tone of a status word; null for a word that is no status, which is then shown as plain text. */
export function toneOf(word: string): Tone | null {
  return Object.hasOwn(TONES, word) ? (TONES[word] ?? null) : null;
}
