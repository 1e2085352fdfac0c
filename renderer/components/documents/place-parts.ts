import type { DocumentPlace } from '#shared/protocol/document-calls.ts';

type Parts = DocumentPlace['parts'];

/** Characters before what was found: more would push it out of a narrow column. */
const LEAD = 18;

/** The parts with so little before the first that was found that this is in sight; cut between words. */
export function withShortLead(parts: Parts): Parts {
  const first = parts.findIndex(({ found }) => found);
  if (first < 1) return parts;
  const lead = parts
    .slice(0, first)
    .map(({ text }) => text)
    .join('');
  if (lead.length <= LEAD) return parts;
  const end = lead.slice(-LEAD);
  // From the next word on; a word without an end is cut.
  const word = end.slice(0, -1).indexOf(' ');
  return [{ text: `…${end.slice(word + 1)}`, found: false }, ...parts.slice(first)];
}
