import type { Actor } from '#shared/access/permissions.ts';
import type { Session } from '../auth/sessions.ts';

/** Who makes a change, and from where. */
export interface Author extends Actor {
  name: string;
  /** null for a REST client: such changes have no desk of their own. */
  deskId: string | null;
  sessionId: string;
  /** Where the call came from. */
  address: string;
}

export function authorOf(session: Session): Author {
  const { user, role, deskId, id, address } = session;
  return { _id: user._id, role, name: user.name, deskId, sessionId: id, address };
}
