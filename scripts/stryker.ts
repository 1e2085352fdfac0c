import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { copyOfProject } from './project-copy.ts';
import { PROJECT } from './project.ts';
import { mustRun } from './run-command.ts';

/**
 * `npm run mutants:stryker -- FOLDER`: has Stryker change the sources of a folder in every way it knows, one change at a
 * time, in a copy, and asks the tests below which of these they notice. First the quick ones; what they let pass, the
 * thorough ones. Says what no test has noticed, and the score. `--share 0.1` asks one change in ten, the same ones each
 * time.
 */
const TARGETS: Readonly<Record<string, { quick: readonly string[]; thorough: readonly string[] }>> = {
  'shared/access': {
    quick: [
      'shared/{access,model,protocol,messages,import}/**/*.test.ts',
      'renderer/**/*.test.ts',
      'server/rest/filter-values.test.ts',
    ],
    thorough: ['server/rest/permission-matrix.test.ts'],
  },
  'server/records': {
    quick: ['server/records/**/*.test.ts'],
    thorough: ['server/{sync,rest,persons,history,change-sets}/**/*.test.ts'],
  },
  'server/sync': {
    quick: ['server/sync/**/*.test.ts'],
    thorough: ['server/{records,rest,persons}/**/*.test.ts'],
  },
  'electron/desk': {
    quick: ['electron/desk/{outbox,cache,records,storage,workspace}/**/*.test.ts'],
    thorough: ['electron/desk/**/*.test.ts'],
  },
};

/** Beneath it Stryker is installed, when it is not there: it is no part of the product. */
const STRYKER = join(PROJECT, 'tests', 'stryker');
/** What runs in a worker of its own does not hear which change is asked about. */
const IN_WORKERS = [
  'server/sync/snapshots/snapshot-writer.ts',
  'electron/desk/sync/snapshot/snapshot-reader.ts',
];
const LONGEST_TEST_MS = 60_000;
const LONGEST_FIRST_RUN_MINUTES = 60;

interface Place {
  line: number;
  column: number;
}
interface Change {
  status: string;
  static?: boolean;
  mutatorName: string;
  replacement: string;
  location: { start: Place; end: Place };
}
interface Report {
  files: Record<string, { source: string; mutants: Change[] }>;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    /** A part of the folder, as `push.ts`. */
    only: { type: 'string', default: '**/*.ts' },
    /** Also what is decided once, as tables: each of these changes is shown to every test. */
    static: { type: 'boolean', default: false },
    'quick-only': { type: 'boolean', default: false },
    jobs: { type: 'string', default: '1' },
    /** Of all changes this share is asked. */
    share: { type: 'string', default: '1' },
  },
});
const say = (line: string): void => void process.stdout.write(`${line}\n`);

async function install(): Promise<void> {
  if (existsSync(join(STRYKER, 'node_modules', '.package-lock.json'))) return;
  say('Installing Stryker…');
  await mustRun('npm', ['ci', '--ignore-scripts', '--legacy-peer-deps'], { cwd: STRYKER });
}

/** One run of Stryker in the copy. @param mutate which sources, or places in them */
async function run(copy: string, mutate: readonly string[], tests: readonly string[]): Promise<Report> {
  const report = join(copy, 'stryker.json');
  writeFileSync(
    join(copy, 'stryker.config.json'),
    JSON.stringify({
      testRunner: 'vitest',
      plugins: [
        join(STRYKER, 'node_modules/@stryker-mutator/vitest-runner/dist/src/index.js'),
        join(STRYKER, 'sample.ts'),
      ],
      checkers: ['sample'],
      vitest: { configFile: 'tests/stryker/vitest.config.ts', related: false },
      mutate,
      // Some of what it makes of a pattern is none, and no file with one can be loaded.
      mutator: { excludedMutations: ['Regex'] },
      coverageAnalysis: 'perTest',
      concurrency: Number(values.jobs),
      inPlace: true,
      ignoreStatic: !values.static,
      reporters: ['json', 'progress-append-only'],
      jsonReporter: { fileName: report },
      timeoutMS: LONGEST_TEST_MS,
      dryRunTimeoutMinutes: LONGEST_FIRST_RUN_MINUTES,
    }),
  );
  await mustRun(join(STRYKER, 'node_modules', '.bin', 'stryker'), ['run'], {
    cwd: copy,
    env: { ...process.env, STRYKER_TESTS: tests.join(' '), STRYKER_SHARE: values.share },
    show: true,
  });
  return JSON.parse(readFileSync(report, 'utf8')) as Report;
}

const isUnnoticed = ({ status }: Change): boolean => status === 'Survived' || status === 'NoCoverage';
const isNoticed = ({ status }: Change): boolean => status === 'Killed' || status === 'Timeout';
/** As it is given to Stryker, which counts columns from 0 there, and in its report from 1. */
const placeOf = (file: string, { location: { start, end } }: Change): string =>
  `${file}:${start.line}:${start.column - 1}-${end.line}:${end.column - 1}`;
const keyOf = (file: string, change: Change): string => `${placeOf(file, change)} ${change.replacement}`;

const changesOf = ({ files }: Report): [file: string, change: Change][] =>
  Object.entries(files).flatMap(([file, { mutants }]) =>
    mutants.map((each): [string, Change] => [file, each]),
  );

async function main(folder: string): Promise<void> {
  const target = TARGETS[folder];
  if (!target) throw new Error(`Give one of ${Object.keys(TARGETS).join(', ')}.`);
  await install();
  const copy = await copyOfProject();
  try {
    // Tests start the built server, which is never a changed one.
    await mustRun(process.execPath, ['scripts/build.ts'], { cwd: copy.folder });
    const sources = [`${folder}/${values.only}`, '!**/*.test.ts', ...IN_WORKERS.map((path) => `!${path}`)];
    const quick = await run(copy.folder, sources, target.quick);
    const noticed = new Set(
      changesOf(quick).flatMap(([file, each]) => (isNoticed(each) ? [keyOf(file, each)] : [])),
    );
    let left = changesOf(quick).filter(([, each]) => isUnnoticed(each));
    const asked = noticed.size + left.length;
    say(`${asked} changes were asked, and the quick tests noticed ${noticed.size}.`);
    if (!values['quick-only'] && left.length > 0) {
      const places = new Set(left.map(([file, each]) => placeOf(file, each)));
      const still = changesOf(await run(copy.folder, [...places], target.thorough));
      for (const [file, each] of still) if (isNoticed(each)) noticed.add(keyOf(file, each));
      left = left.filter(([file, each]) => !noticed.has(keyOf(file, each)));
    }
    for (const [file, { location, mutatorName, replacement }] of left) {
      const line = quick.files[file]?.source.split('\n')[location.start.line - 1]?.trim() ?? '';
      say(
        `${file}:${location.start.line}  ${mutatorName}: ${line}  ->  ${replacement.replaceAll('\n', ' ').slice(0, 80)}`,
      );
    }
    const once = changesOf(quick).filter(([, { status }]) => status === 'Ignored').length;
    const score = ((100 * (asked - left.length)) / Math.max(1, asked)).toFixed(1);
    const all = changesOf(quick).length - once;
    say(
      `${folder}: ${asked} of ${all} changes, ${asked - left.length} noticed, ${score} %; ${once} of what is decided once were not asked`,
    );
  } finally {
    copy.remove();
  }
}

try {
  await main(positionals[0] ?? '');
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
