import { existsSync, readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import { z } from 'zod';

/** A test that did not simply pass, and why. */
export interface Remark {
  name: string;
  reason: string;
}

/** What a part of the test run came to. */
export interface Tally {
  /** Includes the flaky ones. */
  passed: number;
  failed: Remark[];
  /** Passed, but only when tried again. */
  flaky: Remark[];
  skipped: Remark[];
}

export function emptyTally(): Tally {
  return { passed: 0, failed: [], flaky: [], skipped: [] };
}

export function addTally(sum: Tally, part: Tally): void {
  sum.passed += part.passed;
  sum.failed.push(...part.failed);
  sum.flaky.push(...part.flaky);
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
  const part = 'Unit and integration tests';
  const report = readReport(file, vitestReport);
  if (!report) return { ...tally, failed: [{ name: part, reason: 'ended without a report' }] };
  for (const { name: path, status, message, assertionResults } of report.testResults) {
    for (const test of assertionResults) {
      const { fullName: name } = test;
      if (test.status === 'passed') tally.passed += 1;
      else if (test.status === 'failed')
        tally.failed.push({ name, reason: test.failureMessages?.[0] ?? 'failed' });
      else tally.skipped.push({ name, reason: 'the test skipped itself' });
    }
    if (status === 'failed' && !assertionResults.some((test) => test.status === 'failed'))
      tally.failed.push({ name: path, reason: message ?? 'could not be run' });
  }
  if (!report.success && tally.failed.length === 0)
    tally.failed.push({ name: part, reason: 'an error outside tests' });
  return tally;
}

const playwrightError = z.object({ message: z.string().optional() });
const playwrightTest = z.object({
  projectName: z.string(),
  status: z.enum(['expected', 'unexpected', 'flaky', 'skipped']),
  annotations: z.array(z.object({ type: z.string(), description: z.string().optional() })),
  results: z.array(z.object({ errors: z.array(playwrightError) })),
});
const playwrightSpec = z.object({ title: z.string(), tests: z.array(playwrightTest) });
const playwrightSuite = z.object({
  specs: z.array(playwrightSpec).default([]),
  get suites() {
    return z.array(playwrightSuite).default([]);
  },
});
const playwrightReport = z.object({
  suites: z.array(playwrightSuite),
  errors: z.array(playwrightError),
});

type PlaywrightSuite = z.infer<typeof playwrightSuite>;

/** Reads Playwright's JSON report. */
export function readPlaywrightReport(file: string, part: string): Tally {
  const tally = emptyTally();
  const report = readReport(file, playwrightReport);
  if (!report) return { ...tally, failed: [{ name: part, reason: 'ended without a report' }] };
  for (const { title, tests } of report.suites.flatMap(specsOf)) {
    for (const { projectName, status, annotations, results } of tests) {
      const name = `[${projectName}] ${title}`;
      if (status === 'skipped') {
        const skip = annotations.find(({ type }) => type === 'skip')?.description;
        tally.skipped.push({ name, reason: skip ?? 'the test skipped itself' });
        continue;
      }
      // A test that ran out of time says so first, and where it stood then in the error after it.
      const first = results.find(({ errors }) => errors.length > 0)?.errors ?? [];
      const reason = first.flatMap(({ message }) => message ?? []).join('\n') || 'no reason is given';
      if (status === 'unexpected') tally.failed.push({ name, reason });
      else tally.passed += 1;
      if (status === 'flaky') tally.flaky.push({ name, reason });
    }
  }
  for (const { message } of report.errors) tally.failed.push({ name: part, reason: message ?? 'error' });
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

/** So much of a reason that what was expected and what came instead are in it. */
const LINES_OF_REASON = 10;

function reasonLines(reason: string): string[] {
  const lines = stripVTControlCharacters(reason).split('\n');
  return lines
    .filter((line) => line.trim())
    .slice(0, LINES_OF_REASON)
    .map((line) => `        ${line}`);
}

/**
 * The lines that end a run: what failed, what passed only when tried again and what was skipped, each by name and with
 * its reason, then the one line that sums up.
 */
export function tallyLines(tally: Tally): string[] {
  return [
    ...tally.failed.flatMap(({ name, reason }) => [`FAILED  ${name}`, ...reasonLines(reason)]),
    ...tally.flaky.flatMap(({ name, reason }) => [
      `FLAKY   ${name}: passed when tried again, after`,
      ...reasonLines(reason),
    ]),
    ...tally.skipped.map(({ name, reason }) => `SKIPPED ${name}: ${reason}`),
    `${tally.passed} passed, ${tally.failed.length} failed, ${tally.skipped.length} skipped`,
  ];
}
