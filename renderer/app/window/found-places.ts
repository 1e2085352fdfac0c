/** A place in a text: where it begins, and how many characters it has. */
export interface Place {
  at: number;
  length: number;
}

/** More than these are not counted: nobody goes through them. */
export const MOST_PLACES = 1_000;

/** Where a text says what is looked for, whatever its capital letters and however its words are parted. */
export function placesIn(text: string, wanted: string): Place[] {
  const words = wanted.trim().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const pattern = words
    .map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
    .join(String.raw`\s+`);
  const places: Place[] = [];
  for (const { index, 0: found } of text.matchAll(new RegExp(pattern, 'giu'))) {
    places.push({ at: index, length: found.length });
    if (places.length === MOST_PLACES) break;
  }
  return places;
}
