import { residentMemory } from '../../tests/product/processes.ts';
import type { Stored } from './stored.ts';

/** What a peer's client reports: times in milliseconds, its memory before it looks through what it has, and that. */
export interface Measured {
  pull: number;
  push: number;
  memory: { now: number; peak: number } | null;
  stored: Stored;
}

/** The steps of a client; each is over when what it says is so. */
export interface Steps {
  /** Fetches everything into an empty store. */
  pull(): Promise<void>;
  /** How many rows are there. */
  count(): Promise<number>;
  /** Changes the remarks of the first rows by id, without sending anything. */
  edit(count: number): Promise<void>;
  /** Sends what was changed; over when the server has all of it. */
  push(): Promise<void>;
  stored(): Promise<Stored>;
}

/** Goes through the steps and prints the figures as one line of JSON, the last one. */
export async function measure(
  steps: Steps,
  rows: number,
  edits: number,
  memoryNow: () => Measured['memory'] = () => residentMemory(process.pid),
): Promise<void> {
  const started = performance.now();
  await steps.pull();
  const pull = performance.now() - started;
  const count = await steps.count();
  if (count !== rows) throw new Error(`After the pull there are ${count} of ${rows} rows`);
  await steps.edit(edits);
  const sent = performance.now();
  await steps.push();
  const push = performance.now() - sent;
  const memory = memoryNow();
  const measured: Measured = { pull, push, memory, stored: await steps.stored() };
  process.stdout.write(`\n${JSON.stringify(measured)}\n`);
}
