import { isEntityName, type EntityName } from './entities.ts';
import { proposedPaymentStatus } from './payment.ts';

type Values = Readonly<Record<string, unknown>>;

/** A field with the fields that it follows from, until somebody chooses another value. */
export interface Proposal {
  field: string;
  from: readonly string[];
  /** undefined where nothing is proposed. */
  make: (record: Values) => unknown;
}

const PROPOSALS: Partial<Record<EntityName, Proposal>> = {
  candidate: {
    field: 'paymentStatus',
    from: ['fee', 'recievedAmount'],
    make: ({ fee, recievedAmount }) => proposedPaymentStatus(fee, recievedAmount),
  },
};

export const proposalOf = (entity: string): Proposal | undefined =>
  isEntityName(entity) ? PROPOSALS[entity] : undefined;

/** Changes of a draft with what they propose for another field, unless that one is among them. */
export function withProposal(draft: Values, changes: Values, proposal: Proposal | undefined): Values {
  if (!proposal || Object.hasOwn(changes, proposal.field)) return changes;
  if (!proposal.from.some((name) => Object.hasOwn(changes, name))) return changes;
  const proposed = proposal.make({ ...draft, ...changes });
  return proposed === undefined ? changes : { ...changes, [proposal.field]: proposed };
}

/**
 * Whether a field is said with what it follows from: then it tells whether it was chosen, also where it is the same as before.
 * @param changes what is said
 */
export function isSaidWith(entity: string, name: string, changes: Values): boolean {
  const proposal = proposalOf(entity);
  return proposal?.field === name && proposal.from.some((each) => Object.hasOwn(changes, each));
}

/** Whether the field of a stored record is as it is proposed: nobody has chosen another value. */
export const isAsProposed = (record: Values, { field, make }: Proposal): boolean =>
  (record[field] ?? null) === (make(record) ?? null);

/** The same of a stored record that nobody looks at: what was chosen otherwise than it was proposed stays. */
export function withFollowing(entity: string, record: Values, changes: Values): Values {
  const proposal = proposalOf(entity);
  return proposal && isAsProposed(record, proposal) ? withProposal(record, changes, proposal) : changes;
}
