import { afterEach, beforeEach, expect, it } from 'vitest';
import { newId } from '#shared/model/new-id.ts';
import type { ChangeSet } from '#shared/protocol/change-sets.ts';
import { textsOnDisk } from '../testing/folder-contents.ts';
import { openWorkspace } from '../testing/sample-rows.ts';
import { temporaryFolder } from '../testing/test-desk.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { NewOperation, OutboxOperation } from './outbox-operation.ts';

/** Decision 33: what was done about who was erased goes from the outbox, and nothing that was done about others. */

const HER = { entity: 'candidate', recordId: 'c1' } as const;

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

const setOf = (title: string): ChangeSet => ({ id: newId(), title, part: 0 });

type Done = Pick<NewOperation, 'entity' | 'recordId' | 'title' | 'changes'> & Partial<NewOperation>;

/** What was done in one go: the ids of its operations. */
function done(set: ChangeSet, parts: readonly Done[]): string[] {
  const at = '2026-11-25T06:00:00.000Z';
  const operations = parts.map((part): NewOperation => {
    return { kind: 'update', base: 1, before: null, seen: null, at, set, id: newId(), ...part };
  });
  workspace.outbox.append(operations);
  return operations.map(({ id }) => id);
}

const left = (): OutboxOperation[] => workspace.outbox.unanswered();

it('what was done to others in one go with her stays; what that was called, if it named her, is called otherwise', () => {
  const both = [
    { ...HER, title: 'Zubeida Quraishi', changes: { city: 'Surat' } },
    { entity: 'candidate', recordId: 'c2', title: 'Asha Rao', changes: { city: 'Surat' } },
  ] as const;
  done(setOf('City of Zubeida Quraishi and 1 more'), both);
  done(setOf('Handed over 2 candidates to Farah Khan'), both);
  workspace.outbox.forgetErased([HER]);
  expect(left().map(({ title, set, damaged }) => [title, set?.title, damaged])).toEqual([
    ['Asha Rao', 'Change of a person', false],
    ['Asha Rao', 'Handed over 2 candidates to Farah Khan', false],
  ]);
});

it('a new note on her goes; that of somebody else which was to be hers waits for what the server says', () => {
  const note = {
    entity: 'activity',
    title: 'A note',
    changes: { candidate: 'c1', note: 'Pays in cash' },
  } as const;
  done(setOf('Two notes'), [
    { ...note, recordId: 'a1', kind: 'create' },
    { ...note, recordId: 'a2' },
  ]);
  workspace.outbox.forgetErased([HER]);
  expect(left().map(({ recordId, damaged }) => [recordId, damaged])).toEqual([['a2', false]]);
});

it('what was refused only since it was sent with her says so, and goes when it is tried again', () => {
  const { outbox } = workspace;
  const [hers = '', other = ''] = done(setOf('Trainer of 2 candidates'), [
    { ...HER, title: 'Zubeida Quraishi', changes: { trainer: 'Meera' } },
    { entity: 'candidate', recordId: 'c2', title: 'Asha Rao', changes: { trainer: 'Meera' } },
  ]);
  outbox.markRefused(hers, { code: 'not-found', error: 'This candidate was deleted.' });
  const error = 'Refused with another one: This candidate was deleted.';
  outbox.markRefused(other, { code: 'not-found', error, refusedWith: hers });
  workspace.outbox.forgetErased([HER]);
  expect(outbox.refused().map(({ id, error: why }) => [id, why?.error])).toEqual([
    [
      other,
      'It was sent together with a change of somebody who was erased meanwhile, and was not done. Try again: it goes without that one.',
    ],
  ]);
});

it('those of whom there was anything are told, and nobody else', () => {
  const edit = { entity: 'candidate', title: 'Asha Rao', changes: { city: 'Surat' } } as const;
  done(setOf('City of 1 candidate'), [{ ...edit, recordId: 'c2' }]);
  const other = { entity: 'candidate', recordId: 'c2' } as const;
  expect(workspace.outbox.forgetErased([HER])).toEqual([]);
  expect(workspace.outbox.forgetErased([HER, other])).toEqual([other]);
  expect(left()).toEqual([]);
});

it('nothing of her is on the disk any more, also while the outbox is open', () => {
  const hers = ['Zubeida Quraishi', 'Suratstreet'];
  const [title = '', city = ''] = hers;
  done(setOf(`City of ${title}`), [{ ...HER, title, changes: { city } }]);
  expect(textsOnDisk(folder.path, hers)).toEqual(hers);
  workspace.outbox.forgetErased([HER]);
  expect(textsOnDisk(folder.path, hers)).toEqual([]);
});
