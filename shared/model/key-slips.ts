/** Letters that a finger may have missed or hit: those of names and skills as they are written here. */
const LETTERS = Array.from('abcdefghijklmnopqrstuvwxyz');
/** Shorter words are one slip away from too many others. */
const SHORTEST_SWAPPED = 4;
const SHORTEST_CHANGED = 5;
/** The shortest word that may have been meant. */
export const SHORTEST_MEANT = SHORTEST_SWAPPED;

/**
 * The words that may have been meant by a typed one, each one slip away: two neighbouring letters swapped, and from
 * five letters on also one letter too many, too few, or another. Swaps, the commonest, come first. None for what is
 * not a word of letters alone, such as a number or an address.
 * @param word normalised text (`normaliseText`) without spaces
 */
export function wordsMeant(word: string): string[] {
  if (!/^\p{L}+$/u.test(word)) return [];
  const letters = Array.from(word);
  const meant = new Set<string>();
  const put = (at: number, removed: number, added: string): void => {
    meant.add([...letters.slice(0, at), added, ...letters.slice(at + removed)].join(''));
  };
  if (letters.length >= SHORTEST_SWAPPED) {
    for (let at = 0; at + 1 < letters.length; at += 1) {
      put(at, 2, `${letters[at + 1] ?? ''}${letters[at] ?? ''}`);
    }
  }
  if (letters.length >= SHORTEST_CHANGED) {
    for (let at = 0; at < letters.length; at += 1) put(at, 1, '');
    for (let at = 0; at < letters.length; at += 1) for (const letter of LETTERS) put(at, 1, letter);
    for (let at = 0; at <= letters.length; at += 1) for (const letter of LETTERS) put(at, 0, letter);
  }
  meant.delete(word);
  return [...meant];
}

/** The words of a search text: what is of letters alone, also within an address. */
export function wordsIn(searchText: string): string[] {
  return searchText.split(/[^\p{L}]+/u);
}
