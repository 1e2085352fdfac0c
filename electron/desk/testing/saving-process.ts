import { writeSync } from 'node:fs';
import type { RecordView } from '#shared/protocol/bridge.ts';
import { openDesk } from '../desk.ts';
import { portableKeychain } from './portable-keychain.ts';

/**
 * A desk in a process of its own that saves without end and tells, after each confirmed save, the record and the
 * number saved in it. It is made to be killed.
 */
const [dataFolder = '', url = ''] = process.argv.slice(2);
const say = (line: string): void => {
  writeSync(1, `${line}\n`);
};

const desk = await openDesk({
  dataFolder,
  server: { id: 'embedded', url },
  host: {
    openExternal: () => Promise.resolve(),
    chooseSavePlace: () => Promise.resolve(null),
    keychain: portableKeychain,
  },
  appVersion: '0.0.0',
  log: () => undefined,
});
say('ready');
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
  // Lets the sync go on between saves.
  await new Promise((resolve) => setImmediate(resolve));
}
