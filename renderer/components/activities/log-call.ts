import { mayCreate, mayRead } from '#shared/access/permissions.ts';
import { toRole, type Role } from '#shared/access/roles.ts';
import { entityOf, type EntityName } from '#shared/model/entities.ts';
import type { AnyRecord } from '#shared/model/entity.ts';
import type { KeptDraft } from '#shared/protocol/draft-calls.ts';
import type { RecordView } from '#shared/protocol/record-view.ts';
import { useMemo } from 'react';
import { create } from 'zustand';
import { useRole, useSession } from '../../stores/session.ts';
import { holdKeys } from '../keyboard/hold-keys.ts';
import { kindOf, personOf, type ActivityKind, type Person } from './person.ts';

/** What the one dialog is open for. */
export interface Logging {
  person: Person;
  kind: ActivityKind;
  /** The activity that is corrected; null where one is logged. */
  activity: RecordView | null;
  /** What was typed in it before the application stopped. */
  kept?: KeptDraft;
}

interface LoggingState {
  open: Logging | null;
  /** About whom something was logged last; another object each time. */
  logged: { person: Person } | null;
}

/** One dialog for all lists and views: a link in a row that is gone meanwhile opens it too. */
export const useLogging = create<LoggingState>(() => ({ open: null, logged: null }));

const mayLog = (role: Role): boolean => mayCreate(entityOf('activity'), role);

/** Whether the user may log what was done about people. */
export function useMayLog(): boolean {
  return mayLog(useRole());
}

/** Whether the user sees what was done about people. */
export function useMayReadActivities(): boolean {
  return mayRead(entityOf('activity'), useRole());
}

/** Opens the dialog, for a role that may log; while it is open already, nothing happens. */
export function logCall(person: Person, kind: ActivityKind = 'Call'): void {
  const { user } = useSession.getState();
  if (!user || !mayLog(toRole(user.role))) return;
  if (!useLogging.getState().open) holdKeys();
  useLogging.setState(({ open }) => ({ open: open ?? { person, kind, activity: null } }));
}

export function editActivity(person: Person, activity: RecordView): void {
  useLogging.setState(({ open }) => ({ open: open ?? { person, kind: kindOf(activity.record), activity } }));
}

/** Opens the dialog for a row of a list of people; null for other lists, and for a role that may not log. */
export function useLogOfRow(entity: EntityName): ((row: AnyRecord) => void) | null {
  const may = useMayLog() && (entity === 'candidate' || entity === 'inquiry');
  return useMemo(() => {
    if (!may) return null;
    return (row) => {
      const person = personOf(entityOf(entity), row);
      if (person) logCall(person);
    };
  }, [may, entity]);
}
