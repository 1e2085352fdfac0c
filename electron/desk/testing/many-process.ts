import { writeSync } from 'node:fs';
import type { EntityName } from '#shared/model/entities.ts';
import { openDeskOfItsOwn } from './desk-of-its-own.ts';

/**
 * A desk of its own process that has a user signed in already, sets a field of many records, and says `part` after each
 * step of it: it is made to be killed. Arguments: data folder, server, id of the change, city, and the ids as JSON.
 */
const [dataFolder = '', url = '', id = '', city = '', ids = '[]'] = process.argv.slice(2);

const desk = await openDeskOfItsOwn(dataFolder, url);
desk.subscribe((event, data) => {
  if (event === 'many') writeSync(1, `part ${(data as { done: number }).done}\n`);
});
writeSync(1, 'ready\n');
await desk.call('records.setMany', {
  id,
  query: { entity: 'candidate' satisfies EntityName, list: 'candidates' },
  picked: { ids: JSON.parse(ids) as string[] },
  changes: { city },
});
writeSync(1, 'done\n');
