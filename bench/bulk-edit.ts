import { newId } from '#shared/model/new-id.ts';
import { residentMemory } from '../tests/product/processes.ts';
import { asked } from './asked.ts';
import { summarise, type Summary } from './percentiles.ts';
import { setStage, signIn, syncedWhen } from './stage.ts';

/** How a change of many records went, and what lists waited for meanwhile; times in milliseconds, memory in megabytes. */
export interface BulkEditFigures {
  /** Until the desk has changed every record, safely. */
  changed: number;
  /** Until the server has taken it in. */
  done: number;
  /** A page of 100 rows, asked again and again of the desk while it changes them, and while it sends them. */
  lists: Summary;
  listsWhileSending: Summary;
  memory: { before: number; peak: number };
}

/** One field of many candidates is set at once, among as many again that stay. */
export async function measureBulkEdit(records: number): Promise<BulkEditFigures> {
  const stage = await setStage(records * 2);
  try {
    const desk = await stage.openDesk('bulk-edit');
    await signIn(desk, 'superadmin@demo.test');
    const query = { entity: 'candidate', list: 'candidates' } as const;
    const { total } = await desk.bridge.call('records.count', query);
    const ids: string[] = [];
    for (let offset = 0; ids.length < records && offset < total; offset += 500) {
      const page = await desk.bridge.call('records.list', { ...query, offset, limit: 500 });
      for (const { _id } of page.rows) if (ids.length < records) ids.push(_id);
    }
    const before = residentMemory(desk.process.pid)?.now ?? 0;
    const ask = (): Promise<unknown> => desk.bridge.call('records.list', { ...query, offset: 0, limit: 100 });
    const working = new AbortController();
    const lists = asked(working.signal, ask);
    const started = performance.now();
    const result = await desk.bridge.call('records.setMany', {
      id: newId(),
      query,
      picked: { ids },
      changes: { batchTime: 'Evening, seven to nine' },
    });
    const changed = performance.now() - started;
    working.abort();
    if (result.done !== records) throw new Error(`${result.done} of ${records} were set`);
    const sending = new AbortController();
    const later = asked(sending.signal, ask);
    await syncedWhen(desk, ({ waiting, state }) => waiting === 0 && state === 'live');
    const done = performance.now() - started;
    sending.abort();
    const peak = residentMemory(desk.process.pid)?.peak ?? 0;
    return {
      changed,
      done,
      lists: summarise(await lists),
      listsWhileSending: summarise(await later),
      memory: { before, peak },
    };
  } finally {
    await stage.close();
  }
}
