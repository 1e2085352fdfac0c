import { mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startOnSameData, startTestServer } from '../testing/server.ts';
import { ERASED_FILE, ErasedList } from './erased-list.ts';

test('where something else has the name of the list of the erased, the server says so at its start', async () => {
  const server = await startTestServer();
  await server.close();
  const path = join(server.dataFolder, ERASED_FILE);
  const refusal =
    /erased is a folder or a link, where the list .+ belongs\. Put that file in its place, or remove/;
  mkdirSync(path);
  await expect(startOnSameData(server)).rejects.toThrow(refusal);
  rmSync(path, { recursive: true });
  await new ErasedList(server.dataFolder).add(['a'.repeat(64)]);
  renameSync(path, `${path}-elsewhere`);
  symlinkSync(`${path}-elsewhere`, path);
  await expect(startOnSameData(server)).rejects.toThrow(refusal);
  rmSync(path);
  renameSync(`${path}-elsewhere`, path);
  await (await startOnSameData(server)).close();
  await server.drop();
});
