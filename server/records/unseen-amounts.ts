import { decodeRow } from '#shared/model/columns.ts';
import type { EntityDefinition } from '#shared/model/entity.ts';
import { proposalOf, withFollowing } from '#shared/model/proposals.ts';
import type { Row } from '../database/rows.ts';
import type { Batch } from './batch.ts';
import { overtakenFields } from './overtaken.ts';

type Values = Readonly<Record<string, unknown>>;

/**
 * What follows from a change whose author had not seen all that it follows from (decision 49): the status of a payment, where somebody
 * else has changed an amount or the status meanwhile. Of what the author saw, their form has decided.
 * @param base what the author saw
 */
export function followingUnseen(
  batch: Batch,
  entity: EntityDefinition,
  row: Row,
  values: Values,
  base: number,
): Values {
  const proposal = proposalOf(entity.name);
  if (!proposal || !proposal.from.some((name) => Object.hasOwn(values, name))) return {};
  const others = [proposal.field, ...proposal.from].filter((name) => !Object.hasOwn(values, name));
  if (overtakenFields(batch, entity, row, others, base).length === 0) return {};
  return followingAnew(entity, row, values);
}

/** The same where the status was given for other amounts than stand now: it follows as if it were not given. */
export function followingAnew(entity: EntityDefinition, row: Row, values: Values): Values {
  const proposal = proposalOf(entity.name);
  if (!proposal) return {};
  const { [proposal.field]: _given, ...rest } = values;
  const followed = withFollowing(entity.name, decodeRow(entity, row), rest);
  return Object.hasOwn(followed, proposal.field) ? { [proposal.field]: followed[proposal.field] } : {};
}
