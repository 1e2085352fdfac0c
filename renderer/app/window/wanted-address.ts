import { create } from 'zustand';

/** Where the link leads of somebody who has to sign in first; null where there is none. */
export const useWanted = create<{ address: string | null }>(() => ({ address: null }));

export function keepWanted(address: string): void {
  useWanted.setState({ address });
}

export function forgetWanted(): void {
  useWanted.setState({ address: null });
}
