import { phoneParts } from '#shared/format/phone.ts';
import type { GroupSign } from '#shared/protocol/duplicates.ts';

const listed = new Intl.ListFormat('en-IN', { type: 'conjunction' });

/** What the records of a group have in common, as a heading. */
export function groupHeading(signs: readonly GroupSign[]): string {
  const texts = signs.map(({ sign, what }) => {
    if (sign === 'phone') return `Phone ${asWritten(what)}`;
    if (sign === 'email') return `Email ${what}`;
    return `Like names, same ${listed.format(what.split(', '))}`;
  });
  return texts.join(' · ');
}

/** Digits with their country, grouped as people read them. */
function asWritten(digits: string): string {
  const parts = phoneParts(`+${digits}`);
  return parts ? `+${parts.country} ${parts.number}` : digits;
}
