import { DAY_MS } from '#shared/format/time.ts';
import { forgetIds, newId } from '#shared/model/new-id.ts';
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

it('what was taken in stays for as long as something older of the same record lies refused: it stands over that', () => {
  const noon = Date.parse('2026-11-25T12:00:00.000Z');
  const { outbox } = workspace;
  outbox.append([change('refused'), change('later'), change('of another', { recordId: 'c2' })]);
  outbox.markRefused('of refused', { code: 'invalid', error: 'No.' });
  for (const id of ['of later', 'of of another']) outbox.markApplied(id, 5, new Date(noon).toISOString());
  const here = (): (string | undefined)[] =>
    ['of later', 'of of another'].map((id) => workspace.outbox.get(id)?.status);
  const old = noon + 400 * DAY_MS;
  outbox.server.heard({ seq: 9, receipt: 'later', at: new Date(old).toISOString() });
  outbox.prune(9, old);
  expect(here()).toEqual(['applied', undefined]);
  outbox.remove(['of refused']);
  workspace.close();
  workspace = openWorkspace(folder.path);
  workspace.outbox.prune(9, old + DAY_MS);
  expect(here()).toEqual([undefined, undefined]);
});

it('ids go on where they were, though the clock was put back', () => {
  const ahead = 'fffffff0-0000-7000-8000-000000000000';
  workspace.outbox.append([change(ahead)]);
  workspace.close();
  forgetIds();
  workspace = openWorkspace(folder.path);
  expect(newId() > ahead).toBe(true);
  forgetIds();
});

it('what a set did to a record is taken back where it is undone, and not where that is undone too', () => {
  const { outbox } = workspace;
  const record = { entity: 'candidate', recordId: 'c1' } as const;
  const undo = (undoes: string, rest: Partial<NewOperation> = {}): NewOperation =>
    change(`undo of ${undoes}`, {
      kind: 'undo',
      set: { id: `undo of ${undoes}`, title: 'Undo', part: 0, undoes },
      ...rest,
    });
  outbox.append([change('one'), undo('one', { recordId: 'c2' })]);
  expect(outbox.sets.isTakenBack('one', record)).toBe(false);
  outbox.append([undo('one', { id: 'here' })]);
  expect(outbox.sets.isTakenBack('one', record)).toBe(true);
  outbox.append([undo('undo of one')]);
  expect(outbox.sets.isTakenBack('one', record)).toBe(false);
});
