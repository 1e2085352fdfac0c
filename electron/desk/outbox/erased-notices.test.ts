import { afterEach, beforeEach, expect, it } from 'vitest';
import { writePage } from '../sync/page-writer.ts';
import { textsOnDisk } from '../testing/folder-contents.ts';
import { openWorkspace, pageOf } from '../testing/sample-rows.ts';
import { temporaryFolder } from '../testing/test-desk.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** Decision 33: what is told until it is put away says nothing of who was erased, whatever is here of them besides. */

let folder: ReturnType<typeof temporaryFolder>;
let workspace: Workspace;
beforeEach(() => {
  folder = temporaryFolder();
  workspace = openWorkspace(folder.path);
});
afterEach(() => {
  workspace.close();
  folder.remove();
});

it('goes on without her name; what says nothing else goes', () => {
  const { notices } = workspace.outbox;
  const her = { _id: 'c1', _seq: 1, fullName: 'Zubeida Quraishi', mobile: '98450 77123' };
  writePage(workspace.cache, workspace.overlay, pageOf('candidate', [her], { seq: 1 }));
  const told = [
    'Z. Q. was merged into Zubeida Quraishi before your change arrived. What you wrote (City) is there now.',
    'Changes of these records are missing: Asha Rao, zubeida  quraishi.',
    'Zubeida Quraishi',
    'The disk may be failing.',
  ];
  for (const [at, message] of told.entries()) notices.add(message, `2026-11-26T06:00:0${at}.000Z`);
  workspace.forgetErased([{ entity: 'candidate', recordId: 'c1' }]);
  expect(notices.all().map(({ message }) => message)).toEqual([
    'Z. Q. was merged into … before your change arrived. What you wrote (City) is there now.',
    'Changes of these records are missing: Asha Rao, ….',
    'The disk may be failing.',
  ]);
  workspace.close();
  expect(textsOnDisk(folder.path, ['merged into Zubeida', 'Asha Rao, zubeida'])).toEqual([]);
  workspace = openWorkspace(folder.path);
});
