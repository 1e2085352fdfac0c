import type { FormProblem } from './form-settings.ts';
import { isEmpty } from './form-state.ts';
import type { Values } from './form-values.ts';

/** Asks that at least one of some fields holds something. A record that came without any of them may stay so. */
export function oneOf(
  fields: readonly [string, ...string[]],
  message: string,
): (draft: Values, seen: Values) => FormProblem[] {
  const holdsOne = (values: Values): boolean => fields.some((name) => !isEmpty(values[name]));
  return (draft, seen) => {
    const cameWithout = seen['_id'] !== undefined && !holdsOne(seen);
    return holdsOne(draft) || cameWithout ? [] : [{ field: fields[0], message }];
  };
}
