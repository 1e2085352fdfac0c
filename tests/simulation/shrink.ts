import type { Plan, Step } from './plan.ts';
import type { Verdict } from './simulate.ts';

/** What is wrong, without what differs from one run to another. */
export const kindOf = (failure: string): string =>
  (failure.split('\n')[0] ?? '').replaceAll(/\b[\da-f]{8,}[\da-f-]*|\d+/g, '#').slice(0, 60);

/**
 * The fewest steps found that still go wrong in the same way: halves, then smaller pieces are left out for as long as it
 * stays so.
 * @param most how many worlds are lived through at most
 */
export async function shrink(
  plan: Plan,
  failure: string,
  simulate: (plan: Plan) => Promise<Verdict>,
  most = 150,
): Promise<Plan> {
  const kind = kindOf(failure);
  let steps: readonly Step[] = plan.steps;
  let tries = 0;
  for (let size = Math.ceil(steps.length / 2); size >= 1 && tries < most; size = Math.floor(size / 2)) {
    for (let at = 0; at < steps.length && tries < most;) {
      const fewer = [...steps.slice(0, at), ...steps.slice(at + size)];
      tries += 1;
      const { failures } = await simulate({ ...plan, steps: fewer });
      if (failures.some((each) => kindOf(each) === kind)) steps = fewer;
      else at += size;
    }
  }
  return { ...plan, steps };
}

/** The command that lives through it again. */
export function replayCommand({ seed, steps }: Plan, whole: Plan, desks: number | null): string {
  const parts = ['npm run simulate --', `--seed ${seed}`, '--trace'];
  if (desks !== null) parts.push(`--desks ${desks}`);
  if (whole.steps.length !== steps.length) parts.push(`--only ${steps.map(({ at }) => at).join(',')}`);
  return parts.join(' ');
}
