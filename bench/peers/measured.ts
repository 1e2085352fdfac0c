import { residentMemory } from '../../tests/product/processes.ts';
import type { Stored } from './stored.ts';

/** What a peer's client reports: times in milliseconds, its memory before it looks through what it has, and that. */
export interface Measured {
  pull: number;
  push: number;
  /** Processor time of both, in seconds: others on the machine do not change it. */
  processor: { pull: number; push: number };
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

/** Whose memory and processor time, in seconds, count as the client's. */
export interface Whose {
  memory: () => Measured['memory'];
  processor: () => number;
}

const thisProcess: Whose = {
  memory: () => residentMemory(process.pid),
  processor: () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  },
};

/** Goes through the steps and prints the figures as one line of JSON, the last one. */
export async function measure(
  steps: Steps,
  rows: number,
  edits: number,
  whose: Whose = thisProcess,
): Promise<void> {
  let used = whose.processor();
  const started = performance.now();
  await steps.pull();
  const pull = performance.now() - started;
  const usedByPull = whose.processor() - used;
  const count = await steps.count();
  if (count !== rows) throw new Error(`After the pull there are ${count} of ${rows} rows`);
  await steps.edit(edits);
  used = whose.processor();
  const sent = performance.now();
  await steps.push();
  const push = performance.now() - sent;
  const usedByPush = whose.processor() - used;
  const memory = whose.memory();
  const processor = { pull: usedByPull, push: usedByPush };
  const measured: Measured = { pull, push, processor, memory, stored: await steps.stored() };
  process.stdout.write(`\n${JSON.stringify(measured)}\n`);
}
