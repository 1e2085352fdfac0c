import { afterEach, beforeEach, expect, it } from 'vitest';
import { openWorkspace } from '../testing/sample-rows.ts';
import { temporaryFolder } from '../testing/test-desk.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { NewOperation } from './outbox-operation.ts';

/** What the outbox knows of its operations by the change sets that they belong to. */

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

/** One change of a set. */
const change = (set: string, rest: Partial<NewOperation> = {}): NewOperation => ({
  id: `of ${set}`,
  kind: 'update',
  entity: 'candidate',
  recordId: 'c1',
  base: 1,
  changes: { city: 'Surat' },
  title: 'Asha Rao',
  at: '2026-11-25T06:00:00.000Z',
  before: null,
  seen: null,
  set: { id: set, title: 'City of 1 candidate', part: 0 },
  ...rest,
});

it('that a set may be parted is known for as long as anything of it is here, refused or not', () => {
  const { outbox } = workspace;
  const names = ['gone', 'waiting', 'refused'];
  for (const name of names) {
    outbox.sets.markPartable(name);
    outbox.append([change(name)]);
  }
  outbox.markRefused('of refused', { code: 'invalid', error: 'No.' });
  outbox.sets.forgetGone();
  expect(names.map((name) => outbox.sets.isPartable(name))).toEqual([true, true, true]);
  outbox.remove(['of gone']);
  outbox.sets.forgetGone();
  expect(names.map((name) => outbox.sets.isPartable(name))).toEqual([false, true, true]);
});

it('a set is on its way until each of its changes has an answer', () => {
  const { outbox } = workspace;
  outbox.append([change('one'), change('one', { id: 'second' }), change('other')]);
  const isOnItsWay = (): boolean[] => ['one', 'other', 'none'].map((set) => outbox.sets.isOnItsWay(set));
  expect(isOnItsWay()).toEqual([true, true, false]);
  outbox.markApplied('of one', 5);
  outbox.markSent(['second', 'of other']);
  expect(isOnItsWay()).toEqual([true, true, false]);
  outbox.markRefused('second', { code: 'invalid', error: 'No.' });
  expect(isOnItsWay()).toEqual([false, true, false]);
});

it.each(['forgetAcknowledged', 'forgetValues'] as const)(
  'an undo from which the values are taken is whole without them, and waits on: %s',
  (forget) => {
    const set = { id: 'taken back', title: 'Undo City of 1 candidate', part: 0, undoes: 'of before' };
    const before = { fullName: 'Asha Rao', city: 'Pune' };
    const undo = change('taken back', { kind: 'undo', set, before, seen: { city: 'Surat' } });
    workspace.outbox.append([undo]);
    workspace.outbox[forget]();
    workspace.close();
    workspace = openWorkspace(folder.path);
    expect(workspace.outbox.unanswered()).toMatchObject([
      { id: undo.id, damaged: false, changes: {}, before: null, seen: null },
    ]);
    expect(workspace.outbox.notices.all()).toEqual([]);
  },
);
