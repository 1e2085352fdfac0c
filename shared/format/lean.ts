import type { Field } from '#shared/model/field.ts';
import type { Lean } from './day-meant.ts';

/** Which way the dates of a field lie. */
export function leanOf({ notBeforeNow, notAfterToday }: Field): Lean {
  if (notBeforeNow) return 'future';
  return notAfterToday ? 'past' : 'near';
}
