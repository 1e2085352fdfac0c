import { ROLES } from '#shared/access/roles.ts';
import { model } from './entities.ts';
import { normaliseText } from './search-text.ts';

const ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/iu;
/** Of a file, or of a record by an older server. */
const HEX = /^(?:[\da-f]{24}|[\da-f]{64})$/iu;

/**
 * Whether the product itself writes this text: a role, a value of a list, the label of a field, an id. It tells of nobody
 * wherever it stands, also where somebody was once called that, by mistake or to have it taken out.
 */
export function isOwnWord(text: string): boolean {
  const plain = normaliseText(text);
  return ID.test(plain) || HEX.test(plain) || words().has(plain);
}

let known: ReadonlySet<string> | undefined;

function words(): ReadonlySet<string> {
  known ??= new Set(
    [
      ...ROLES,
      ...model.flatMap(({ label, plural, fields }) => [
        label,
        plural,
        ...Object.values(fields).flatMap((field) => [field.label, ...(field.options ?? [])]),
      ]),
    ].map(normaliseText),
  );
  return known;
}
