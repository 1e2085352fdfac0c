import { activityRules } from './activity-rules.ts';
import { candidateRules } from './candidate-rules.ts';
import { contactInquiryRules } from './contact-inquiry-rules.ts';
import { documentRules } from './document-rules.ts';
import type { EntityRules } from './entity-rules.ts';
import { inquiryRules } from './inquiry-rules.ts';
import { leadStatusRules } from './lead-status-rules.ts';
import { mergedRecordRules } from './merged-record-rules.ts';
import { roleAssignmentRules } from './role-assignment-rules.ts';
import { openingViewRules, savedViewRules } from './saved-view-rules.ts';
import { roleRules } from './role-rules.ts';
import { userRules } from './user-rules.ts';

/** The rules by entity name; most entities need none. */
export const entityRules: Readonly<Record<string, EntityRules>> = {
  activity: activityRules,
  candidate: candidateRules,
  contactInquiry: contactInquiryRules,
  document: documentRules,
  inquiry: inquiryRules,
  leadStatus: leadStatusRules,
  mergedRecord: mergedRecordRules,
  openingView: openingViewRules,
  role: roleRules,
  roleAssignment: roleAssignmentRules,
  savedView: savedViewRules,
  user: userRules,
};
