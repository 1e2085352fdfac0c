/** What has been typed to find a choice, and when its last letter came, in milliseconds. */
export interface Typed {
  text: string;
  at: number;
}

/** A letter that comes later begins anew. */
const TOGETHER_MS = 1_000;

/** What is typed so far with this key. */
export function typedOn(typed: Typed | null, key: string, at: number): Typed {
  const before = typed && at - typed.at < TOGETHER_MS ? typed.text : '';
  return { text: (before + key).toLowerCase(), at };
}

/**
 * The choice that typing finds, as in a select: the first that begins so, and with the same letter again the next.
 * @returns null where none begins so
 */
export function foundByTyping<Choice extends string>(
  choices: readonly Choice[],
  chosen: Choice | null,
  { text }: Typed,
): Choice | null {
  const starting = (start: string): Choice[] =>
    choices.filter((choice) => choice.toLowerCase().startsWith(start));
  const found = starting(text);
  if (found.length > 0 && text.length > 1)
    return found.find((choice) => choice === chosen) ?? found[0] ?? null;
  const letter = text[0] ?? '';
  if (letter === '' || text !== letter.repeat(text.length)) return null;
  const cycle = starting(letter);
  return cycle[(cycle.findIndex((choice) => choice === chosen) + 1) % cycle.length] ?? null;
}
