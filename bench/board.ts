import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { openKept } from '../electron/desk/testing/kept-keys.ts';
import { boardColumns, filterOfColumn, type BoardColumn } from '#shared/model/board.ts';
import { entityOf, type EntityName } from '#shared/model/entities.ts';
import { fieldOf } from '#shared/model/entity.ts';
import { listOf } from '#shared/model/list-query.ts';
import type { ListQuery } from '#shared/protocol/list-calls.ts';
import { summarise, type Summary } from './percentiles.ts';
import { searchIndexed, setStage, signIn, type Desk } from './stage.ts';

/** Cards of a column that are asked for at a time. */
const BLOCK = 100;
const ROUNDS = 40;

/** Times through the bridge in milliseconds. */
export interface BoardFigures {
  /** From the first question to the first cards and the count of every column. */
  paint: Summary;
  /** The same columns and counts from plain SQLite, without permissions, names of others or a bridge. */
  floor: Summary;
  /** The first cards of one column, asked for by itself. */
  column: Summary;
  byBoard: Record<string, { paint: Summary; column: Summary }>;
}

type Query = Omit<ListQuery, 'offset' | 'limit'>;

interface Board {
  name: string;
  query: Query;
  field: string;
}

const BOARDS: readonly Board[] = [
  {
    name: 'candidates by interview status',
    query: { entity: 'candidate', list: 'candidates' },
    field: 'interviewStatus',
  },
  {
    name: 'candidates by placement status, of one course',
    query: { entity: 'candidate', list: 'candidates', filter: { enrolledCourse: ['DevOps'] } },
    field: 'placementStatus',
  },
  {
    name: 'follow-ups by interview status, next call first',
    query: { entity: 'candidate', list: 'followups' },
    field: 'interviewStatus',
  },
  {
    name: 'inquiries by lead status',
    query: { entity: 'inquiry', list: 'inquiries' },
    field: 'leadStatus',
  },
];

/** Boards of 100,000 records as the screen opens them; before each round a record changes, so that nothing is remembered. */
export async function measureBoards(candidates: number, inquiries: number): Promise<BoardFigures> {
  const stage = await setStage(candidates, inquiries);
  try {
    const desk = await stage.openDesk('boards');
    await signIn(desk, 'superadmin@demo.test');
    await searchIndexed(desk);
    const floor = bareTables(desk);
    const all: { paint: number[]; floor: number[]; column: number[] } = { paint: [], floor: [], column: [] };
    const byBoard: BoardFigures['byBoard'] = {};
    for (const board of BOARDS) {
      const columns = await columnsOf(desk, board);
      const paint: number[] = [];
      const column: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        await forget(desk, board.query, round);
        paint.push(await timed(() => painted(desk, board, columns)));
        all.floor.push(await timed(() => floor.paint(board, columns)));
        await forget(desk, board.query, round);
        for (const one of columns) column.push(await timed(() => block(desk, board, one)));
      }
      byBoard[board.name] = { paint: summarise(paint), column: summarise(column) };
      all.paint.push(...paint);
      all.column.push(...column);
    }
    floor.close();
    return {
      paint: summarise(all.paint),
      floor: summarise(all.floor),
      column: summarise(all.column),
      byBoard,
    };
  } finally {
    await stage.close();
  }
}

async function timed(work: () => unknown): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

async function columnsOf(desk: Desk, { query, field }: Board): Promise<BoardColumn[]> {
  const definition = entityOf(query.entity);
  const { options, target } = fieldOf(definition, field);
  const records = target
    ? await desk.bridge.call('records.choices', { entity: target.entity as EntityName, limit: 500 })
    : [];
  const values = options
    ? options.map((value) => ({ value, label: value }))
    : records.map(({ _id, title }) => ({ value: _id, label: title }));
  const counts = await desk.bridge.call('records.countBy', { ...query, field });
  if (counts.every(({ count }) => count === 0)) throw new Error('The board has no cards');
  const { baseFilter } = listOf(definition, query.list);
  return boardColumns(definition, field, values, counts, { filters: [baseFilter, query.filter] });
}

function block(desk: Desk, { query, field }: Board, column: BoardColumn): Promise<unknown> {
  const { card = [], title } = entityOf(query.entity);
  return desk.bridge.call('records.list', {
    ...query,
    filter: { ...query.filter, [field]: filterOfColumn(column) },
    columns: [title, ...card, field],
    offset: 0,
    limit: BLOCK,
  });
}

async function painted(desk: Desk, board: Board, columns: readonly BoardColumn[]): Promise<void> {
  await Promise.all([
    desk.bridge.call('records.countBy', { ...board.query, field: board.field }),
    ...columns.map((column) => block(desk, board, column)),
  ]);
}

/** A change makes the desk forget what it knows of the entity's lists. */
async function forget(desk: Desk, { entity, list }: Query, round: number): Promise<void> {
  const page = await desk.bridge.call('records.list', { entity, list, offset: round, limit: 1 });
  const id = page.rows[0]?._id ?? '';
  const view = await desk.bridge.call('records.get', { entity, id });
  await desk.bridge.call('records.save', {
    entity,
    id,
    base: view?.base ?? 0,
    changes: { notes: `Round ${round} at ${performance.now()}` },
  });
}

/** The desk's own tables and indexes, read by plain SQL. */
function bareTables(desk: Desk): {
  paint: (board: Board, columns: readonly BoardColumn[]) => void;
  close: () => void;
} {
  const file = readdirSync(desk.folder, { recursive: true, encoding: 'utf8' }).find((name) =>
    name.endsWith('cache.db'),
  );
  if (!file) throw new Error('The desk has no cache');
  const database = openKept(join(desk.folder, file), 'NORMAL');
  return {
    paint: ({ query, field }, columns) => {
      const definition = entityOf(query.entity);
      const { card = [], title } = definition;
      const { field: by, direction } = listOf(definition, query.list).sort;
      const course = query.filter ? ` AND instr("enrolledCourse", '"DevOps"') > 0` : '';
      const names = ['_id', title, ...card, field].map((name) => `"${name}"`).join(', ');
      const counts = database
        .prepare(`SELECT "${field}", count(*) FROM "${query.entity}" WHERE 1${course} GROUP BY 1`)
        .all();
      const blocks = columns.map(({ value }) =>
        database
          .prepare(
            `SELECT ${names} FROM "${query.entity}" WHERE "${field}" IS ?${course}
              ORDER BY "${by}" ${direction} NULLS LAST, "_id" ${direction} LIMIT ${BLOCK}`,
          )
          .all(typeof value === 'string' ? value : null),
      );
      JSON.parse(JSON.stringify([counts, blocks]));
    },
    close: () => void database.close(),
  };
}
