import { vi } from 'vitest';

/** Milliseconds in a day. */
export const DAY = 86_400_000;

/** Sets the clock of this process, in which the desks run; the server keeps its own. Set right by `vi.restoreAllMocks`. */
export function setClock(days: number): void {
  vi.restoreAllMocks();
  const real = Date.now.bind(Date);
  vi.spyOn(Date, 'now').mockImplementation(() => real() + days * DAY);
}
