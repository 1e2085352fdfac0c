import { beyondRole } from './desk-data.ts';
import { broken } from './invariants.ts';
import { Office } from './office.ts';
import type { Plan } from './plan.ts';
import { takeStep } from './steps.ts';
import { copyTemplate, type Places } from './template.ts';
import { BEGIN, World } from './world.ts';

const DAY_MS = 86_400_000;

export interface Verdict {
  seed: number;
  /** Of all that happened: the same for the same plan. */
  hash: string;
  failures: readonly string[];
  operations: number;
  faults: number;
  /** Pages of which every row was judged right after a desk had written them. */
  pages: number;
  /** Of each desk the days of the calendar on which somebody did something there. */
  deskDays: number;
  /** Desks times the days that passed, half years when nobody was there left out. */
  daysPassed: number;
  trace: readonly string[];
}

/** Lives through one plan and says what was wrong at its end, or in between. */
export async function simulate(plan: Plan, places: Places, keepsTrace = false): Promise<Verdict> {
  copyTemplate(places, plan.desks);
  const world = new World(places.world, plan.seed, BEGIN, keepsTrace);
  const office = new Office(world, plan);
  const failures: string[] = [];
  try {
    await office.begin();
    for (const step of plan.steps) {
      await takeStep(office, step);
      const desk = office.desks[step.who];
      if (desk && step.at % 4 === 0) failures.push(...(await beyondRole(office.world, desk)));
      if (failures.length + office.failures.length + world.faults.length > 0) break;
    }
    if (failures.length + office.failures.length === 0) await office.heal();
    if (failures.length + office.failures.length === 0) failures.push(...(await broken(office)));
  } catch (error) {
    failures.push(error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
  failures.push(...office.failures, ...world.faults);
  // Where the world lay is no part of it.
  const told = failures.map((each) => each.replaceAll(`${places.world}/`, ''));
  for (const each of told) world.trace.note(`failure: ${each}`);
  const verdict: Verdict = {
    seed: plan.seed,
    hash: world.trace.hash,
    failures: told,
    operations: office.operations,
    faults: office.faults + world.network.faults,
    pages: office.pagesSeen,
    deskDays: office.daysWorked.size,
    daysPassed: (plan.desks * (world.time.now - BEGIN - office.monthsAway)) / DAY_MS,
    trace: world.trace.lines,
  };
  for (const desk of office.desks) if (desk.actor.isAlive) world.bury(desk.actor);
  if (office.server.actor.isAlive) world.bury(office.server.actor);
  await world.end();
  return verdict;
}
