import type { Response } from 'express';
import type { Actor } from '#shared/access/permissions.ts';
import type { EntityDefinition } from '#shared/model/entity.ts';
import type { Database } from '../database/database.ts';
import type { RestListQuery } from './list-query.ts';
import { listRecords } from './list-records.ts';
import { present } from './present.ts';

/**
 * Sends a list as a plain array, streamed, with the total in `X-Total-Count`.
 * @param beforeAnswer hears how many records there will be, before anything is answered
 */
export async function sendList(
  database: Database,
  actor: Actor,
  entity: EntityDefinition,
  query: RestListQuery,
  response: Response,
  beforeAnswer?: (count: number) => Promise<void> | undefined,
): Promise<void> {
  const list = await listRecords(database, actor, entity, query);
  await beforeAnswer?.(list.count);
  response.setHeader('X-Total-Count', String(list.total));
  response.type('json');
  let before = '[';
  for await (const records of list.pages()) {
    if (response.destroyed) return;
    const shown = await present(database, entity, records);
    if (shown.length === 0) continue;
    const text = shown.map((record) => JSON.stringify(record)).join(',');
    if (!response.write(before + text)) await drained(response);
    before = ',';
  }
  response.end(before === '[' ? '[]' : ']');
}

/** Waits until the client has read what was written, or has gone. */
function drained(response: Response): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      response.off('drain', done);
      response.off('close', done);
      resolve();
    };
    response.on('drain', done);
    response.on('close', done);
  });
}
