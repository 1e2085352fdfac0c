import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { newId } from '#shared/model/new-id.ts';
import type { ChangeSet } from '#shared/protocol/change-sets.ts';
import { Outbox } from '../outbox/outbox.ts';
import type { NewOperation } from '../outbox/outbox-operation.ts';
import { keysOf } from './kept-keys.ts';
import type { Office } from './office.ts';
import { memoryKeychain, TestDesk } from './test-desk.ts';

/** A desk whose outbox can be written while it is closed. */
export async function closableDesk(
  office: Office,
  name: string,
): Promise<{
  desk: TestDesk;
  outbox: () => string;
  again: () => Promise<TestDesk>;
}> {
  const path = office.newFolder();
  const keychain = memoryKeychain();
  const again = async (): Promise<TestDesk> => {
    const desk = await TestDesk.open(path, office.network.url, keychain);
    office.desks.push(desk);
    return desk;
  };
  const desk = await again();
  await desk.signIn(name);
  await desk.inStep();
  const outbox = (): string =>
    join(
      path,
      readdirSync(path, { recursive: true, encoding: 'utf8' }).find((file) => file.endsWith('outbox.db')) ??
        '',
    );
  return { desk, outbox, again };
}

export type Part = Pick<NewOperation, 'kind' | 'recordId' | 'changes'> &
  Partial<Pick<NewOperation, 'entity'>>;

/** Appends operations to a desk's outbox while it is closed, without the desk's own judgement. Gives their ids. */
export function write(path: string, set: ChangeSet, parts: readonly Part[]): string[] {
  const outbox = new Outbox(path, undefined, keysOf(dirname(path))[0]?.outbox);
  const at = new Date().toISOString();
  const operations = parts.map((part): NewOperation => {
    const entity = part.entity ?? 'candidate';
    return { entity, base: 1e9, before: null, seen: null, ...part, set, id: newId(), title: 'A record', at };
  });
  outbox.append(operations);
  outbox.close();
  return operations.map(({ id }) => id);
}
