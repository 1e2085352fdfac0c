import { afterEach, beforeEach, expect, it } from 'vitest';
import { writePage } from '../sync/page-writer.ts';
import { openWorkspace, pageOf, sampleCandidates, type SampleRow } from '../testing/sample-rows.ts';
import { temporaryFolder } from '../testing/test-desk.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** Signs that nobody sees, in what a form gives and in what is stored from before. */

const [first, second] = sampleCandidates(2) as [SampleRow, SampleRow];
const nameless = { ...first, fullName: '\u200B\u2060', city: 'Pu\u200Bne' };
const turned = { ...second, fullName: 'Zz \u202Ecod.exe' };
let folder: ReturnType<typeof temporaryFolder>;
let workspace: Workspace;

beforeEach(() => {
  folder = temporaryFolder();
  workspace = openWorkspace(folder.path);
  writePage(workspace.cache, workspace.overlay, pageOf('candidate', [nameless, turned], { seq: 2 }));
});
afterEach(() => {
  workspace.close();
  folder.remove();
});

function edit(changes: Record<string, unknown>): string | null {
  const { writer, reader, actor } = workspace;
  const base = reader.baseSeq('candidate', nameless._id);
  return writer.save({ entity: 'candidate', id: nameless._id, base, changes }, actor).operationId;
}

it('are not sent, and what is sent is what is shown', () => {
  expect(edit({ city: 'Na\u200Bshik', notes: 'One\u200B\n\ttwo' })).not.toBeNull();
  const [operation] = workspace.outbox.ofRecord('candidate', nameless._id);
  expect(operation?.changes).toEqual({ city: 'Nashik', notes: 'One\n\ttwo' });
  expect(workspace.reader.record('candidate', nameless._id)).toMatchObject(operation?.changes ?? {});
  expect(() => edit({ fullName: '\u3164' })).toThrow('Full Name is required');
});

it('are no edit where they are stored from before, and can be mended', () => {
  expect(edit({ fullName: nameless.fullName, city: nameless.city })).toBeNull();
  expect(edit({ city: 'Pune' })).not.toBeNull();
});

it('are no part of what a record is called', () => {
  const { reader, actor } = workspace;
  const choices = reader.choices({ entity: 'candidate', search: '', limit: 9 }, actor);
  expect(choices.map(({ title }) => title).toSorted()).toEqual(['Candidate', 'Zz cod.exe']);
});
