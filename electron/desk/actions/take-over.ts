import { entityOf } from '#shared/model/entities.ts';
import { alreadyTakenOver, inquiryOf } from '#shared/model/enrolment.ts';
import type { Params } from '#shared/protocol/bridge.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import { newSet } from '../records/new-set.ts';
import { notHere } from '../records/not-here.ts';
import { titleOf } from '../records/record-reader.ts';
import type { Workspace } from '../workspace/workspace.ts';

/**
 * Makes an inquiry of a message from the website, as the user's own; the two name each other. One change set.
 * @throws PlainError `not-found`, `unavailable`, `forbidden`, `invalid`, or `conflict` where somebody has done so already
 */
export function takeOver(
  { writer, reader, cache, actor }: Workspace,
  { id }: Params<'contacts.takeOver'>,
): { set: string | null; inquiry: string } {
  const contact = reader.record('contactInquiry', id);
  if (!contact)
    throw notHere(
      cache,
      entityOf('contactInquiry'),
      'This message is no longer there. Somebody may have deleted it.',
    );
  const name = titleOf(entityOf('contactInquiry'), contact);
  const became = contact['inquiry'];
  const taken = typeof became === 'string' ? reader.record('inquiry', became) : undefined;
  if (taken)
    throw new PlainError('conflict', alreadyTakenOver(name, titleOf(entityOf('inquiry'), taken), null));
  let inquiry = '';
  const set = writer.together(newSet(`Took over ${name}`), () => {
    const changes = { ...inquiryOf(contact), contact: id, assignedTo: actor._id };
    inquiry = writer.save({ entity: 'inquiry', id: null, base: null, changes }, actor).recordId;
    const base = reader.baseSeq('contactInquiry', id);
    const link = { inquiry, assignedTo: actor._id };
    writer.save({ entity: 'contactInquiry', id, base, changes: link }, actor);
  });
  return { set, inquiry };
}
