import { writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { ListRow } from '#shared/protocol/list-calls.ts';
import { summarise, round, type Summary } from './percentiles.ts';
import { residentMemory, run, start, type Running } from '../tests/product/processes.ts';
import { BROAD_SEARCHES, LIST_PAGES, SELECTIVE_SEARCHES, type QueryKind } from './query-mix.ts';
import { measureBulkEdit, type BulkEditFigures } from './bulk-edit.ts';
import { measureBoards, type BoardFigures } from './board.ts';
import { measureDocuments, type DocumentFigures } from './documents.ts';
import { measureDuplicates, type DuplicateFigures } from './duplicates.ts';
import { measureFirstSync, type FirstSyncFigures } from './first-sync.ts';
import { measureImport, type ImportFigures } from './import.ts';
import { editOffline, sendEdits } from './offline-edits.ts';
import { measurePalette } from './palette.ts';
import { measureUndo, type UndoFigures } from './undo.ts';
import { searchIndexed, setStage, signIn, type Desk, type Stage } from './stage.ts';

/**
 * The benchmarks: the product beside the bare floor (the same rows over plain HTTP into plain SQLite with the same
 * indexes and search index, no checks) in the same run, every part in a process of its own.
 */
const CANDIDATES = Number(process.env['BENCH_CANDIDATES'] ?? 100_000);
const EDITS = Number(process.env['BENCH_EDITS'] ?? 10_000);
const UNDONE = Number(process.env['BENCH_UNDONE'] ?? 50_000);
const IMPORTED = Number(process.env['BENCH_IMPORTED'] ?? 100_000);
const CVS = Number(process.env['BENCH_CVS'] ?? 20_000);
const SET_AT_ONCE = Number(process.env['BENCH_SET_AT_ONCE'] ?? 10_000);
/** `--reading`: first syncs and lists alone, such as of a million candidates; no file is written then. */
const { reading } = parseArgs({ options: { reading: { type: 'boolean', default: false } } }).values;
const LIVE_ROUNDS = 300;
const QUERIES = 300;

type Row = { what: string; ours: string; floor: string; ratio: string; aim: string };
const table: Row[] = [];
const results: Record<string, unknown> = {};

function record(what: string, ours: number, floor: number | null, aim: string, unit = 'ms'): void {
  const ratio = floor === null ? '' : `${round(ours / floor)}x`;
  table.push({
    what,
    ours: `${round(ours)} ${unit}`,
    floor: floor === null ? '' : `${round(floor)} ${unit}`,
    ratio,
    aim,
  });
  results[what] = { ours: round(ours), floor: floor === null ? null : round(floor), unit, aim };
}

const say = (line: string): boolean => process.stderr.write(`${line}\n`);

function recordFirstSync({ paged, made, taken, floor, desk, server }: FirstSyncFigures): void {
  const what = `first sync of ${CANDIDATES} candidates`;
  record(`${what}, page by page, every row there`, paged.rows, null, '');
  record(`${what}, page by page, search index complete`, paged.searchable, floor, 'within 2x');
  record(`${what}, from the copy that the server has ready`, taken, floor, 'under 2 s');
  record(
    `the server's copy of ${CANDIDATES} candidates is ready, after the first desk`,
    made / 1000,
    null,
    '',
    's',
  );
  record('desk memory, resident, peak of that first sync', desk.peak, null, 'under 250 MB', 'MB');
  record('server memory, resident, peak', server.peak, null, 'under 500 MB', 'MB');
}

async function measureQueries(
  desk: Desk,
  kinds: readonly QueryKind[],
  what: string,
  aim: string,
): Promise<void> {
  const sampled = await desk.bridge.call('records.list', {
    entity: 'candidate',
    list: 'candidates',
    offset: 500,
    limit: 500,
  });
  const { total } = await desk.bridge.call('records.count', { entity: 'candidate', list: 'candidates' });
  const sample: readonly ListRow[] = sampled.rows;
  const all: number[] = [];
  for (const kind of kinds) {
    const times: number[] = [];
    for (let step = 0; step < QUERIES; step += 1) {
      const query = kind.query(step, sample, total);
      const started = performance.now();
      const { rows } = await desk.bridge.call('records.list', query);
      times.push(performance.now() - started);
      if (rows.length === 0 && !query.filter) throw new Error(`${kind.name} found nothing`);
    }
    all.push(...times);
    results[`${what}: ${kind.name}`] = summarise(times);
    say(`  ${kind.name}: ${JSON.stringify(summarise(times))}`);
  }
  const summary: Summary = summarise(all);
  record(`${what}, p50`, summary.p50, null, '');
  record(`${what}, p95`, summary.p95, null, aim);
}

async function live(stage: Stage, one: Desk, other: Desk, floor: Running): Promise<void> {
  const { rows } = await one.bridge.call('records.list', {
    entity: 'candidate',
    list: 'candidates',
    offset: 0,
    limit: LIVE_ROUNDS,
  });
  const times: number[] = [];
  for (const [round, row] of rows.entries()) {
    const view = await one.bridge.call('records.get', { entity: 'candidate', id: row._id });
    if (!view) throw new Error('A listed candidate was not there');
    const arrived = new Promise<void>((resolve) => {
      const stop = other.bridge.on('changed', (change) => {
        if (change.entity !== 'candidate' || !(change.ids?.includes(row._id) ?? true)) return;
        stop();
        resolve();
      });
    });
    const started = performance.now();
    await one.bridge.call('records.save', {
      entity: 'candidate',
      id: row._id,
      base: view.base,
      changes: { remarks: `Live round ${round}` },
    });
    await arrived;
    times.push(performance.now() - started);
  }
  const output = await run('bench/floor-client.ts', [
    'live',
    floor.address,
    join(stage.folder, 'floor.db'),
    String(LIVE_ROUNDS),
  ]);
  const ours = summarise(times);
  const bare = summarise(JSON.parse(output) as number[]);
  results['live, ours'] = ours;
  results['live, floor'] = bare;
  record('live delay desk to desk, p50', ours.p50, bare.p50, 'under 10 ms');
  record('live delay desk to desk, p95', ours.p95, bare.p95, '');
}

async function pushOffline(stage: Stage, desk: Desk, floor: Running): Promise<void> {
  const edited = await editOffline(stage, desk, EDITS);
  record(`one save while offline (of ${EDITS}, with the read before it)`, edited / EDITS, null, '');
  const ours = await sendEdits(stage, desk);
  const bare = Number(
    await run('bench/floor-client.ts', [
      'push',
      floor.address,
      join(stage.folder, 'floor.db'),
      String(EDITS),
    ]),
  );
  record(`push of ${EDITS} offline edits`, ours, bare, 'within 3x');
}

function recordUndo(who: string, { shown, done, lists, server, memory }: UndoFigures): void {
  const what = `undo of ${UNDONE}, ${who}`;
  record(`${what}: all taken in by the server`, done / 1000, null, 'under 60 s', 's');
  record(`${what}: the desk has done its part`, shown / 1000, null, '', 's');
  record(`${what}: a list meanwhile, p95`, lists.p95, null, '');
  record(`${what}: a list meanwhile, longest`, lists.max, null, '');
  record(`${what}: an answer of the server meanwhile, p95`, server.p95, null, '');
  record(`${what}: an answer of the server meanwhile, longest`, server.max, null, '');
  record(`${what}: desk memory, resident, peak`, memory.peak, null, '', 'MB');
}

function recordBulkEdit({ changed, done, lists, listsWhileSending, memory }: BulkEditFigures): void {
  const what = `one field of ${SET_AT_ONCE} set at once`;
  record(`${what}: every record is changed`, changed / 1000, null, 'under 10 s', 's');
  record(`${what}: all taken in by the server`, done / 1000, null, '', 's');
  record(`${what}: a list meanwhile, p95`, lists.p95, null, 'under 50 ms');
  record(`${what}: a list meanwhile, longest`, lists.max, null, '');
  record(`${what}: a list while it is sent, p95`, listsWhileSending.p95, null, '');
  record(`${what}: desk memory, resident, peak`, memory.peak, null, '', 'MB');
}

function recordImport({ read, judged, made, sent, lists, memory }: ImportFigures): void {
  const what = `import of a workbook of ${IMPORTED} rows`;
  record(`${what}: read`, read / 1000, null, '', 's');
  record(`${what}: read and judged`, judged / 1000, null, 'under 30 s', 's');
  record(`${what}: every row is a record here`, made / 1000, null, 'under 60 s', 's');
  record(`${what}: all taken in by the server`, sent / 1000, null, '', 's');
  record(`${what}: a list meanwhile, p95`, lists.p95, null, 'under 50 ms');
  record(`${what}: a list meanwhile, longest`, lists.max, null, '');
  record(`${what}: desk memory, resident, peak`, memory.peak, null, 'under 600 MB', 'MB');
}

function recordDocuments({ searches, first, byKind, processor, counts, places }: DocumentFigures): void {
  const what = `a search in ${CVS} CVs of 4,000 characters`;
  results['search in CVs'] = byKind;
  record(`${what}: first rows, p50`, searches.p50, null, '');
  record(`${what}: first rows, p95`, searches.p95, null, 'under 50 ms');
  record(`${what}: first rows, processor, p95`, processor.p95, null, '', 'ms');
  record(`${what}: first rows, the first of all`, first, null, '');
  record(`${what}: how many, where that is asked apart, p95`, counts.p95, null, '');
  record(`${what}: where 50 CVs say it, p95`, places.p95, null, '');
}

function recordDuplicates({ found, groups, lists, pulse, page, contacts }: DuplicateFigures): void {
  const what = `duplicates among ${CANDIDATES} candidates`;
  record(`${what}: all grouped`, found / 1000, null, 'under 5 s', 's');
  record(`${what}: groups`, groups, null, '', '');
  record(`${what}: a list meanwhile, p95`, lists.p95, null, '');
  record(`${what}: the smallest answer meanwhile, p99`, pulse.p99, null, 'under 16 ms');
  record(`${what}: a page of 50 groups`, page, null, '');
  record('who has a number or an address, p95', contacts.p95, null, 'under 5 ms');
}

function recordBoards({ paint, floor, column, byBoard }: BoardFigures): void {
  const what = `a board of ${CANDIDATES} records`;
  results['boards'] = byBoard;
  record(`${what}: counts and first cards of all columns, p50`, paint.p50, floor.p50, '');
  record(`${what}: counts and first cards of all columns, p95`, paint.p95, floor.p95, '');
  record(`${what}: first cards of one column, p95`, column.p95, null, 'under 50 ms');
}

async function main(): Promise<void> {
  say(`Filling a server with ${CANDIDATES} candidates…`);
  const stage = await setStage(CANDIDATES);
  const sourceDatabase = join(stage.serverData, 'server.db');
  const floor = await start(
    'bench/floor-server.ts',
    [sourceDatabase, join(stage.folder, 'floor-server.db')],
    /Listening on (\S+)/,
    [],
    {},
    // It copies all rows first.
    900,
  );
  try {
    say('First sync…');
    recordFirstSync(await measureFirstSync(stage, floor));
    const desk = await stage.openDesk('desk-one');
    await signIn(desk, 'superadmin@demo.test');
    await searchIndexed(desk);
    say('Lists…');
    await measureQueries(desk, LIST_PAGES, 'list page', 'under 5 ms');
    await measureQueries(desk, SELECTIVE_SEARCHES, 'selective search', 'under 15 ms');
    await measureQueries(desk, BROAD_SEARCHES, 'broad search, first rows', 'under 30 ms');
    if (reading) return console.table(table);
    say('Duplicates…');
    recordDuplicates(await measureDuplicates(desk));
    say('Live…');
    const other = await stage.openDesk('desk-two');
    await signIn(other, 'admin@demo.test');
    await searchIndexed(other);
    await live(stage, desk, other, floor);
    await other.process.stop();
    say('Push…');
    await pushOffline(stage, desk, floor);
    const memory = residentMemory(desk.process.pid);
    if (memory) record('desk memory, resident, at the end', memory.now, null, 'under 250 MB', 'MB');
    if (memory) record('desk memory, resident, peak', memory.peak, null, '', 'MB');
  } finally {
    await floor.stop();
    await stage.close();
  }
  say('People in the palette…');
  const { keys, byKind } = await measurePalette(CANDIDATES, CANDIDATES);
  results['people found at each key'] = byKind;
  record(`people found among ${2 * CANDIDATES} at each key, p50`, keys.p50, null, '');
  record(`people found among ${2 * CANDIDATES} at each key, p95`, keys.p95, null, 'under 10 ms');
  say('Boards…');
  recordBoards(await measureBoards(CANDIDATES, CANDIDATES));
  say('Search in CVs…');
  recordDocuments(await measureDocuments(CVS));
  say(`A field of ${SET_AT_ONCE}…`);
  recordBulkEdit(await measureBulkEdit(SET_AT_ONCE));
  say('an import of a workbook');
  recordImport(await measureImport(IMPORTED));
  say(`Undo of ${UNDONE}…`);
  const { own, others } = await measureUndo(UNDONE);
  recordUndo('by the desk that made it', own);
  recordUndo('by the server', others);
  const machine = {
    cpus: cpus().length,
    model: cpus()[0]?.model,
    memoryGB: Math.round(totalmem() / 2 ** 30),
    node: process.version,
  };
  writeFileSync(
    new URL('results.json', import.meta.url),
    `${JSON.stringify({ at: new Date().toISOString(), machine, candidates: CANDIDATES, results }, null, 2)}\n`,
  );
  console.table(table);
}

await main();
