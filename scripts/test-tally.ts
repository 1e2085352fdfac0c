import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';

/** What a part of the test run came to. */
export interface Tally {
  passed: number;
  /** Names of what failed. */
  failed: string[];
  /** Names of what did not run, with the reason. */
  skipped: { name: string; reason: string }[];
}

export function emptyTally(): Tally {
  return { passed: 0, failed: [], skipped: [] };
}

export function addTally(sum: Tally, part: Tally): void {
  sum.passed += part.passed;
  sum.failed.push(...part.failed);
  sum.skipped.push(...part.skipped);
}

const vitestReport = z.object({
  success: z.boolean(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string().optional(),
      assertionResults: z.array(
        z.object({
          fullName: z.string(),
          status: z.string(),
          failureMessages: z.array(z.string()).nullish(),
        }),
      ),
    }),
  ),
});

/** Reads vitest's JSON report. A file that could not even be loaded counts as one failure. */
export function readVitestReport(file: string): Tally {
  const tally = emptyTally();
  const report = readReport(file, vitestReport);
  if (!report) return { ...tally, failed: ['Unit and integration tests: ended without a report'] };
  for (const testFile of report.testResults) {
    for (const test of testFile.assertionResults) {
      if (test.status === 'passed') tally.passed += 1;
      else if (test.status === 'failed') tally.failed.push(test.fullName);
      else tally.skipped.push({ name: test.fullName, reason: 'the test skipped itself' });
    }
    if (
      testFile.status === 'failed' &&
      !testFile.assertionResults.some(({ status }) => status === 'failed')
    ) {
      tally.failed.push(`${testFile.name}: ${testFile.message?.split('\n')[0] ?? 'could not be run'}`);
    }
  }
  if (!report.success && tally.failed.length === 0)
    tally.failed.push('Unit and integration tests: an error outside tests');
  return tally;
}

const playwrightTest = z.object({
  projectName: z.string(),
  status: z.enum(['expected', 'unexpected', 'flaky', 'skipped']),
  annotations: z.array(z.object({ type: z.string(), description: z.string().optional() })),
});
const playwrightSpec = z.object({ title: z.string(), file: z.string(), tests: z.array(playwrightTest) });
const playwrightSuite = z.object({
  specs: z.array(playwrightSpec).default([]),
  get suites() {
    return z.array(playwrightSuite).default([]);
  },
});
const playwrightReport = z.object({
  suites: z.array(playwrightSuite),
  errors: z.array(z.object({ message: z.string().optional() })),
});

type PlaywrightSuite = z.infer<typeof playwrightSuite>;

/** Reads Playwright's JSON report. A test that passed only when tried again counts as failed. */
export function readPlaywrightReport(file: string, part: string): Tally {
  const tally = emptyTally();
  const report = readReport(file, playwrightReport);
  if (!report) return { ...tally, failed: [`${part}: ended without a report`] };
  for (const { title, tests } of report.suites.flatMap(specsOf)) {
    for (const test of tests) {
      const name = `[${test.projectName}] ${title}`;
      if (test.status === 'expected') tally.passed += 1;
      else if (test.status !== 'skipped') tally.failed.push(name);
      else {
        const reason = test.annotations.find(({ type }) => type === 'skip')?.description;
        tally.skipped.push({ name, reason: reason ?? 'the test skipped itself' });
      }
    }
  }
  for (const { message } of report.errors)
    tally.failed.push(`${part}: ${message?.split('\n')[0] ?? 'error'}`);
  return tally;
}

/** The names of all tests in a report, whatever became of them: for tests that cannot be run here. */
export function readPlaywrightNames(file: string): string[] {
  const report = readReport(file, playwrightReport);
  return (report?.suites ?? [])
    .flatMap(specsOf)
    .flatMap(({ title, tests }) => tests.map(({ projectName }) => `[${projectName}] ${title}`));
}

function specsOf(suite: PlaywrightSuite): z.infer<typeof playwrightSpec>[] {
  return [...suite.specs, ...suite.suites.flatMap(specsOf)];
}

function readReport<T>(file: string, schema: z.ZodType<T>): T | undefined {
  if (!existsSync(file)) return undefined;
  const parsed = schema.safeParse(JSON.parse(readFileSync(file, 'utf8')));
  return parsed.success ? parsed.data : undefined;
}

/** The lines that end a run: what failed and what was skipped by name, then the one line that sums up. */
export function tallyLines(tally: Tally): string[] {
  return [
    ...tally.failed.map((name) => `FAILED  ${name}`),
    ...tally.skipped.map(({ name, reason }) => `SKIPPED ${name}: ${reason}`),
    `${tally.passed} passed, ${tally.failed.length} failed, ${tally.skipped.length} skipped`,
  ];
}
