import { isTooDeep } from './json-size.ts';
import { isOwnWord } from './own-words.ts';
import { savedView } from './saved-view.ts';
import { saysWho, withoutWho, type KnownBy } from './saying-who.ts';

/** What a view is called where its name said no more than who somebody is. */
const NAMELESS = savedView.label;

/**
 * Values of a saved view without the people: a filter, a condition or a search that says who somebody is goes, the rest of the view
 * stays as it is. Gives the values that change by that, of `name` and `settings` as the record has them.
 */
export function viewWithoutPeople(
  people: KnownBy,
  values: Readonly<Record<string, unknown>>,
): { name?: string; settings?: string } {
  const { name, settings } = values;
  const changed: { name?: string; settings?: string } = {};
  if (typeof name === 'string' && saysWho(people, name)) changed.name = withoutWho(people, name) || NAMELESS;
  if (typeof settings !== 'string') return changed;
  const left = settingsWithout(people, settings);
  return left === settings ? changed : { ...changed, settings: left };
}

/**
 * Settings of a later version are read as far as they are objects and lists of what can stand alone. What is deeper than any
 * version writes was made by somebody to be so: nothing of it stays.
 */
function settingsWithout(people: KnownBy, settings: string): string {
  if (isTooDeep(settings)) return '{}';
  let parsed: unknown;
  try {
    parsed = JSON.parse(settings);
  } catch {
    return saysWho(people, settings) ? '{}' : settings;
  }
  if (!names(people, parsed)) return settings;
  const kept = typeof parsed === 'object' && parsed !== null ? without(people, parsed, 1) : {};
  return JSON.stringify(kept);
}

/** Parts that are looked at together before each is: to look at thousands of short texts one by one takes long. */
const TOGETHER = 64;

/** What stands in the parts of an object goes by itself, and what stands deeper with its part. */
function without(people: KnownBy, value: object, depth: number): object {
  const keep = ([key, part]: [string, unknown]): [string, unknown][] => {
    if (!names(people, key) && !names(people, part)) return [[key, part]];
    const goesInPart = depth > 0 && typeof part === 'object' && part !== null && !names(people, key);
    return goesInPart ? [[key, without(people, part, depth - 1)]] : [];
  };
  const entries = Object.entries(value);
  const kept: [string, unknown][] = [];
  for (let from = 0; from < entries.length; from += TOGETHER) {
    const some = entries.slice(from, from + TOGETHER);
    kept.push(...(mayName(people, some) ? some.flatMap(keep) : some));
  }
  return Array.isArray(value) ? kept.map(([, part]) => part) : Object.fromEntries(kept);
}

/** Whether any text in it says who somebody is, each by itself: digits of two of them are no number. A value of a list says of nobody who it is. */
function names(people: KnownBy, value: unknown): boolean {
  if (typeof value === 'string') return saysWho(people, value) && !isOwnWord(value);
  if (typeof value === 'number') return saysWho(people, String(value));
  if (typeof value !== 'object' || value === null || !mayName(people, value)) return false;
  const entries = Object.entries(value);
  for (let from = 0; from < entries.length; from += TOGETHER) {
    const some = entries.slice(from, from + TOGETHER);
    if (entries.length > TOGETHER && !mayName(people, some)) continue;
    const isNamed = some.some(
      ([key, part]) => (!Array.isArray(value) && names(people, key)) || names(people, part),
    );
    if (isNamed) return true;
  }
  return false;
}

/** Whether all texts in it, one after the other, say who somebody is: where they do not, none of them does. */
const mayName = (people: KnownBy, value: object): boolean => {
  const texts: string[] = [];
  collectTexts(value, texts);
  return saysWho(people, texts.join(' '));
};

function collectTexts(value: unknown, texts: string[]): void {
  if (typeof value === 'string') texts.push(value);
  else if (typeof value === 'number') texts.push(String(value));
  else if (Array.isArray(value)) for (const part of value) collectTexts(part, texts);
  else if (typeof value === 'object' && value !== null)
    for (const [key, part] of Object.entries(value)) {
      texts.push(key);
      collectTexts(part, texts);
    }
}
