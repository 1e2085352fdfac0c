import type { CvProposal } from '#shared/protocol/document-calls.ts';

/** What a CV proposes for a new candidate. */
export function proposalsOf(_text: string): CvProposal[] {
  return [];
}
