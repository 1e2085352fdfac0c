import type { Actor } from '#shared/access/permissions.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import { PROTOCOL_VERSION } from '#shared/protocol/sync.ts';
import type { Session } from '../auth/sessions.ts';

export const actorOf = (session: Session): Actor => ({ _id: session.user._id, role: session.role });

/** The version before the current one is served too. @throws PlainError where the desk speaks another one */
export function assertProtocol(protocol: number): void {
  if (protocol < PROTOCOL_VERSION - 1) {
    throw new PlainError(
      'client-too-old',
      'This application is too old for the server. Update it; your changes are kept.',
    );
  }
  if (protocol > PROTOCOL_VERSION) {
    throw new PlainError(
      'not-supported',
      'The server is older than this application. Ask your administrator to update it.',
    );
  }
}
