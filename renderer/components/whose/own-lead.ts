import { mayHaveLeads } from '#shared/access/leads.ts';
import { toRole } from '#shared/access/roles.ts';
import type { RecordFormSettings } from '../record-form/form-settings.ts';
import { useSession } from '../../stores/session.ts';

/** A new lead is offered to whoever adds it. Emptied in the form, it goes to whoever takes new leads. */
export const ownLead = {
  initialValues: () => ofUser(({ _id }) => _id),
  initialTexts: () => ofUser(({ name }) => name),
} satisfies Pick<RecordFormSettings, 'initialValues' | 'initialTexts'>;

function ofUser(value: (user: { _id: string; name: string }) => string): Record<string, string> {
  const { user } = useSession.getState();
  return user && mayHaveLeads(toRole(user.role)) ? { assignedTo: value(user) } : {};
}
