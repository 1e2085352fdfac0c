import { FAULTS } from './faults.ts';
import { FILE_STEPS } from './files-at-desks.ts';
import type { Office } from './office.ts';
import type { Step } from './plan.ts';
import { Random } from './random.ts';
import { SESSION_STEPS } from './sessions-at-desks.ts';
import { STAFF_STEPS } from './staff.ts';

/** What a step of a plan says happens; then its time passes. */
export async function takeStep(office: Office, step: Step): Promise<void> {
  const desk = office.desks[step.who];
  if (!desk) return;
  office.world.trace.note(`step ${step.at} ${desk.id} ${step.what}`);
  const random = new Random(step.chance);
  const fault = FAULTS[step.what];
  office.happened.add(step.what);
  office.noteDead();
  if (fault) {
    office.faults += 1;
    await fault(office, desk, random);
  } else {
    if (!office.server.running && random.oneIn(2)) await office.startServer();
    if (!desk.isRunning) await office.open(desk);
    const sessionStep = SESSION_STEPS[step.what];
    if (!sessionStep) await office.sitDown(desk);
    const staffStep = STAFF_STEPS[step.what];
    const fileStep = FILE_STEPS[step.what];
    if (staffStep) office.act(step.what, office.desks[0] ?? desk, () => staffStep(office, desk, random));
    else if (fileStep) office.act(step.what, desk, () => fileStep(office, desk, random));
    else if (sessionStep) office.act(step.what, desk, () => sessionStep(office, desk, random));
    else office.act(step.what, desk, () => office.doing(step.what, desk, random));
  }
  await office.pass(step.pause);
}
