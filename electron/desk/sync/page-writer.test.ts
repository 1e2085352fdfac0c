import { afterEach, beforeEach, expect, it } from 'vitest';
import { clearLeftovers } from '../cache/leftovers.ts';
import { textsOnDisk } from '../testing/folder-contents.ts';
import { openWorkspace, pageOf, sampleCandidates, type SampleRow } from '../testing/sample-rows.ts';
import { temporaryFolder } from '../testing/test-desk.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { writePage } from './page-writer.ts';

/** What a page of a pull changes here, as windows are told of it, and what it leaves on the disk. */

const ROWS = sampleCandidates(3) as [SampleRow, SampleRow, SampleRow];
const [first, second] = ROWS;
/** Three letters that nothing else here has: one entry of the search index. */
const PIECE = 'ꙮⴰᚠ';

let folder: ReturnType<typeof temporaryFolder>;
let workspace: Workspace;
beforeEach(() => {
  folder = temporaryFolder();
  workspace = openWorkspace(folder.path);
  writePage(workspace.cache, workspace.overlay, pageOf('candidate', ROWS, { seq: 3 }));
});
afterEach(() => {
  workspace.close();
  folder.remove();
});

it('what somebody else deleted is told of as theirs, what the user changed meanwhile as own, and what was not here not at all', () => {
  const { writer, cache, overlay, actor } = workspace;
  writer.save({ entity: 'candidate', id: second._id, base: 2, changes: { city: 'Pune' } }, actor);
  const gone = [{ entity: 'candidate' as const, ids: [first._id, second._id, 'never here'] }];
  expect(writePage(cache, overlay, pageOf('candidate', [], { seq: 4, gone }))).toEqual([
    { entity: 'candidate', own: [second._id], others: [first._id] },
  ]);
});

it('no piece of who was erased stays in the search index', async () => {
  const { cache, overlay, index } = workspace;
  const her = { ...first, fullName: `${PIECE} Quraishi`, _seq: 4 };
  writePage(cache, overlay, pageOf('candidate', [her], { seq: 4 }));
  while (index.indexSome('candidate') > 0);
  const ids = [first._id];
  const gone = [{ entity: 'candidate' as const, ids }];
  writePage(
    cache,
    overlay,
    pageOf('candidate', [], { seq: 5, gone, erased: [{ entity: 'candidate', ids }] }),
  );
  while (index.indexSome('candidate') > 0);
  await clearLeftovers(cache);
  expect(textsOnDisk(folder.path, [PIECE.slice(1)])).toEqual([]);
});
