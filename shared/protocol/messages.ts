import { formatNumber } from '#shared/format/numbers.ts';

/**
 * People who are written to in one go, one after the other. A hundred take a good half hour by hand, and WhatsApp stops
 * numbers that write to many who have not saved them (decision 26).
 */
export const MOST_MESSAGED = 100;

/** Somebody who is to get a message, in the order of the list. */
export interface PersonToMessage {
  id: string;
  /** '' where the record has no name. */
  name: string;
  /** Whether there is a number or an address to send it to. */
  reached: boolean;
}

/** Why so many are not written to in one go, as a sentence. */
export function tooManyMessages(count: number): string {
  return `These are ${formatNumber(count)} people, and messages go to at most ${formatNumber(MOST_MESSAGED)} in one go. Select fewer.`;
}
