/** Zeros of the scripts of India and its neighbours; the nine other figures follow each. */
const FIGURES =
  /[\u0660-\u0669\u06F0-\u06F9\u0966-\u096F\u09E6-\u09EF\u0A66-\u0A6F\u0AE6-\u0AEF\u0B66-\u0B6F\u0BE6-\u0BEF\u0C66-\u0C6F\u0CE6-\u0CEF\u0D66-\u0D6F]/g;

/** The text with the figures of Indian scripts as 0 to 9: `९८२००` is `98200`. */
export const plainFigures = (text: string): string =>
  text.replace(FIGURES, (figure) => {
    const low = figure.charCodeAt(0) & 0xf;
    // Arabic blocks begin with their zero, Indian ones have six signs before it.
    return String(figure < '\u0900' ? low : low - 6);
  });

/**
 * Whether a text has figures that count nothing by themselves, such as those of a footnote (`45²`), of a list (`①`) or of a
 * fraction: made plain they would be read as one number with what they stand beside.
 */
export const hasOddFigures = (text: string): boolean => /\p{No}/u.test(text);
