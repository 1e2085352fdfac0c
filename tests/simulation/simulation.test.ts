import { describe, expect, it } from 'vitest';
import { run } from '../product/processes.ts';

/** Some of them on one core: `npm run simulate` goes on where this ends. */
const SEEDS = 40;

const simulate = (...args: string[]): Promise<string> =>
  run('tests/simulation/main.ts', args).catch((error: unknown) => String(error));

describe('the simulation', () => {
  it(`passes ${SEEDS} seeds`, async () => {
    const said = await simulate('--seeds', String(SEEDS), '--jobs', '1');
    process.stdout.write(said);
    expect(said.trim().split('\n').at(-1)).toMatch(
      new RegExp(`^${SEEDS} seeds, \\d+ operations, \\d+ faults, 0 failed$`),
    );
  });

  it('lives through a seed again just as before, whatever the process did before it', async () => {
    const seed = 7;
    const alone = await simulate('--seed', String(seed), '--trace');
    const again = await simulate('--seed', String(seed), '--trace');
    expect(alone).toMatch(/trace [\da-f]{16}/);
    expect(again).toBe(alone);
    const afterOthers = await simulate('--seeds', '3', '--from', String(seed - 2), '--jobs', '1', '--trace');
    expect(afterOthers).toContain(alone.split('seed 7: trace')[0] ?? 'nothing');
  });
});
