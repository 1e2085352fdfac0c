import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { RecordView } from '#shared/protocol/record-view.ts';
import { BY_VALUES } from '../outbox/outbox-operation.ts';
import { openSqlite } from '../storage/sqlite-file.ts';
import { writePage } from '../sync/page-writer.ts';
import { openWorkspace, pageOf, sampleCandidates, type SampleRow } from '../testing/sample-rows.ts';
import { temporaryFolder } from '../testing/test-desk.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** What lies over a record: by what it is judged, and what is shown after a restore, a held cache and a crash. */

const [person] = sampleCandidates(1) as [SampleRow];
const ID = person._id;
let folder: ReturnType<typeof temporaryFolder>;
let workspace: Workspace;

beforeEach(() => {
  folder = temporaryFolder();
  workspace = openWorkspace(folder.path);
  serverGives(person, 1);
});
afterEach(() => {
  workspace.close();
  folder.remove();
});

function serverGives(row: SampleRow, seq: number): void {
  writePage(workspace.cache, workspace.overlay, pageOf('candidate', [{ ...row, _seq: seq }], { seq }));
}
const edit = (base: number, changes: Record<string, unknown>): void =>
  void workspace.writer.save({ entity: 'candidate', id: ID, base, changes }, workspace.actor);
const view = (): RecordView | null => workspace.reader.view('candidate', ID, workspace.actor);
/** The server takes in what waits. */
function taken(seq: number): void {
  const applied = workspace.outbox.unanswered().map((operation) => ({ ...operation, seq }));
  for (const { id } of applied) workspace.outbox.markApplied(id, seq, '2026-11-26T06:00:00.000Z');
  workspace.overlay.acknowledge(applied);
}

it('a change over the last one that is offered again to a restored server is judged by what its maker saw', () => {
  edit(1, { city: 'Pune' });
  taken(2);
  serverGives({ ...person, city: 'Pune' }, 2);
  workspace.outbox.offerAgain();
  workspace.resetCache();
  // Of the state that the server was put back to: the number says nothing of what was shown since.
  serverGives(person, 1);
  edit(1, { trainer: 'Sunil' });
  expect(workspace.outbox.unanswered().at(-1)).toMatchObject({
    changes: { trainer: 'Sunil' },
    base: BY_VALUES,
    seen: { trainer: null },
  });
});

it('a change over an own one that waits goes by the number of the row, until the server gives another', () => {
  edit(1, { city: 'Pune' });
  edit(1, { trainer: 'Sunil' });
  expect(workspace.outbox.unanswered().map(({ base }) => base)).toEqual([1, 1]);
  serverGives({ ...person, remarks: 'of somebody else' }, 2);
  edit(2, { notes: 'Rang' });
  expect(workspace.outbox.unanswered().at(-1)).toMatchObject({ base: BY_VALUES, seen: { notes: null } });
});

it('a change that the server took in while another program held the cache is shown, and waits no longer', () => {
  const other = openSqlite(join(folder.path, 'cache.db'), { synchronous: 'NORMAL' });
  other.exec('BEGIN EXCLUSIVE');
  edit(1, { city: 'Pune' });
  other.close();
  taken(2);
  expect(view()).toMatchObject({ waiting: false, record: { city: 'Pune' } });
  expect(workspace.cache.rows('candidate').read(ID)).toMatchObject({ waiting: false, row: { city: 'Pune' } });
});

it('a change that the server had refused when the desk was ended is not shown at the next start', () => {
  edit(1, { city: 'Pune' });
  const [operation] = workspace.outbox.unanswered();
  workspace.outbox.markRefused(operation?.id ?? '', { code: 'forbidden', error: 'No.' });
  // Not in the cache any more, as a crash at that moment leaves it.
  workspace.close();
  workspace = openWorkspace(folder.path);
  expect(view()).toMatchObject({ waiting: false, base: 1, record: { city: null } });
  serverGives({ ...person, city: 'Delhi' }, 2);
  expect(view()).toMatchObject({ waiting: false, base: 2, record: { city: 'Delhi' } });
});
