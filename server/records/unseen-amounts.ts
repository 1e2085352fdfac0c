import { decodeRow } from '#shared/model/columns.ts';
import type { EntityDefinition } from '#shared/model/entity.ts';
import { proposalOf, withFollowing } from '#shared/model/proposals.ts';
import type { Row } from '../database/rows.ts';

type Values = Readonly<Record<string, unknown>>;

/**
 * What follows from a change whose author had not seen all that it follows from (decision 49): the status of a payment, where somebody
 * else has changed an amount or the status meanwhile. A status that was given goes with the amounts of then. Of what the author
 * saw, their form has decided.
 * @param isUnseen whether somebody has changed the field since
 */
export function followingUnseen(
  entity: EntityDefinition,
  row: Row,
  values: Values,
  isUnseen: (name: string) => boolean,
): Values {
  const proposal = proposalOf(entity.name);
  if (!proposal?.from.some((name) => Object.hasOwn(values, name))) return {};
  const { field, from } = proposal;
  if (![field, ...from].some((name) => !Object.hasOwn(values, name) && isUnseen(name))) return {};
  const { [field]: _given, ...amounts } = values;
  const followed = withFollowing(entity.name, decodeRow(entity, row), amounts);
  return Object.hasOwn(followed, field) ? { [field]: followed[field] } : {};
}
