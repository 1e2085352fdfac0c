import { afterEach, beforeEach, expect, it } from 'vitest';
import { PlainError } from '#shared/protocol/errors.ts';
import { BY_VALUES } from '../outbox/outbox-operation.ts';
import { writePage } from '../sync/page-writer.ts';
import { openWorkspace, pageOf, sampleCandidates, type SampleRow } from '../testing/sample-rows.ts';
import { temporaryFolder } from '../testing/test-desk.ts';
import { putBack } from '../workspace/settle-entry.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { newSet } from './new-set.ts';

/** What becomes of changes on their way into the outbox. */

const ROWS = sampleCandidates(2) as [SampleRow, SampleRow];
const [first, second] = ROWS;
let folder: ReturnType<typeof temporaryFolder>;
let workspace: Workspace;

beforeEach(() => {
  folder = temporaryFolder();
  workspace = openWorkspace(folder.path);
  writePage(workspace.cache, workspace.overlay, pageOf('candidate', ROWS, { seq: 2 }));
});
afterEach(() => {
  workspace.close();
  folder.remove();
});

const edit = ({ _id, _seq }: SampleRow, changes: Record<string, unknown>): void =>
  void workspace.writer.save({ entity: 'candidate', id: _id, base: _seq, changes }, workspace.actor);
const city = ({ _id }: SampleRow): unknown => workspace.reader.record('candidate', _id)?.['city'];

it('several changes made together are one part of one set, and none is made where one of them is refused', () => {
  const set = newSet('City of 2 candidates');
  const both = (email: string): string | null =>
    workspace.writer.together(set, () => {
      edit(first, { city: 'Pune' });
      edit(second, { city: 'Pune', email });
    });
  expect(() => both('no email')).toThrow(PlainError);
  expect(workspace.outbox.unanswered()).toEqual([]);
  expect([city(first), city(second)]).toEqual([null, null]);
  expect(both('new@mail.test')).toBe(set.id);
  expect(workspace.outbox.unanswered()).toMatchObject([
    { set, setCount: 2 },
    { set, setCount: 2 },
  ]);
  expect([city(first), city(second)]).toEqual(['Pune', 'Pune']);
});

it('a change is called as the record is called with it', () => {
  edit(first, { city: 'Pune' });
  edit(second, { fullName: 'Meera Iyer' });
  // As a merge does.
  workspace.writer.carry('candidate', first._id, { trainer: 'Sunil' }, workspace.actor);
  workspace.writer.carry('candidate', second._id, { fullName: 'M. Iyer' }, workspace.actor);
  const titles = workspace.outbox.unanswered().map(({ title }) => title);
  expect(titles).toEqual([first['fullName'], 'Meera Iyer', first['fullName'], 'M. Iyer']);
});

it('a lost value is put back over the row that shows the one that won, and by that value where another stands by now', () => {
  const told = { entity: 'candidate', recordId: first._id, field: 'city', by: 'Ravi', title: 'A' } as const;
  const { cache, overlay, outbox } = workspace;
  for (const [id, stands, seq] of [
    ['as told', 'Delhi', 3],
    ['changed since', 'Surat', 4],
  ] as const) {
    outbox.conflicts.add([{ ...told, id, lost: 'Pune', won: 'Delhi', at: '2026-11-26T06:00:00.000Z' }]);
    const row = { ...first, city: stands, _seq: seq };
    writePage(cache, overlay, pageOf('candidate', [row], { seq }));
    putBack(workspace, id);
    const [put] = outbox.unanswered();
    expect(put).toMatchObject({ changes: { city: 'Pune' }, seen: { city: 'Delhi' } });
    expect(put?.base).toBe(id === 'as told' ? 3 : BY_VALUES);
    outbox.remove([put?.id ?? '']);
    overlay.refresh([told]);
  }
});
