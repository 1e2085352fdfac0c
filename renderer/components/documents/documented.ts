import { mayCreate, mayRead } from '#shared/access/permissions.ts';
import { entityOf, type EntityName } from '#shared/model/entities.ts';
import type { AnyRecord } from '#shared/model/entity.ts';
import { DOCUMENTED, type Documented } from '#shared/protocol/document-calls.ts';
import { useMemo } from 'react';
import { useRole } from '../../stores/session.ts';

/** Whose documents they are. */
export interface DocumentOwner {
  entity: Documented;
  id: string;
  /** What people call the record; '' where it has no name. */
  title: string;
}

export const isDocumented = (entity: string): entity is Documented =>
  DOCUMENTED.some((name) => name === entity);

/** Whether records of the entity have documents that the user may see. */
export function useMayReadDocuments(entity: EntityName): boolean {
  const role = useRole();
  return isDocumented(entity) && mayRead(entityOf('document'), role);
}

/** Whose documents a record's view shows; null where it has none, or the user may not see them. */
export function useDocumentOwner(entity: EntityName, record: AnyRecord | null): DocumentOwner | null {
  const mayRead = useMayReadDocuments(entity);
  const id = record?._id ?? null;
  const called = record?.[entityOf(entity).title];
  const title = typeof called === 'string' ? called : '';
  return useMemo(
    () => (mayRead && isDocumented(entity) && id !== null ? { entity, id, title } : null),
    [mayRead, entity, id, title],
  );
}

/** Whether the user may add documents. */
export function useMayAttach(): boolean {
  return mayCreate(entityOf('document'), useRole());
}
