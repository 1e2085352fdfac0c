import { toRole, type Role } from '#shared/access/roles.ts';
import type { SessionState } from '#shared/protocol/session-calls.ts';
import type { SignedInUser } from '#shared/protocol/sync.ts';
import { replaceEqualDeep } from '@tanstack/react-query';
import { create } from 'zustand';
import { bridge } from '../bridge/bridge.ts';
import { forgetLayouts } from './list-layout.ts';
import { forgetTodayWhose } from './today-whose.ts';

export interface SessionStore extends SessionState {
  /** Whether the desk has said who is signed in. */
  known: boolean;
  /** Whether the user has signed in on this page a moment ago, and has not been asked for anything since. */
  justSignedIn: boolean;
}

export const useSession = create<SessionStore>(() => ({
  known: false,
  user: null,
  server: '',
  notEncrypted: false,
  locked: false,
  notice: null,
  justSignedIn: false,
}));

/** Of the user nothing goes into the browser's storage: what was there once stays on the disk after it was removed. */
function take(state: SessionState): void {
  // The same user told again is the same object: nothing that shows it is drawn anew.
  const user = replaceEqualDeep(useSession.getState().user, state.user);
  useSession.setState({ ...state, user, known: true });
}

/** Asks the desk who is signed in and keeps listening. Call once, at start. */
export function startSession(): void {
  bridge.on('session', take);
  bridge.onConnection((connection) => {
    // Asked again after every reconnect: the desk may have been restarted, or signed out from another window.
    if (connection === 'open') void bridge.call('session.get', {}).then(take, () => undefined);
  });
}

/**
 * Signs in. Rejects with the server's sentence, with code `second-factor` where a code is wanted too, or says that the
 * first sign-in needs the network.
 */
export async function signIn(email: string, password: string, code?: string): Promise<SessionState> {
  const state = await bridge.call('session.signIn', {
    email,
    password,
    ...(code === undefined ? {} : { code }),
  });
  take(state);
  useSession.setState({ justSignedIn: true });
  return state;
}

/**
 * Signs out. Rejects with code `conflict` while changes wait, unless `evenIfWaiting`; with `wipe` the user's data is
 * erased from this computer, but for those changes.
 */
export async function signOut(evenIfWaiting: boolean, wipe: boolean): Promise<void> {
  const { user } = useSession.getState();
  take(await bridge.call('session.signOut', { evenIfWaiting, wipe }));
  if (!wipe || !user) return;
  forgetLayouts(user._id);
  forgetTodayWhose(user._id);
}

/** Opens the locked windows with the user's password. Rejects with a sentence. */
export async function unlock(password: string): Promise<void> {
  take(await bridge.call('session.unlock', { password }));
}

/** The signed-in user, for screens: these are shown only once the desk has said who it is. */
export function useUser(): SignedInUser {
  const user = useSession((session) => session.user);
  if (!user) throw new Error('This screen is for signed-in users');
  return user;
}

/** The rights of the signed-in user. */
export function useRole(): Role {
  return toRole(useSession((session) => session.user?.role));
}

/** Whether that user is the one who is signed in: what goes on for somebody may outlast their session. */
export const isSignedIn = (userId: string): boolean => useSession.getState().user?._id === userId;

/** Runs when the user has signed out, or another one has signed in. @returns the way to end that */
export function onOtherUser(run: () => void): () => void {
  return useSession.subscribe(({ user }, before) => {
    if (user?._id !== before.user?._id) run();
  });
}
