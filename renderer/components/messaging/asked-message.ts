import { mayCreate, mayRead } from '#shared/access/permissions.ts';
import { toRole, type Role } from '#shared/access/roles.ts';
import { entityOf, type EntityName } from '#shared/model/entities.ts';
import type { AnyRecord } from '#shared/model/entity.ts';
import type { KeptDraft } from '#shared/protocol/draft-calls.ts';
import { useMemo } from 'react';
import { create } from 'zustand';
import { useRole, useSession } from '../../stores/session.ts';
import { isOfPeople, personOf, type Person } from '../activities/person.ts';
import { holdKeys } from '../keyboard/hold-keys.ts';

/** To whom the one dialog writes: a row that is gone meanwhile, a view and the palette open it alike. */
export const useMessaging = create<{ open: Messaging | null }>(() => ({ open: null }));

export interface Messaging {
  person: Person;
  /** What was written to them before. */
  kept?: KeptDraft | undefined;
}

/** Whether the role writes to people: it is logged, so it takes both rights. */
export const mayMessage = (role: Role): boolean =>
  mayCreate(entityOf('activity'), role) && mayRead(entityOf('messageTemplate'), role);

export function useMayMessage(): boolean {
  return mayMessage(useRole());
}

/** Opens the dialog, for a role that may; while it is open already, nothing happens. */
export function messagePerson(person: Person, kept?: KeptDraft): void {
  const { user } = useSession.getState();
  if (!user || !mayMessage(toRole(user.role))) return;
  // The dialog is fetched when it is first asked for.
  if (!useMessaging.getState().open) holdKeys();
  useMessaging.setState(({ open }) => ({ open: open ?? { person, kept } }));
}

/** Opens the dialog for a row of a list of people; null for other lists, and for a role that may not. */
export function useMessageOfRow(entity: EntityName): ((row: AnyRecord) => void) | null {
  const may = useMayMessage() && isOfPeople(entity);
  return useMemo(() => {
    if (!may) return null;
    return (row) => {
      const person = personOf(entityOf(entity), row);
      if (person) messagePerson(person);
    };
  }, [may, entity]);
}
