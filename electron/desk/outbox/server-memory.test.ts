import { afterEach, beforeEach, expect, it } from 'vitest';
import { keptReceipt } from '../session/kept-data.ts';
import { openWorkspace } from '../testing/sample-rows.ts';
import { temporaryFolder } from '../testing/test-desk.ts';
import type { Workspace } from '../workspace/workspace.ts';

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

const at = '2026-11-01T10:00:00.000Z';
const hear = (seq: number, receipt: string): void =>
  workspace.outbox.recordAnswers(() => workspace.outbox.server.heard({ seq, receipt, at }));
const receipts = (): unknown[] => [workspace.outbox.server.receipt, keptReceipt(folder.path, undefined)];

it('keeps the newest receipt: a page of a first sync is older than what was acknowledged', () => {
  hear(100, 'newest');
  hear(40, 'older');
  expect(receipts()).toEqual(['newest', 'newest']);
});

it('knows no receipt of a server that was put back, and keeps the next one, however much shorter its log is', () => {
  hear(100, 'of before');
  workspace.outbox.server.forgetHistory(0);
  expect(receipts()).toEqual([undefined, undefined]);
  hear(5, 'of after');
  expect(receipts()).toEqual(['of after', 'of after']);
  hear(6, 'the next');
  expect(receipts()).toEqual(['the next', 'the next']);
});

it('takes an answer for news where the log has grown, and otherwise once in a while', () => {
  const isNews = (seq: number, when = at): boolean =>
    workspace.outbox.server.isNews({ seq, receipt: 'of the answer', at: when });
  expect(isNews(0)).toBe(true);
  hear(100, 'newest');
  expect([isNews(100), isNews(40), isNews(101)]).toEqual([false, false, true]);
  expect(isNews(100, '2026-11-01T11:00:00.000Z')).toBe(true);
});
