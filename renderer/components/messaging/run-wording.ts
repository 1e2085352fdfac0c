import type { MessageChannel } from '#shared/model/message-template.ts';

const WAY = { WhatsApp: 'whole phone number for WhatsApp', Email: 'email address that can be written to' };

const MOST_NAMES = 12;

/** As many names as are read at a glance. */
export function namesText(names: readonly string[]): string {
  const more = names.length - MOST_NAMES;
  return more <= 0 ? names.join(', ') : `${names.slice(0, MOST_NAMES).join(', ')} and ${more} more`;
}

/** Who is left out, at the start. */
export function passedOverText(count: number, channel: MessageChannel): string {
  return `${count} ${count === 1 ? 'has' : 'have'} no ${WAY[channel]} and ${count === 1 ? 'is' : 'are'} passed over`;
}

/**
 * What came of messages one after the other, at their end or where somebody stopped.
 * @param reached how many could be written to, and `unreached` could not
 */
export function runDoneText(
  { opened, skipped }: { opened: number; skipped: number },
  reached: number,
  unreached: number,
  channel: MessageChannel,
): { title: string; message: string } {
  const left = reached - opened - skipped;
  const parts = [
    opened > 0 && 'Each is logged in its timeline.',
    skipped > 0 && `${skipped} skipped.`,
    left > 0 && `${left} not done.`,
    unreached > 0 &&
      `${passedOverText(unreached, channel)}.`.replace(' are ', ' were ').replace(' is ', ' was '),
  ];
  return {
    title: `${opened} of ${reached} ${reached === 1 ? 'message' : 'messages'} opened`,
    message: parts.filter((part) => part !== false).join(' '),
  };
}
