// First, while the disk is still the computer's own.
import { realFiles as fs } from './real-files.ts';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Plan } from './plan.ts';
import { install } from './surroundings.ts';

/** A process that lives through worlds, one after the other: what it is asked for comes by its channel. */
export interface Asked {
  plan: Plan;
  trace: boolean;
  shrinks: boolean;
}

const memory = '/dev/shm';
const folder = join(fs.existsSync(memory) ? memory : tmpdir(), `placement-simulation-${process.pid}`);
const places = { world: join(folder, 'world'), template: join(folder, 'template') };
const remove = (): void => fs.rmSync(folder, { recursive: true, force: true });
process.on('disconnect', () => process.exit(0));
process.on('exit', remove);
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => process.exit(1));

install();
const { prepareTemplate } = await import('./template.ts');
const { simulate } = await import('./simulate.ts');
const { shrink } = await import('./shrink.ts');
await prepareTemplate(places);

process.on('message', ({ plan, trace, shrinks }: Asked) => {
  const live = async (): Promise<void> => {
    const before = process.cpuUsage();
    const verdict = await simulate(plan, places, trace);
    const { user, system } = process.cpuUsage(before);
    const [failure] = verdict.failures;
    const shortest =
      shrinks && failure !== undefined
        ? await shrink(plan, failure, (fewer) => simulate(fewer, places))
        : undefined;
    process.send?.({ verdict, shortest, cpu: (user + system) / 1e6 });
  };
  live().catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
    process.exit(1);
  });
});
process.send?.('ready');
