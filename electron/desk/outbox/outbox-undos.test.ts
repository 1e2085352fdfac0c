import { afterEach, beforeEach, expect, it } from 'vitest';
import { openWorkspace } from '../testing/sample-rows.ts';
import { temporaryFolder } from '../testing/test-desk.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { KnownUndo } from './outbox-undos.ts';

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

const keep = (setId: string, by: string, state: KnownUndo['state'], at = 1): void =>
  workspace.outbox.undos.keep(setId, { by, at, state, ackedAt: null });

it('an undo goes on for as long as it is not done, and not where somebody else has undone the change', () => {
  const { undos } = workspace.outbox;
  for (const state of ['here', 'asked', 'going', 'again'] as const) {
    keep('change', 'mine', state);
    expect([undos.goesOn('change', 'mine'), undos.goesOn('change', 'theirs')]).toEqual([true, false]);
    expect([undos.goesOn('change', null), undos.goesOn('another', 'mine')]).toEqual([false, false]);
  }
  keep('change', 'mine', 'done');
  expect(undos.goesOn('change', 'mine')).toBe(false);
});

it('after the server was put back it is asked again for what it had done, in the order in which that was asked', () => {
  const { undos } = workspace.outbox;
  keep('b', 'later', 'done', 2);
  keep('a', 'last', 'going', 3);
  keep('c', 'first', 'done', 1);
  keep('d', 'nobody heard of', 'asked', 4);
  keep('e', 'of this computer', 'here', 5);
  undos.offerAgain();
  undos.busy.add('a');
  expect(undos.toSend().map(({ undo }) => undo.by)).toEqual(['first', 'later']);
  undos.busy.delete('a');
  expect(undos.toSend().map(({ undo }) => undo.by)).toEqual(['first', 'later', 'last']);
});
