interface Entry {
  label: string;
  /** What else people call it. */
  alsoCalled?: string | undefined;
}

/**
 * The entries that have every word of the search at the beginning of a word of their own: first those whose label
 * begins with the search, then others found by their labels, then those found by what else they are called. An empty
 * search finds all.
 */
export function matchingEntries<E extends Entry>(entries: readonly E[], search: string): E[] {
  const sought = search.toLowerCase().trim();
  const words = sought.split(/\s+/).filter((word) => word !== '');
  const isIn = (own: readonly string[]): boolean =>
    words.every((word) => own.some((one) => one.startsWith(word)));
  const places = entries.map((entry) => {
    const label = wordsOf(entry.label);
    if (entry.label.toLowerCase().startsWith(sought)) return 0;
    if (isIn(label)) return 1;
    return isIn([...label, ...wordsOf(entry.alsoCalled ?? '')]) ? 2 : null;
  });
  return [0, 1, 2].flatMap((place) => entries.filter((_, index) => places[index] === place));
}

/** Its words in small letters; `OtherCompaniesHr` and `ReactQA` are several words, and one. */
function wordsOf(text: string): string[] {
  const apart = text.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  return [...apart.split(/\s+/), text.toLowerCase()];
}
