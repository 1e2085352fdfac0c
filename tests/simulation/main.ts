import { fork, type ChildProcess } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { DEFAULT_STEPS, planOf, type Plan } from './plan.ts';
import { replayCommand } from './shrink.ts';
import type { Verdict } from './simulate.ts';
import type { Asked } from './worker.ts';

const USAGE = `npm run simulate -- [--seeds N] [--from S] [--desks D] [--steps K] [--jobs J]
npm run simulate -- --seed S [--trace] [--desks D] [--only STEPS]    one seed again
npm run simulate -- --plan FILE [--trace]    a plan that was kept with --save FILE`;

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '100' },
    from: { type: 'string', default: '1' },
    seed: { type: 'string' },
    desks: { type: 'string' },
    steps: { type: 'string', default: String(DEFAULT_STEPS) },
    only: { type: 'string' },
    jobs: { type: 'string', default: String(availableParallelism()) },
    trace: { type: 'boolean', default: false },
    plan: { type: 'string' },
    save: { type: 'string' },
    'no-shrink': { type: 'boolean', default: false },
    'first-failure': { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

interface Lived {
  verdict: Verdict;
  shortest?: Plan;
  /** Seconds of processor time that the world took. */
  cpu: number;
}

const desks = values.desks === undefined ? null : Number(values.desks);
const given = values.plan === undefined ? null : (JSON.parse(readFileSync(values.plan, 'utf8')) as Plan);
const seedOfOne = given?.seed ?? values.seed;
const count = seedOfOne === undefined ? Number(values.seeds) : 1;
const from = Number(seedOfOne ?? values.from);
const total = { seeds: 0, operations: 0, faults: 0, failed: 0, deskDays: 0, daysPassed: 0, pages: 0, cpu: 0 };
const began = performance.now();
const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** The whole plan of a seed, and what of it is lived through. */
function plansOf(seed: number): { whole: Plan; plan: Plan } {
  const whole = given ?? planOf(seed, desks, Number(values.steps));
  if (values.only === undefined) return { whole, plan: whole };
  const kept = new Set(values.only.split(',').map(Number));
  return { whole, plan: { ...whole, steps: whole.steps.filter((_, at) => kept.has(at)) } };
}

function tell({ verdict, shortest, cpu }: Lived, { whole, plan }: ReturnType<typeof plansOf>): void {
  const { seed, failures, hash, trace, operations, faults } = verdict;
  total.seeds += 1;
  total.operations += operations;
  total.faults += faults;
  total.deskDays += verdict.deskDays;
  total.daysPassed += verdict.daysPassed;
  total.pages += verdict.pages;
  total.cpu += cpu;
  for (const line of trace) say(line);
  if (seedOfOne !== undefined) say(`seed ${seed}: trace ${hash}`);
  if (failures.length === 0) return;
  total.failed += 1;
  say(`seed ${seed} failed:`);
  for (const failure of failures.slice(0, 5)) say(`  ${failure.split('\n').slice(0, 8).join('\n  ')}`);
  if (shortest) {
    say(`  ${shortest.steps.length} of its steps are enough:`);
    for (const { who, what, pause } of shortest.steps) say(`    d${who} ${what}, then ${pause} ms`);
  }
  if (values.save !== undefined) writeFileSync(values.save, `${JSON.stringify(shortest ?? plan, null, 2)}\n`);
  say(`  again: ${replayCommand(shortest ?? plan, whole, desks)}`);
}

function progress(): void {
  const seconds = (performance.now() - began) / 1000;
  const { seeds, failed, deskDays, cpu } = total;
  say(
    `${seeds} of ${count} seeds, ${failed} failed; ${(seeds / seconds).toFixed(2)} seeds and ${(deskDays / seconds).toFixed(1)} desk-days a second; ${(cpu / seeds).toFixed(2)} s of processor time a seed, ${(deskDays / cpu).toFixed(1)} desk-days in a second of it`,
  );
}

let next = from;
/** Modules of the product that worlds share keep a little of each: half a megabyte, measured. */
const WORLDS_OF_A_PROCESS = 250;

/** One worker after the other lives through seeds until there are none left. */
async function work(): Promise<void> {
  while (hasMore()) await workFor(WORLDS_OF_A_PROCESS);
}

const hasMore = (): boolean => next < from + count && !(values['first-failure'] && total.failed > 0);

async function workFor(worlds: number): Promise<void> {
  const child = fork(join(import.meta.dirname, 'worker.ts'), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  await heardFrom(child);
  for (let lived = 0; lived < worlds && hasMore(); lived += 1) {
    const seed = next;
    next += 1;
    const plans = plansOf(seed);
    const shrinks = seedOfOne === undefined && !values['no-shrink'];
    const asked: Asked = { plan: plans.plan, trace: values.trace, shrinks };
    child.send(asked);
    tell((await heardFrom(child)) as Lived, plans);
    if (total.seeds % 50 === 0) progress();
  }
  child.disconnect();
}

function heardFrom(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const ended = (code: number | null): void => reject(new Error(`A worker ended with code ${code}.`));
    child.once('exit', ended);
    child.once('message', (message) => {
      child.off('exit', ended);
      resolve(message);
    });
  });
}

if (values.help) {
  say(USAGE);
} else {
  const jobs = Math.max(1, Math.min(Number(values.jobs), count));
  await Promise.all(Array.from({ length: jobs }, () => work()));
  if (count > 1) progress();
  const { seeds, operations, faults, failed, pages, deskDays, daysPassed } = total;
  if (count > 1)
    say(
      `${deskDays} desk-days with somebody at work, of ${Math.round(daysPassed)} that passed; ${pages} pages looked at`,
    );
  say(`${seeds} seeds, ${operations} operations, ${faults} faults, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
}
