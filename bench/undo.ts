import { DEMO_PASSWORD } from '../tests/product/product.ts';
import { residentMemory } from '../tests/product/processes.ts';
import { PATHS, type LoginResponse } from '#shared/protocol/sync.ts';
import { asked } from './asked.ts';
import { summarise, type Summary } from './percentiles.ts';
import { setStage, signIn, syncedWhen, type Desk, type Stage } from './stage.ts';

/** How an undo went, and what others waited for meanwhile; times in milliseconds, memory in megabytes. */
export interface UndoFigures {
  /** Until the screen shows everything undone. */
  shown: number;
  /** Until the server has taken it in. */
  done: number;
  /** A page of 100 rows, asked again and again of the desk that undoes. */
  lists: Summary;
  /** A page of 50 change sets, asked again and again of the server. */
  server: Summary;
  memory: { before: number; peak: number };
}

/**
 * One change set of many records (a lead status that all inquiries had is deleted), undone on the desk that made it, and
 * made again and undone from another desk, for which the server does it.
 */
export async function measureUndo(records: number): Promise<{ own: UndoFigures; others: UndoFigures }> {
  const stage = await setStage(100, records, (database) => {
    const status = '(SELECT "_id" FROM "leadStatus" ORDER BY "_id" LIMIT 1)';
    database.exec(`UPDATE "inquiry" SET "leadStatus" = ${status}`);
  });
  try {
    const maker = await stage.openDesk('undo-maker');
    await signIn(maker, 'superadmin@demo.test');
    const own = await moveAll(maker, records);
    const ownFigures = await measured(stage, maker, own);
    const others = await moveAll(maker, records);
    const admin = await stage.openDesk('undo-other');
    await signIn(admin, 'admin@demo.test');
    return { own: ownFigures, others: await measured(stage, admin, others) };
  } finally {
    await stage.close();
  }
}

/** Deletes the lead status that all inquiries have, and gives the change set. */
async function moveAll({ bridge, ...desk }: Desk, records: number): Promise<string> {
  const { rows: inquiries } = await bridge.call('records.list', {
    entity: 'inquiry',
    list: 'inquiries',
    offset: 0,
    limit: 1,
  });
  const view = await bridge.call('records.get', { entity: 'inquiry', id: inquiries[0]?._id ?? '' });
  const status = String(view?.record['leadStatus']);
  const choices = await bridge.call('records.choices', { entity: 'leadStatus', limit: 10 });
  const by = choices.find(({ _id }) => _id !== status)?._id;
  if (by === undefined) throw new Error('There is no other lead status');
  const { moved, set } = await bridge.call('leadStatuses.replace', { id: 'bench', status, by });
  if (moved !== records) throw new Error(`${moved} of ${records} inquiries were moved`);
  await syncedWhen({ bridge, ...desk }, ({ waiting, state }) => waiting === 0 && state === 'live');
  return set;
}

async function measured(stage: Stage, desk: Desk, set: string): Promise<UndoFigures> {
  const token = await tokenOf(stage);
  const before = residentMemory(desk.process.pid)?.now ?? 0;
  const working = new AbortController();
  const lists = asked(working.signal, () =>
    desk.bridge.call('records.list', { entity: 'inquiry', list: 'inquiries', offset: 0, limit: 100 }),
  );
  const server = asked(working.signal, async () => {
    const headers = { authorization: `Bearer ${token}` };
    const response = await fetch(stage.server.address + PATHS.changes, { headers });
    if (!response.ok) throw new Error(`The server answered ${response.status}`);
    await response.text();
  });
  const started = performance.now();
  await desk.bridge.call('changes.undo', { set });
  const shown = performance.now() - started;
  await syncedWhen(desk, ({ waiting, state }) => waiting === 0 && state === 'live');
  const done = performance.now() - started;
  working.abort();
  const peak = residentMemory(desk.process.pid)?.peak ?? 0;
  return {
    shown,
    done,
    lists: summarise(await lists),
    server: summarise(await server),
    memory: { before, peak },
  };
}

async function tokenOf({ server }: Stage): Promise<string> {
  const response = await fetch(server.address + PATHS.login, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'admin@demo.test', password: DEMO_PASSWORD }),
  });
  return ((await response.json()) as LoginResponse).token;
}
