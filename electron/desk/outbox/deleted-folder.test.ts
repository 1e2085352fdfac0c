import { cpSync, renameSync, rmSync } from 'node:fs';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openOffice } from '../testing/office.ts';
import { create, PERSON } from '../testing/record-steps.ts';
import { openWorkspace } from '../testing/sample-rows.ts';
import { noKeychain, temporaryFolder, TestDesk } from '../testing/test-desk.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** Linux and macOS let a folder be deleted under the process that writes in it, which notices nothing by itself. */

const office = openOffice();
const TOLD = { code: 'unavailable', message: expect.stringContaining('was deleted') as string };

let folder: ReturnType<typeof temporaryFolder>;
let workspace: Workspace;
const save = (): unknown =>
  workspace.writer.save({ entity: 'candidate', id: null, base: null, changes: PERSON }, workspace.actor);

beforeEach(() => {
  folder = temporaryFolder();
  workspace = openWorkspace(folder.path);
  save();
});
afterEach(() => {
  workspace.close();
  folder.remove();
});

it('promises nothing that would go with the process', () => {
  rmSync(folder.path, { recursive: true });
  expect(save).toThrow(expect.objectContaining(TOLD));
  expect(workspace.outbox.unsentCount()).toBe(1);
});

it('nor where another copy stands in its place', () => {
  cpSync(folder.path, `${folder.path}-copy`, { recursive: true });
  rmSync(folder.path, { recursive: true });
  renameSync(`${folder.path}-copy`, folder.path);
  expect(save).toThrow(expect.objectContaining(TOLD));
});

it('goes on where the folder has another name meanwhile and has it back', () => {
  renameSync(folder.path, `${folder.path}-elsewhere`);
  expect(save).toThrow(expect.objectContaining(TOLD));
  renameSync(`${folder.path}-elsewhere`, folder.path);
  save();
  expect(workspace.outbox.unsentCount()).toBe(2);
});

it('sends nothing later that was said not to be saved', async () => {
  const place = office.newFolder();
  const desk = await TestDesk.open(place, office.network.url, noKeychain);
  office.desks.push(desk);
  await desk.signIn('hr');
  await desk.inStep();
  office.network.cut();
  await desk.state('offline');
  rmSync(place, { recursive: true });
  await expect(create(desk, 'candidate', PERSON)).rejects.toMatchObject(TOLD);
  expect((await desk.call('sync.status', {})).waiting).toBe(0);
});
