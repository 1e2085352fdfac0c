import { writeSync } from 'node:fs';
import type { EntityName } from '#shared/model/entities.ts';
import type { ChangesPage } from '#shared/protocol/past-calls.ts';
import type { RecordView } from '#shared/protocol/record-view.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import { openDeskOfItsOwn } from './desk-of-its-own.ts';

/**
 * A desk in a process of its own that saves without end and tells what was confirmed: after each save the record and
 * the number saved in it; and of a lead status that four inquiries have `made`, `moved` after its replacement by none, a
 * set of two parts, and `undone` after that was taken back. It is made to be killed.
 */
const [dataFolder = '', url = ''] = process.argv.slice(2);
const say = (line: string): void => {
  writeSync(1, `${line}\n`);
};

const desk = await openDeskOfItsOwn(dataFolder, url);
const add = async (entity: EntityName, changes: Record<string, unknown>): Promise<string> => {
  const { record } = (await desk.call('records.save', {
    entity,
    id: null,
    base: null,
    changes,
  })) as RecordView;
  return record._id;
};
let status = '';
let set = '';
const steps = [
  async () => {
    status = await add('leadStatus', { name: `Crash ${process.pid} ${Date.now()}` });
    const inquiries: string[] = [];
    for (let at = 0; at < 4; at += 1)
      inquiries.push(await add('inquiry', { Name: `Crash ${process.pid}`, leadStatus: status }));
    say(`made ${status} ${inquiries.join(',')}`);
  },
  async () => {
    set = '';
    try {
      const replaced = await desk.call('leadStatuses.replace', { id: status, status, by: null });
      ({ set } = replaced as { set: string });
      say(`moved ${status}`);
    } catch (error) {
      // While the copy is fetched anew the user is told to try again: nothing is confirmed, and saving goes on.
      if (!(error instanceof PlainError) || error.code !== 'unavailable') throw error;
    }
  },
  async () => {
    if (set === '') return;
    await desk.call('changes.undo', { set });
    say(`undone ${status}`);
  },
];
say('ready');
// What an earlier life did last, and perhaps sent.
const { changes: before } = (await desk.call('changes.list', { mine: true })) as ChangesPage;
const earlier = before.find(
  ({ title, final, undoes }) => final === null && undoes === null && title.endsWith('its inquiries moved'),
);
if (earlier) await desk.call('changes.undo', { set: earlier.id });
const mine: RecordView[] = [];
for (let number = 1; ; number += 1) {
  const known = mine[number % 5];
  const changes = known
    ? { city: String(number) }
    : {
        fullName: `Crash ${process.pid}`,
        mobile: '98200 12345',
        email: 'crash@mail.test',
        city: String(number),
      };
  const saved = (await desk.call('records.save', {
    entity: 'candidate',
    id: known?.record._id ?? null,
    base: known?.base ?? null,
    changes,
  })) as RecordView;
  mine[number % 5] = saved;
  say(`${saved.record._id} ${number}`);
  await steps[(number - 1) % steps.length]?.();
  // Lets the sync go on between saves.
  await new Promise((resolve) => setImmediate(resolve));
}
