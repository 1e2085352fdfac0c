import type { ACTIVITY_KINDS } from '#shared/model/activity.ts';
import type { AnyRecord, EntityDefinition } from '#shared/model/entity.ts';
import type { Params } from '#shared/protocol/bridge.ts';

export type ActivityKind = (typeof ACTIVITY_KINDS)[number];

/** Whom an activity is about. */
export interface Person {
  entity: Params<'activities.log'>['about']['entity'];
  id: string;
  /** What people call the record; '' where it has no name. */
  title: string;
}

/** Whether the records of an entity are people about whom activities are logged. */
export function isOfPeople(entity: string): entity is Person['entity'] {
  return entity === 'candidate' || entity === 'inquiry';
}

/** The person that a record is; null for records of other entities. */
export function personOf({ name, title }: EntityDefinition, record: AnyRecord | null): Person | null {
  if (!record || !isOfPeople(name)) return null;
  const called = record[title];
  return { entity: name, id: record._id, title: typeof called === 'string' ? called : '' };
}

export function kindOf({ kind }: AnyRecord): ActivityKind {
  return (typeof kind === 'string' ? kind : 'Note') as ActivityKind;
}
