/** As far over what a field takes, in characters, a text that is too long is kept; what is pasted has no other end. */
const ROOM = 10_000;

/**
 * The `maxLength` of an input. One cut to what the field takes would lose the end of what is pasted without a word, and
 * save the rest: with room over it the whole is there, and refused in a sentence when it is saved.
 * @param maxLength the most characters that the field takes
 */
export function roomFor(maxLength: number | undefined): number | undefined {
  return maxLength === undefined ? undefined : maxLength + ROOM;
}
