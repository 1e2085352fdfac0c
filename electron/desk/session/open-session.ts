import type { PlainError } from '#shared/protocol/errors.ts';
import type { LoginResponse } from '#shared/protocol/sync.ts';
import { CacheOwner } from '../workspace/cache-owner.ts';
import type { DeskEvents } from '../workspace/desk-events.ts';
import { catchUp } from './kept-data.ts';
import type { Keychain, KeptSession } from './kept-session.ts';
import { ServerAccess, type DeskIdentity } from '../server/server-access.ts';
import type { ServerConnection } from '../server/server-connection.ts';
import { SyncClient } from '../sync/sync-client.ts';
import { Workspace } from '../workspace/workspace.ts';

export interface SessionSettings {
  folderOfServer: string;
  connection: ServerConnection;
  /** The server as people know it. */
  serverName: string;
  /** Whether what is sent to the server can be read on the way: http to another computer. */
  notEncrypted: boolean;
  keychain: Keychain;
  events: DeskEvents;
  nativeBinding: string | undefined;
  log: (line: string) => void;
  snapshotReader?: string | undefined;
}

/** What a signed-in user has open. */
export interface OpenSession {
  workspace: Workspace;
  access: ServerAccess;
  sync: SyncClient;
  kept: KeptSession;
}

/** Whose session is opened, and with what. */
export interface Opening {
  kept: KeptSession;
  password?: string;
  refreshToken?: string | undefined;
  /** The server's answer, where it has just said yes. */
  answer?: LoginResponse;
}

/** Who hears of what the server says of an open session. */
interface Listeners {
  /** There is a new refresh token; the server has said who the user is. */
  onRenewed(workspace: Workspace, answer: LoginResponse): Promise<void>;
  /** The server has answered a round of syncing. */
  onContact(workspace: Workspace, access: ServerAccess): void;
  /** The server ended the session. */
  onEnded(workspace: Workspace, error: PlainError): void;
}

/** Opens the user's data in the folder and starts syncing. A cache of another user or role is made anew. */
export function openSession(
  { connection, events, nativeBinding, log, snapshotReader }: SessionSettings,
  folder: string,
  desk: DeskIdentity,
  { kept, password, refreshToken, answer }: Opening,
  listeners: Listeners,
): OpenSession {
  const { user, key, keys } = kept;
  const owner = new CacheOwner(user, key, answer !== undefined);
  catchUp({ folder, nativeBinding, keys });
  const workspace = new Workspace(folder, user, nativeBinding, owner, keys);
  workspace.onCaughtUp = (entity) => events.changed(entity, null, 'elsewhere');
  const access = new ServerAccess(
    {
      connection,
      desk,
      credentials: { email: user.email, password, refreshToken },
      receipt: () => workspace.outbox.server.receipt,
      onRenewed: (renewed) => listeners.onRenewed(workspace, renewed),
    },
    answer,
  );
  const sync = new SyncClient({
    workspace,
    access,
    events,
    log,
    snapshotReader,
    onContact: () => {
      kept.contact();
      listeners.onContact(workspace, access);
    },
    onSessionEnded: (error) => listeners.onEnded(workspace, error),
  });
  // What was left unfinished when the desk last closed.
  workspace.index.catchUp();
  workspace.tellInterrupted();
  return { workspace, access, sync, kept };
}
