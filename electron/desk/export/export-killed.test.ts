import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { newId } from '#shared/model/new-id.ts';
import { DeskProcess, NoAnswer } from '../testing/desk-process.ts';
import { openOffice } from '../testing/office.ts';
import { portableKeychain } from '../testing/portable-keychain.ts';
import { TestDesk } from '../testing/test-desk.ts';
import { until } from '../testing/until.ts';

const office = openOffice();

it('a file that was half written when the application was killed goes at its next start', async () => {
  const folder = office.newFolder();
  const chosen = office.newFolder();
  mkdirSync(chosen, { recursive: true });
  // Of another program, and of another application's export.
  const others = ['.mine.part', `.${newId()}.part`].toSorted();
  for (const name of others) writeFileSync(join(chosen, name), 'x');
  const parts = (): string[] =>
    readdirSync(chosen).filter((name) => name.endsWith('.part') && !others.includes(name));
  const desk = await DeskProcess.open(folder, office.network.url, join(chosen, 'list.csv'));
  await desk.signIn('superadmin');
  await until('all fetched', async () => (await desk.call('sync.status', {})).state === 'live');
  const query = { entity: 'candidate', list: 'candidates' } as const;
  const answer = desk
    .call('export.start', { id: newId(), query, fields: 'all' })
    .catch((error: unknown) => error);
  while (parts().length === 0) await nextTurn();
  await desk.kill();
  expect(await answer).toBeInstanceOf(NoAnswer);
  expect(parts()).toHaveLength(1);

  const again = await TestDesk.open(folder, office.network.url, portableKeychain);
  expect(parts()).toEqual([]);
  expect(readdirSync(chosen).toSorted()).toEqual(others);
  await again.close();
});
