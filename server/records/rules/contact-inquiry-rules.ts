import type { EntityRules } from './entity-rules.ts';
import { assertMayHave, ownerOfNewContact } from './lead-owner.ts';
import { assertLinks, followLinks } from './linked-records.ts';

/** A message from the website: whose it is, and that it is taken over once (decision 21). */
export const contactInquiryRules: EntityRules = {
  async check(change, batch) {
    if (change.kind === 'delete' || change.kind === 'restore') return;
    await assertMayHave(change, 'assignedTo', batch);
    await assertLinks(change, batch);
    if (change.kind === 'create') await ownerOfNewContact(change, batch);
  },

  follow: followLinks,
};
