import { setTimeout as after } from 'node:timers/promises';

/** Asks again and again until the answer is there; fails with what it waited for. */
export async function until<Value>(
  what: string,
  ask: () => Value | Promise<Value>,
  patience = 60_000,
): Promise<NonNullable<Exclude<Value, false>>> {
  const deadline = Date.now() + patience;
  for (;;) {
    const value = await ask();
    if (value !== false && value !== undefined && value !== null)
      return value as NonNullable<Exclude<Value, false>>;
    if (Date.now() > deadline) throw new Error(`Waited ${patience} ms in vain: ${what}`);
    await after(15);
  }
}
