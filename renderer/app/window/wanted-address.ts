import { create } from 'zustand';
import { useSession } from '../../stores/session.ts';

interface Wanted {
  /** Where somebody wanted to go who has to sign in first; null where they did not say. */
  address: string | null;
  /** Nobody has been signed in on this page yet: the address that it was opened with is wanted. */
  isFresh: boolean;
}

export const useWanted = create<Wanted>(() => ({ address: null, isFresh: true }));

// Whoever signs in after somebody else begins anew.
useSession.subscribe(({ user }) => {
  if (user) useWanted.setState({ isFresh: false });
});

export function keepWanted(address: string): void {
  useWanted.setState({ address });
}

export function forgetWanted(): void {
  useWanted.setState({ address: null });
}
