/** Labels of entities and fields, as they stand in the middle of a sentence. */

/** `Lead Statuses` becomes `lead statuses`; what is written with more than its first capital stays: `HR records`, `LinkedIn`. */
export function inSentence(label: string): string {
  return label.replace(/[\p{L}\p{N}]+/gu, (word) =>
    /^.+\p{Lu}/u.test(word) ? word : word.charAt(0).toLowerCase() + word.slice(1),
  );
}

/** Letters whose name begins with a vowel: one says "an HR record". */
const SPOKEN_WITH_VOWEL = /^[AEFHILMNORSX]/;

/** `an employee`, `a role`, `an HR record`: the article goes by the sound, and an acronym is spelled out. */
export function withArticle(label: string): string {
  const noun = inSentence(label);
  const first = /^[\p{L}\p{N}]+/u.exec(noun)?.[0] ?? '';
  const isAcronym = first.length > 1 && first === first.toUpperCase();
  // What begins like "you" or "one" begins with a consonant to the ear.
  const vowel = isAcronym
    ? SPOKEN_WITH_VOWEL.test(first)
    : /^(?!(?:u[bcflnst][aeiou]|eu|one\b))[aeiou]/i.test(noun);
  return `${vowel ? 'an' : 'a'} ${noun}`;
}
