import os from 'node:os';
import { vi } from 'vitest';

/** Milliseconds in a day. */
export const DAY = 86_400_000;

/** Sets the clock of this process, in which the desks run; the server keeps its own. Set right by `vi.restoreAllMocks`. */
export function setClock(days: number): void {
  vi.restoreAllMocks();
  const real = Date.now.bind(Date);
  vi.spyOn(Date, 'now').mockImplementation(() => real() + days * DAY);
}

/** So many days pass for this process, asleep or not: on its clock, and on the one that nobody sets. */
export function daysPass(days: number): void {
  setClock(days);
  const real = os.uptime.bind(os);
  vi.spyOn(os, 'uptime').mockImplementation(() => real() + (days * DAY) / 1000);
}
