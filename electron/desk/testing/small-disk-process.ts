import { writeSync } from 'node:fs';
import { PlainError } from '#shared/protocol/errors.ts';
import { openDeskOfItsOwn } from './desk-of-its-own.ts';

/**
 * A desk in a process of its own, made to run out of disk: it signs in where an email is given, saves as many new
 * records as it is told, and says of each whether it was saved. It then goes on until it is ended, and says how it
 * stands with the server.
 */
const [dataFolder = '', url = '', count = '0', email] = process.argv.slice(2);
const say = (...words: string[]): void => {
  writeSync(1, `${words.join('\t')}\n`);
};

const desk = await openDeskOfItsOwn(dataFolder, url, {
  log: (line) => say('log', line.replaceAll('\n', ' ')),
});
desk.subscribe((event, data) => {
  if (event === 'sync') say('sync', JSON.stringify(data));
});
if (email !== undefined) await desk.call('session.signIn', { email, password: 'Demo@12345' });
for (let number = 0; number < Number(count); number += 1) {
  const name = `Full ${number}`;
  const changes = {
    fullName: name,
    mobile: '98200 12345',
    email: 'full@mail.test',
    remarks: 'x'.repeat(3_000),
  };
  try {
    const save = { entity: 'candidate', id: null, base: null, changes };
    const saved = (await desk.call('records.save', save)) as { record: { _id: string } };
    const shown = (await desk.call('records.get', { entity: 'candidate', id: saved.record._id })) as {
      record: Record<string, unknown>;
    } | null;
    say('saved', name, saved.record._id, shown?.record['fullName'] === name ? 'shown' : 'not shown');
  } catch (error) {
    say('refused', name, error instanceof PlainError ? `${error.code}: ${error.message}` : String(error));
  }
}
say('done');
setInterval(() => undefined, 1_000);
