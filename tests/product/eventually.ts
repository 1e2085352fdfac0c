import { vi } from 'vitest';

/** A slow machine is not a fault: what never comes true still ends the test. */
const PATIENCE = { timeout: 30_000, interval: 20 };

/** What `check` gives once it throws no more; its last error where it goes on throwing, for longer than `timeout` milliseconds. */
export function eventually<Result>(
  check: () => Result | Promise<Result>,
  patience: { timeout?: number } = {},
): Promise<Result> {
  return vi.waitFor(check, { ...PATIENCE, ...patience });
}
