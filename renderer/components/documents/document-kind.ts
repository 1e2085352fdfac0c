import type { DOCUMENT_KINDS } from '#shared/model/document.ts';
import type { Documented } from '#shared/protocol/document-calls.ts';

export type DocumentKind = (typeof DOCUMENT_KINDS)[number];

/** Words of file names, in the order in which they decide: an "experience letter" is a certificate, an "offer letter" none. */
const SIGNS: readonly [DocumentKind, RegExp][] = [
  ['CV', /^(?:cvs?|resumes?|résumés?|biodata|curriculum|naukri)$/],
  ['Offer letter', /^(?:offers?|appointment|joining|loi)$/],
  [
    'Identity document',
    /^(?:aadhaar|aadhar|adhaar|adhar|pan|pancard|passport|licen[cs]e|voter|identity|idcard|id)$/,
  ],
  [
    'Certificate',
    /^(?:certificates?|certs?|marksheets?|marks?|marklist|degree|diploma|transcripts?|experience|relieving|ssc|hsc|provisional)$/,
  ],
];

/** The kind that the name of a file says; null where it says none. */
export function kindByName(name: string): DocumentKind | null {
  const words = name
    .replace(/\.[^.]{1,8}$/, '')
    // AshaVermaCV is three words.
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}]+/u);
  return SIGNS.find(([, sign]) => words.some((word) => sign.test(word)))?.[0] ?? null;
}

/**
 * A kind for each of these files: what its name says; else the first is the CV of a candidate who has none.
 * @param hasCv whether the candidate has a CV already
 */
export function proposedKinds(
  names: readonly string[],
  of: { entity: Documented; hasCv: boolean },
): DocumentKind[] {
  const named = names.map(kindByName);
  let isOpen = of.entity === 'candidate' && !of.hasCv && !named.includes('CV');
  return named.map((kind) => {
    if (kind !== null) return kind;
    const proposed = isOpen ? 'CV' : 'Other';
    isOpen = false;
    return proposed;
  });
}
