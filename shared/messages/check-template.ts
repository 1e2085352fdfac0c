import type { Role } from '#shared/access/roles.ts';
import { inSentence } from '#shared/format/label-in-sentence.ts';
import type { EntityDefinition } from '#shared/model/entity.ts';
import { isMessageWord, isTextField, MESSAGE_WORDS, messageFields } from './message-fields.ts';
import { readTemplate } from './template-text.ts';

/** The longest name that is shown whole. */
const LONGEST_SHOWN = 40;

/**
 * What is wrong with a template, as a sentence without its full stop; null where nothing is.
 * @param kinds of person that it is for: what it names must be there of each
 * @param readers who use it: what it names must be theirs to read
 */
export function templateProblem(
  text: string,
  kinds: readonly EntityDefinition[],
  readers: readonly Role[],
): string | null {
  const { parts, stray } = readTemplate(text);
  if (stray !== null)
    return `A brace has no partner at "${stray}". Fields stand as {name}; for a brace itself write {{ or }}`;
  const names = new Set(parts.flatMap((part) => ('field' in part ? [part.field] : [])));
  // A text may name fields hundreds of times, and a push have hundreds of texts: who may read what is asked once.
  const there = kinds.map((kind) => new Set(messageFields(kind, readers).map((field) => field.name)));
  for (const name of names) {
    const at = isMessageWord(name) ? -1 : there.findIndex((fields) => !fields.has(name));
    const kind = kinds[at];
    if (kind) return fieldProblem(name, kind, kinds, readers);
  }
  return null;
}

/** Why people of a kind have no field of that name for everybody who writes to them. */
function fieldProblem(
  name: string,
  kind: EntityDefinition,
  kinds: readonly EntityDefinition[],
  readers: readonly Role[],
): string {
  const of = inSentence(kind.plural);
  if (name === '') return 'Nothing stands between { and }. Write the name of a field there, such as {name}';
  if (isTextField(kind, name)) {
    const blind = readers.filter((role) => !messageFields(kind, [role]).some((field) => field.name === name));
    return `${blind.join(' and ')} may not read {${name}} of ${of}, and would use this template too. Leave it out`;
  }
  const near = nearestField(name, kinds, readers);
  const shown = name.length > LONGEST_SHOWN ? `${name.slice(0, LONGEST_SHOWN)}…` : name;
  return `There is no {${shown}} of ${of}.${near === null ? ' Choose one under Insert a field' : ` The nearest is {${near}}`}`;
}

/** The field, there of all kinds, that is called most like a name; null where none is like it. */
export function nearestField(
  name: string,
  kinds: readonly EntityDefinition[],
  readers: readonly Role[],
): string | null {
  // What one kind calls its name, another does not have.
  if (kinds.some(({ title }) => title === name)) return 'name';
  const sought = letters(name);
  const [first, ...others] = kinds.map((kind) => messageFields(kind, readers));
  const common = (first ?? []).filter((field) =>
    others.every((fields) => fields.some((each) => each.name === field.name)),
  );
  const words = Object.entries(MESSAGE_WORDS).map(([word, label]) => ({ name: word, label }));
  const ways = [...common, ...words].map((field) => ({
    name: field.name,
    away: Math.min(distance(sought, letters(field.name)), distance(sought, letters(field.label))),
  }));
  const nearest = ways.toSorted((one, other) => one.away - other.away)[0];
  return nearest && nearest.away <= Math.max(2, Math.floor(sought.length / 3)) ? nearest.name : null;
}

const letters = (name: string): string =>
  name
    .slice(0, LONGEST_SHOWN)
    .toLowerCase()
    .replace(/[^a-z\d]/g, '');

/** How many letters must be put in, taken out or changed to make one word of the other. */
function distance(one: string, other: string): number {
  let before = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const [row, letter] of Array.from(one).entries()) {
    const now = [row + 1];
    for (const [column, against] of Array.from(other).entries()) {
      const changed = (before[column] ?? 0) + (letter === against ? 0 : 1);
      now.push(Math.min(changed, (before[column + 1] ?? 0) + 1, (now[column] ?? 0) + 1));
    }
    before = now;
  }
  return before[other.length] ?? 0;
}
