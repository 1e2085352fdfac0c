/** Marks on one letter; no word of any script has so many. Halfwidth sound marks become marks as well. */
const MORE_MARKS = /([\p{M}\uFF9E\uFF9F]{32})[\p{M}\uFF9E\uFF9F]+/gu;

/**
 * As `String.normalize`, in time that grows with the length: to bring the marks of a letter into their order takes the
 * square of their number, seconds for what a single field may hold. Of a letter's marks the first 32 are kept.
 */
export function normalise(text: string, form: 'NFC' | 'NFD' | 'NFKC' | 'NFKD'): string {
  return text.replace(MORE_MARKS, '$1').normalize(form);
}
