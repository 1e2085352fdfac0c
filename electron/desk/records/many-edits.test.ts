import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { writePage } from '../sync/page-writer.ts';
import { openWorkspace, pageOf, sampleCandidates, type SampleRow } from '../testing/sample-rows.ts';
import { temporaryFolder } from '../testing/test-desk.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** One record that is changed again and again while the server is away. */

const [person] = sampleCandidates(1) as [SampleRow];
const ID = person._id;
let folder: ReturnType<typeof temporaryFolder>;
let workspace: Workspace;

beforeEach(() => {
  folder = temporaryFolder();
  workspace = openWorkspace(folder.path);
  writePage(workspace.cache, workspace.overlay, pageOf('candidate', [person], { seq: 1 }));
});
afterEach(() => {
  workspace.close();
  folder.remove();
});

function edit(changes: Record<string, unknown>): void {
  const { writer, reader, actor } = workspace;
  writer.save({ entity: 'candidate', id: ID, base: reader.baseSeq('candidate', ID), changes }, actor);
}

it('is not put together from all of its changes at each of them', () => {
  for (let at = 0; at < 20; at += 1) edit({ city: `City ${at}` });
  const looked = vi.spyOn(workspace.outbox, 'ofRecord');
  edit({ city: 'The last' });
  expect(looked).not.toHaveBeenCalled();
  looked.mockRestore();
  expect(workspace.reader.record('candidate', ID)?.['city']).toBe('The last');
});

it('shows at each of them what it would show if it were', () => {
  const { writer, overlay, actor } = workspace;
  const shown = (): unknown => workspace.reader.view('candidate', ID, actor);
  const expectAsIfAnew = (): void => {
    const before = shown();
    overlay.refresh([{ entity: 'candidate', recordId: ID }]);
    expect(shown()).toEqual(before);
  };
  for (let at = 0; at < 60; at += 1) {
    if (at % 13 === 5) writer.delete('candidate', ID, actor);
    else if (at % 13 === 6) writer.restore('candidate', ID, actor);
    else edit({ [['city', 'notes', 'trainer'][at % 3] ?? 'city']: `v${at}` });
    if (at % 17 === 0) {
      const row: SampleRow = { ...person, remarks: `of the server ${at}`, _seq: at + 2 };
      writePage(workspace.cache, overlay, pageOf('candidate', [row], { seq: at + 2 }));
    }
    if (at % 11 === 0) {
      const [first] = workspace.outbox.unanswered();
      if (first) {
        workspace.outbox.markApplied(first.id, at + 3, new Date().toISOString());
        overlay.acknowledge([{ ...first, seq: at + 3 }]);
      }
    }
    expectAsIfAnew();
  }
  const last = shown();
  workspace.close();
  workspace = openWorkspace(folder.path);
  expect(shown()).toEqual(last);
});
