import { newId } from '#shared/model/new-id.ts';
import { bridge } from '../../bridge/bridge.ts';
import type { Person } from '../activities/person.ts';
import { sentenceOf, showError, showToast } from '../messages/messages.tsx';
import { handOut } from '../record-links/open-link.ts';
import type { Message } from './use-message.ts';

/**
 * Opens a message in WhatsApp or the mail program and logs it with the person. What a link cannot hold goes to the
 * clipboard. Nothing is sent: that is for the person to do there.
 * @returns the change set of what was logged, null where nothing was; undefined where it could not be opened
 */
export async function openMessage(person: Person, message: Message): Promise<string | null | undefined> {
  const { channel, subject, text, link } = message;
  if (!link) return undefined;
  try {
    if (!link.whole) await navigator.clipboard.writeText(text);
    await handOut(link.href);
  } catch (error) {
    showError(sentenceOf(error, 'The message could not be opened. Copy the text and paste it there.'));
    return undefined;
  }
  if (!link.whole)
    showToast({ title: 'Text copied', message: 'Paste it into the message with Ctrl+V.', autoClose: 8_000 });
  const note = [subject, text].filter((part) => part !== '').join('\n\n');
  try {
    const about = { entity: person.entity, id: person.id };
    return (await bridge.call('activities.log', { id: newId(), about, kind: channel, outcome: null, note }))
      .set;
  } catch (error) {
    showError(
      `The message was opened, but could not be logged.\n${sentenceOf(error, 'Log it by hand with L.')}`,
    );
    return null;
  }
}
