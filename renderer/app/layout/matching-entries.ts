/**
 * The entries whose label has every word of the search at the beginning of one of its own words, those that begin
 * with the search first. An empty search finds all.
 */
export function matchingEntries<E extends { label: string }>(entries: readonly E[], search: string): E[] {
  const sought = search.toLowerCase().trim();
  const words = sought.split(/\s+/).filter((word) => word !== '');
  const found = entries.filter((entry) => {
    // `OtherCompaniesHr` and `ReactQA` are several words too.
    const own = entry.label.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
    const parts = [...own.split(/\s+/), entry.label.toLowerCase()];
    return words.every((word) => parts.some((part) => part.startsWith(word)));
  });
  const begins = (entry: E): boolean => entry.label.toLowerCase().startsWith(sought);
  return [...found.filter(begins), ...found.filter((entry) => !begins(entry))];
}
