import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { PASSWORD, STRONG_PASSWORD } from '../../electron/desk/testing/test-desk.ts';
import { openKept } from '../../electron/desk/testing/kept-keys.ts';
import type { SimulatedDesk } from './simulated-desk.ts';

/** The steps after which a desk may be without its user. */
export const LEAVING = ['signOut', 'lock', 'visit'] as const;

const emailOf = (name: string): string => `${name}@demo.test`;

/** Takes note of what opens the folders of the desk's users, while somebody can: once they are locked, nobody of this office could look. */
export function lookInto({ data }: SimulatedDesk): void {
  const files = readdirSync(data, { recursive: true, encoding: 'utf8' });
  for (const file of files.filter((each) => each.endsWith('/outbox.db')))
    try {
      openKept(join(data, file), 'NORMAL').close();
    } catch {
      // Its user's password was changed, or it was locked before: the next sign-in opens it.
    }
}

/** With the password that is good now: which one that is, a restored or distant server may see otherwise. */
async function withEither(attempt: (password: string) => Promise<unknown>): Promise<void> {
  await attempt(PASSWORD).catch(() => attempt(STRONG_PASSWORD));
}

export async function signInAs(desk: SimulatedDesk, name: string): Promise<void> {
  await withEither((password) => desk.callAsAnybody('session.signIn', { email: emailOf(name), password }));
  lookInto(desk);
}

/** Whoever sits down at a desk that is locked, or that somebody else has left, signs in first. */
export async function sitDown(desk: SimulatedDesk): Promise<void> {
  const { user, locked } = await desk.callAsAnybody('session.get', {});
  if (user?.email === emailOf(desk.name)) {
    if (!locked) return;
    const unlocking = withEither((password) => desk.callAsAnybody('session.unlock', { password }));
    const isOpen = await unlocking.then(
      () => true,
      () => false,
    );
    if (isOpen) return;
  }
  if (user) await desk.callAsAnybody('session.signOut', { evenIfWaiting: true });
  await signInAs(desk, desk.name);
}
