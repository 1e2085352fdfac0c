import { afterEach, beforeEach, expect, it } from 'vitest';
import { PlainError } from '#shared/protocol/errors.ts';
import { newSet } from '../records/new-set.ts';
import { openWorkspace, pageOf, sampleCandidates } from '../testing/sample-rows.ts';
import { temporaryFolder } from '../testing/test-desk.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { writePage } from './page-writer.ts';
import { giveUp } from './push.ts';

/** What becomes of what is refused, and of what depends on it. */

const ROWS = sampleCandidates(3);
const NEW = { fullName: 'Meera Iyer', mobile: '98200 12345', email: 'meera@mail.test' };

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

it('with a new record the waiting rest of a set goes that changes it; what has an answer of its own keeps that', () => {
  const { writer, outbox, actor } = workspace;
  const save = (id: string | null, base: number | null, changes: Record<string, unknown>): string =>
    writer.save({ entity: 'candidate', id, base, changes }, actor).recordId;
  const made = save(null, null, NEW);
  const set = newSet('City of 4 candidates');
  writer.together(set, () => {
    save(made, 0, { city: 'Pune' });
    for (const { _id, _seq } of ROWS) save(_id, _seq, { city: 'Pune' });
  });
  const [create, ofMade, wrong, taken, waiting] = outbox.unanswered();
  if (!create || !ofMade || !wrong || !taken || !waiting) throw new Error('Something does not wait');
  const damaged = { code: 'invalid', error: 'This change was damaged.' } as const;
  outbox.markRefused(wrong.id, damaged);
  outbox.markApplied(taken.id, 4);
  expect(giveUp(workspace, [create], new PlainError('too-large', 'Too large.'))).toBe(true);
  const stands = [create, ofMade, wrong, taken, waiting].map(({ id }) => {
    const { status, error } = outbox.get(id) ?? {};
    return [status, error?.code, error?.dependsOn ?? error?.refusedWith];
  });
  expect(stands).toEqual([
    ['refused', 'too-large', undefined],
    ['refused', 'not-found', create.id],
    ['refused', 'invalid', undefined],
    ['applied', undefined, undefined],
    ['refused', 'not-found', ofMade.id],
  ]);
  expect(workspace.reader.has('candidate', made)).toBe(false);
});
