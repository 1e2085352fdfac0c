import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

/** As many as one core lives through in less than a minute: `npm run simulate` goes on where they end. */
const SEEDS = 30;
/** Other tests have the cores too. */
const PATIENCE_MS = 900_000;
const PLANS = join(import.meta.dirname, 'plans');

/** What it prints; with failed seeds, too. */
const simulate = (...args: string[]): Promise<string> =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, ['tests/simulation/main.ts', ...args], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let said = '';
    child.stdout.on('data', (bytes: Buffer) => (said += bytes.toString()));
    child.once('exit', () => resolve(said));
  });

const lastLine = (said: string): string | undefined => said.trim().split('\n').at(-1);

describe('the simulation', () => {
  it(
    `passes ${SEEDS} seeds`,
    async () => {
      const said = await simulate('--seeds', String(SEEDS), '--jobs', '1');
      process.stdout.write(said);
      const passed = new RegExp(`^${SEEDS} seeds, \\d+ operations, \\d+ faults, 0 failed$`);
      expect(lastLine(said), said).toMatch(passed);
    },
    PATIENCE_MS,
  );

  it.each(readdirSync(PLANS))(
    'passes what once failed: %s',
    async (name) => {
      const said = await simulate('--plan', join(PLANS, name));
      expect(lastLine(said), said).toMatch(/ 0 failed$/);
    },
    PATIENCE_MS,
  );

  it(
    'lives through a seed again just as before, whatever the process did before it',
    async () => {
      const alone = await simulate('--seed', '7', '--trace');
      expect(alone).toMatch(/trace [\da-f]{16}\n/);
      const afterOthers = await simulate('--seeds', '3', '--from', '5', '--jobs', '1', '--trace');
      expect(afterOthers).toContain(alone.slice(0, alone.indexOf('seed 7: trace')));
    },
    PATIENCE_MS,
  );
});
