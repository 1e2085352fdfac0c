import { syncedWhen, type Desk, type Stage } from './stage.ts';

const PAGE = 500;

/** Stops the server and changes the remarks of as many candidates, one by one; gives the time in milliseconds. */
export async function editOffline(stage: Stage, desk: Desk, edits: number): Promise<number> {
  await stage.server.stop();
  await syncedWhen(desk, (status) => status.state === 'offline');
  const started = performance.now();
  let done = 0;
  for (let offset = 0; done < edits; offset += PAGE) {
    const { rows } = await desk.bridge.call('records.list', {
      entity: 'candidate',
      list: 'candidates',
      sort: { field: 'fullName', direction: 'asc' },
      offset,
      limit: Math.min(PAGE, edits - done),
    });
    if (rows.length === 0) throw new Error('There are fewer candidates than edits');
    for (const row of rows) {
      const view = await desk.bridge.call('records.get', { entity: 'candidate', id: row._id });
      await desk.bridge.call('records.save', {
        entity: 'candidate',
        id: row._id,
        base: view?.base ?? 0,
        changes: { remarks: `Called again, round ${done}` },
      });
      done += 1;
    }
  }
  return performance.now() - started;
}

/** Starts the server again and waits until it has every edit; gives the time from the moment that it answers. */
export async function sendEdits(stage: Stage, desk: Desk): Promise<number> {
  await stage.restartServer();
  const sent = performance.now();
  await desk.bridge.call('sync.now', {});
  await syncedWhen(desk, (status) => status.waiting === 0 && status.state === 'live');
  return performance.now() - sent;
}
