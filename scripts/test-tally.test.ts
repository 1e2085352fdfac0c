import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PROJECT } from './project.ts';
import { runCommand } from './run-command.ts';
import { readPlaywrightNames, readPlaywrightReport, readVitestReport, tallyLines } from './test-tally.ts';

/** A project of its own with the runners of this one: Playwright empties the results folder of the project it is in. */
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tally-'));
  write('package.json', '{ "type": "module" }');
  symlinkSync(join(PROJECT, 'node_modules'), join(folder, 'node_modules'), 'junction');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const write = (name: string, content: string): void => writeFileSync(join(folder, name), content);

async function runTests(runner: string, args: readonly string[], env: Record<string, string>): Promise<void> {
  const { CI: _, VITEST: _1, VITEST_POOL_ID: _2, VITEST_WORKER_ID: _3, ...own } = process.env;
  await runCommand(process.execPath, [join(PROJECT, 'node_modules', runner), ...args], {
    cwd: folder,
    env: { ...own, ...env },
  });
}

test('a report of Playwright: passed, failed, flaky and skipped, each with its reason', async () => {
  write('playwright.config.ts', `export default { retries: 1, reporter: 'json', testMatch: 'four.pw.ts' };`);
  write(
    'four.pw.ts',
    `import { expect, test } from '@playwright/test';
     test.describe('a group', () => { test('is well', () => {}); });
     test('is wrong', () => { expect('the bad').toBe('the good'); });
     test('is shy', ({}, { retry }) => { expect(retry).toBe(1); });
     test('is elsewhere', () => { test.skip(true, 'no such system here'); });`,
  );
  const file = join(folder, 'playwright.json');
  await runTests('playwright/cli.js', ['test'], { PLAYWRIGHT_JSON_OUTPUT_FILE: file });
  const tally = readPlaywrightReport(file, 'four tests');
  expect(tally).toMatchObject({
    passed: 2,
    failed: [{ name: '[] is wrong' }],
    flaky: [{ name: '[] is shy' }],
    skipped: [{ name: '[] is elsewhere', reason: 'no such system here' }],
  });
  expect(readPlaywrightNames(file)).toHaveLength(4);
  const lines = tallyLines(tally);
  expect(lines[0]).toBe('FAILED  [] is wrong');
  const shy = lines.indexOf('FLAKY   [] is shy: passed when tried again, after');
  expect(lines.slice(1, shy).join('\n')).toMatch(/^ +Expected: "the good"\n +Received: "the bad"$/m);
  expect(lines.slice(shy + 1, -2).join('\n')).toMatch(/^ +Expected: 1\n +Received: 0$/m);
  expect(lines.slice(-2)).toEqual([
    'SKIPPED [] is elsewhere: no such system here',
    '2 passed, 1 failed, 1 skipped',
  ]);
});

test('a report of vitest: passed, failed and skipped tests, and a file that cannot be loaded', async () => {
  write('vitest.config.ts', `export default { test: { include: ['*.vt.ts'] } };`);
  write(
    'three.vt.ts',
    `import { expect, test } from 'vitest';
     test('is well', () => {});
     test('is wrong', () => expect('the bad').toBe('the good'));
     test.skip('is elsewhere', () => {});`,
  );
  write('broken.vt.ts', `import './nowhere.ts';`);
  const file = join(folder, 'vitest.json');
  await runTests('vitest/vitest.mjs', ['run', '--reporter=json', `--outputFile.json=${file}`], {});
  const tally = readVitestReport(file);
  expect(tally).toMatchObject({ passed: 1, skipped: [{ name: 'is elsewhere' }] });
  expect(tally.failed).toHaveLength(2);
  expect(tally.failed).toContainEqual({ name: 'is wrong', reason: expect.stringContaining("'the good'") });
  expect(tally.failed).toContainEqual({
    name: expect.stringMatching(/broken\.vt\.ts$/),
    reason: expect.stringContaining('nowhere.ts'),
  });
  expect(tallyLines(tally).at(-1)).toBe('1 passed, 2 failed, 1 skipped');
});

test('a run that ended without a report is a failure', () => {
  const nowhere = join(folder, 'nowhere.json');
  expect(tallyLines(readPlaywrightReport(nowhere, 'browser tests'))).toEqual([
    'FAILED  browser tests',
    '        ended without a report',
    '0 passed, 1 failed, 0 skipped',
  ]);
  expect(readVitestReport(nowhere).failed).toEqual([
    expect.objectContaining({ reason: 'ended without a report' }),
  ]);
});
