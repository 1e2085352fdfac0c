import { entityOf } from '#shared/model/entities.ts';
import { alreadyEnrolled } from '#shared/model/enrolment.ts';
import type { Params } from '#shared/protocol/bridge.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import { newSet } from '../records/new-set.ts';
import { notHere } from '../records/not-here.ts';
import { titleOf } from '../records/record-reader.ts';
import type { Workspace } from '../workspace/workspace.ts';

/**
 * Makes a candidate of an inquiry; the two name each other. One change set, so that an Undo takes the candidate away
 * and leaves the inquiry as it was.
 * @throws PlainError `not-found`, `unavailable`, `forbidden`, `invalid`, or `conflict` where somebody has done so already
 */
export function enrol(
  { writer, reader, cache, actor }: Workspace,
  { id, candidate, changes }: Params<'inquiries.enrol'>,
): { set: string | null } {
  const inquiry = reader.record('inquiry', id);
  if (!inquiry) throw notHere(cache, entityOf('inquiry'));
  const name = titleOf(entityOf('inquiry'), inquiry);
  const became = inquiry['enrolledAs'];
  const enrolled = typeof became === 'string' ? reader.record('candidate', became) : undefined;
  if (enrolled)
    throw new PlainError('conflict', alreadyEnrolled(name, titleOf(entityOf('candidate'), enrolled), null));
  const set = writer.together(newSet(`Enrolled ${name}`), () => {
    const whole = { ...changes, inquiry: id };
    writer.save({ entity: 'candidate', id: candidate, base: null, changes: whole }, actor);
    const base = reader.baseSeq('inquiry', id);
    writer.save({ entity: 'inquiry', id, base, changes: { enrolledAs: candidate } }, actor);
  });
  return { set };
}
