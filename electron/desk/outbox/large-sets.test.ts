import { afterEach, beforeEach, expect, it } from 'vitest';
import { openWorkspace } from '../testing/sample-rows.ts';
import { temporaryFolder } from '../testing/test-desk.ts';
import { retryAll } from '../workspace/refused-again.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { NewOperation } from './outbox-operation.ts';

/** What was done to thousands in one go: taking some of it out does not look through all of it for each, which takes minutes. */

const MANY = 6_000;
const PART = 500;

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

/** One change set of so many inquiries. */
function handOver(partOf: (at: number) => number): NewOperation[] {
  const operations = Array.from({ length: MANY }, (_, at): NewOperation => ({
    id: `operation-${at}`,
    kind: 'update',
    entity: 'inquiry',
    recordId: `i${at}`,
    base: 1,
    changes: { assignedTo: 'u1', notes: 'x'.repeat(300) },
    title: `Person ${at}`,
    at: '2026-11-26T06:00:00.000Z',
    before: null,
    seen: null,
    set: { id: 'set', title: 'Handed over 6,000 inquiries', part: partOf(at) },
  }));
  workspace.outbox.append(operations);
  return operations;
}

it('half of the people are erased, and what is left of the set is whole', () => {
  const { outbox } = workspace;
  const all = handOver((at) => Math.floor(at / PART));
  const erased = all.filter((_, at) => at % 2 === 0);
  workspace.forgetErased(erased);
  const left = outbox.unanswered();
  expect(left).toHaveLength(MANY / 2);
  expect(left.every(({ setCount, damaged }) => setCount === PART / 2 && !damaged)).toBe(true);
  expect(outbox.ofRecord('inquiry', 'i0')).toEqual([]);
});

it('all of it was refused, each row by itself as of an import, and is offered again', async () => {
  const { outbox } = workspace;
  const all = handOver((at) => at);
  outbox.transaction(() => {
    for (const { id } of all) outbox.markRefused(id, { code: 'invalid', error: 'No.' });
  });
  expect(await retryAll(workspace, () => undefined)).toEqual({ offered: MANY, kept: 0 });
  expect(outbox.unansweredCount()).toBe(MANY);
});

it('the rest of it that is noted to be gone on with is nowhere else, though nothing waits', () => {
  const { outbox } = workspace;
  expect(outbox.hasUnsettled()).toBe(false);
  const work = { kind: 'set', entity: 'inquiry', changes: { notes: 'x' }, at: 0 } as const;
  outbox.unfinished.keep({ ...work, id: 'set', title: 'Notes of 6,000 inquiries', ids: ['i1'] });
  expect(outbox.hasUnsettled()).toBe(true);
});
