import { normalise } from '#shared/format/normalise.ts';

/** A text as headings and options are compared: small letters and figures alone, without accents of Latin letters. */
export function fold(text: string): string {
  return normalise(text, 'NFKD')
    .replace(/(\p{Script=Latin})\p{M}+/gu, '$1')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}+#]/gu, '');
}

/** The words of a text in the same form. */
export function words(text: string): string[] {
  const spaced = normalise(text, 'NFKC')
    .replace(/['’](?:s\b)?/gu, '')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2');
  return spaced
    .split(/[^\p{L}\p{M}\p{N}+#]+/u)
    .map(fold)
    .filter((word) => word !== '');
}
