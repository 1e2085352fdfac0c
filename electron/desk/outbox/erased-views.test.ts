import { afterEach, beforeEach, expect, it } from 'vitest';
import { newId } from '#shared/model/new-id.ts';
import { knownBy } from '#shared/model/saying-who.ts';
import type { ConflictNotice } from '#shared/protocol/sync.ts';
import { openWorkspace } from '../testing/sample-rows.ts';
import { temporaryFolder } from '../testing/test-desk.ts';
import { textsOnDisk } from '../testing/folder-contents.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** Decision 33: what an outbox has of saved views, in whatever state, says nothing of who was erased. */

const HER = knownBy(['Zubeida Quraishi', '98450 77123']);
const TRACES = ['ubeida', 'uraishi', '98450', '77123'];

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

/** A view that was saved: the id of its operation. */
function save(name: string, search: string): string {
  const settings = JSON.stringify({ filters: {}, search, board: 'city' });
  const changes = { name, list: 'candidate.candidates', settings };
  const { operationId } = workspace.writer.save(
    { entity: 'savedView', id: newId(), base: null, changes },
    workspace.actor,
  );
  return operationId ?? '';
}

const overtaken = (recordId: string, lost: string): ConflictNotice & { title: string } => ({
  id: newId(),
  entity: 'savedView',
  recordId,
  field: 'settings',
  lost,
  won: '{}',
  by: 'Somebody',
  at: '2026-11-25T06:00:00.000Z',
  title: 'A view',
});

it('what is answered goes, what waits or was refused goes on without it, and what was sent under another id', () => {
  const { outbox } = workspace;
  const [applied, sent, refused, waits, other] = [
    save('Long ago', 'Pune'),
    save('Zubeida Quraishi', 'x'),
    save('Mine', '098450-77123'),
    save('To ask Zubeida Quraishi', 'zubeida  QURAISHI'),
    save('Others', 'Asha Rao'),
  ];
  outbox.markApplied(applied, 1, '2026-11-25T06:00:00.000Z');
  outbox.markSent([sent]);
  const error = 'There is already a view “Zubeida Quraishi”.';
  outbox.markRefused(refused, { code: 'invalid', error });
  outbox.conflicts.add([overtaken('a', '{"search":"98450 77123"}'), overtaken('b', '{"search":"Pune"}')]);
  const before = outbox.get(other);

  expect(outbox.forgetInViews(HER)).toHaveLength(4);
  const all = [...outbox.unanswered(), ...outbox.refused()].toSorted((one, next) => one.n - next.n);
  expect(all.map(({ status, changes, title }) => [status, changes['name'], title])).toEqual([
    ['waiting', 'View', 'View'],
    ['refused', 'Mine', 'Mine'],
    ['waiting', 'To ask …', 'To ask …'],
    ['waiting', 'Others', 'Others'],
  ]);
  expect(all.map(({ changes }) => JSON.parse(String(changes['settings'])) as unknown)).toEqual([
    { filters: {}, search: 'x', board: 'city' },
    { filters: {}, board: 'city' },
    { filters: {}, board: 'city' },
    { filters: {}, search: 'Asha Rao', board: 'city' },
  ]);
  expect(all.some(({ damaged }) => damaged)).toBe(false);
  expect(outbox.get(sent)).toBeUndefined();
  expect(outbox.get(refused)?.error).toEqual({ code: 'invalid', error: 'There is already a view “…”.' });
  expect(outbox.get(waits)).toBeDefined();
  expect(outbox.get(other)).toEqual(before);
  expect(outbox.conflicts.open().map(({ recordId }) => recordId)).toEqual(['b']);
  // Once more there is nothing to do.
  expect(outbox.forgetInViews(HER)).toEqual([]);
  workspace.resetCache();
  workspace.close();
  expect(textsOnDisk(folder.path, TRACES)).toEqual([]);
  workspace = openWorkspace(folder.path);
});

it('a refusal that alone says who is said in other words', () => {
  const { outbox } = workspace;
  const [refused, other] = [save('Evenings', 'evening'), save('Mornings', 'morning')];
  outbox.markRefused(refused, { code: 'invalid', error: 'It is called “Zubeida Quraishi” by now.' });
  outbox.markRefused(other, { code: 'invalid', error: 'It is called “Asha Rao” by now.' });
  expect(outbox.forgetInViews(HER)).toHaveLength(1);
  expect(outbox.refused().map(({ changes, error }) => [changes['name'], error?.error])).toEqual([
    ['Evenings', 'It is called “…” by now.'],
    ['Mornings', 'It is called “Asha Rao” by now.'],
  ]);
});
