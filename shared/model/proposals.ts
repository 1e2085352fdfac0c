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

/** The fields of a change, and what belongs to them: by what its author saw of all these it is told whether one was chosen. */
export function namesTogether(entity: string, changes: Values): string[] {
  const proposal = proposalOf(entity);
  const names = Object.keys(changes);
  if (!proposal?.from.some((name) => Object.hasOwn(changes, name))) return names;
  return [...new Set([...names, proposal.field, ...proposal.from])];
}

/**
 * Whether the field was given another value than its author's form proposed for what they saw. Where it is said by itself, it was.
 * @param seen what they saw of the fields; those of which nobody knows it are not in it
 * @param changes what is said, the field among it
 */
export function isChosen(seen: Values, changes: Values, { field, from, make }: Proposal): boolean {
  if (!from.some((name) => Object.hasOwn(changes, name))) return true;
  const theirs = { ...seen, ...changes };
  return (
    from.every((name) => Object.hasOwn(theirs, name)) && (make(theirs) ?? null) !== (changes[field] ?? null)
  );
}

/** Whether the field of a stored record is as it is proposed: nobody has chosen another value. */
export const isAsProposed = (record: Values, { field, make }: Proposal): boolean =>
  (record[field] ?? null) === (make(record) ?? null);

/** Whether somebody has chosen another value than is proposed. Where none is proposed, or none is there, nobody has. */
export function isOverruled(record: Values, { field, make }: Proposal): boolean {
  const [stored, proposed] = [record[field] ?? null, make(record)];
  return stored !== null && proposed !== undefined && stored !== proposed;
}

/** The same of a stored record that nobody looks at: what was chosen otherwise than it was proposed stays. */
export function withFollowing(entity: string, record: Values, changes: Values): Values {
  const proposal = proposalOf(entity);
  return proposal && isAsProposed(record, proposal) ? withProposal(record, changes, proposal) : changes;
}
