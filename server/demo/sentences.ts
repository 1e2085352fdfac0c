import type { Random } from './random.ts';

/** Fills `{name}` places of a sentence. Throws for a place without a value: a fault of the program. */
export function fill(sentence: string, values: Readonly<Record<string, string>>): string {
  return sentence.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`No value for {${name}} in "${sentence}"`);
    return value;
  });
}

/** Some different sentences of the list as one note, filled. */
export function note(
  random: Random,
  sentences: readonly string[],
  count: number,
  values: Readonly<Record<string, string>>,
): string {
  return fill(random.several(sentences, count).join(' '), values);
}
