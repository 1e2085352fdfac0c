import { once } from 'node:events';
import { WebSocket } from 'ws';
import type { ColumnValue } from '#shared/model/columns.ts';
import { quote } from '#shared/model/list-query.ts';
import { cpuSeconds, residentMemory } from '../tests/product/processes.ts';
import {
  createFloorTable,
  floorColumns,
  indexFloor,
  keepFloorIndexed,
  openFloor,
  upsertFloor,
} from './floor-table.ts';

/**
 * The peer's client, in a process of its own. Prints one line of JSON with its times in milliseconds.
 *   fetch ADDRESS DATABASE           fetches every row and builds the indexes
 *   push ADDRESS DATABASE COUNT      changes COUNT rows and sends them in batches of 500
 *   both ADDRESS DATABASE COUNT      one after the other, and tells its memory as well
 *   live ADDRESS DATABASE COUNT      sends one row at a time and waits until it is stored from the live channel
 */
const [what, address, path, amount] = process.argv.slice(2);
if (!what || !address || !path) throw new Error('Give what to do, the address and the database');
const PAGE = 2_000;
const BATCH = 500;
const database = openFloor(path, 'NORMAL');

async function fetchAll(): Promise<number> {
  const started = performance.now();
  createFloorTable(database);
  const insert = upsertFloor(database);
  const store = database.transaction((rows: ColumnValue[][]) => {
    for (const row of rows) insert.run(...row);
  });
  let after = 0;
  for (;;) {
    const response = await fetch(`${address}/?after=${after}&limit=${PAGE}`);
    const rows = (await response.json()) as ColumnValue[][];
    const last = rows.at(-1)?.[0];
    if (typeof last !== 'number') break;
    after = last;
    store(rows.map((row) => row.slice(1)));
  }
  indexFloor(database);
  keepFloorIndexed(database);
  return performance.now() - started;
}

function changedRows(count: number): ColumnValue[][] {
  const rows = database
    .prepare<[number], ColumnValue[]>(
      `SELECT ${floorColumns.map(quote).join(', ')} FROM candidate ORDER BY "_id" LIMIT ?`,
    )
    .raw()
    .all(count);
  const remarks = floorColumns.indexOf('remarks');
  for (const [index, row] of rows.entries()) row[remarks] = `Called again, round ${index}`;
  return rows;
}

async function send(rows: ColumnValue[][]): Promise<void> {
  const response = await fetch(address ?? '', { method: 'POST', body: JSON.stringify(rows) });
  if (!response.ok) throw new Error(await response.text());
  await response.text();
}

async function push(count: number): Promise<number> {
  const rows = changedRows(count);
  const started = performance.now();
  for (let at = 0; at < rows.length; at += BATCH) await send(rows.slice(at, at + BATCH));
  return performance.now() - started;
}

async function live(count: number): Promise<number[]> {
  const socket = new WebSocket(String(address).replace('http:', 'ws:'));
  await once(socket, 'open');
  const store = upsertFloor(database);
  const times: number[] = [];
  for (const row of changedRows(count)) {
    const started = performance.now();
    const arrived = once(socket, 'message');
    await send([row]);
    const [message] = (await arrived) as [Buffer];
    for (const received of JSON.parse(message.toString()) as ColumnValue[][]) store.run(...received);
    times.push(performance.now() - started);
  }
  socket.close();
  return times;
}

async function both(): Promise<unknown> {
  const before = cpuSeconds(process.pid);
  const pull = await fetchAll();
  const between = cpuSeconds(process.pid);
  const pushed = await push(count);
  const processor = { pull: between - before, push: cpuSeconds(process.pid) - between };
  return { pull, push: pushed, processor, memory: residentMemory(process.pid) };
}

const count = Number(amount ?? 0);
const tasks: Readonly<Record<string, () => Promise<unknown>>> = {
  fetch: fetchAll,
  push: () => push(count),
  both,
  live: () => live(count),
};
const task = tasks[what];
if (!task) throw new Error(`There is no ${what}`);
const result = await task();
process.stdout.write(`${JSON.stringify(result)}\n`);
database.close();
