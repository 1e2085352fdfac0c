import { afterEach, beforeEach, expect, it } from 'vitest';
import { writePage } from '../sync/page-writer.ts';
import { openWorkspace, pageOf, sampleCandidates } from '../testing/sample-rows.ts';
import { temporaryFolder } from '../testing/test-desk.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** What SQLite has counted of the search index must not have it read all of the index at each of its merges. */

let folder: ReturnType<typeof temporaryFolder>;
let workspace: Workspace;
beforeEach(async () => {
  folder = temporaryFolder();
  workspace = openWorkspace(folder.path);
  writePage(workspace.cache, workspace.overlay, pageOf('candidate', sampleCandidates(200), { seq: 200 }));
  // As at the end of a first sync: before the search index has anything.
  await workspace.cache.buildIndexes();
});
afterEach(() => {
  workspace.close();
  folder.remove();
});

/** How the rows of a range are found in the table that holds the index, as a merge asks for them. */
function planOfMerge(): string {
  const sql = 'EXPLAIN QUERY PLAN SELECT 1 FROM candidate_search_data WHERE id >= ? AND id <= ?';
  return (workspace.cache.statements.prepare(sql).get(1, 2) as { detail: string }).detail;
}

it('a merge looks for the rows that it needs, after the first sync', () => {
  expect(planOfMerge()).toMatch(/^SEARCH/);
});

it('and in a cache that an earlier version has counted', () => {
  workspace.cache.db.exec(`INSERT INTO sqlite_stat1 VALUES ('candidate_search_data', NULL, '2')`);
  workspace.cache.db.exec('ANALYZE sqlite_schema');
  expect(planOfMerge()).toMatch(/^SCAN/);
  workspace.close();
  workspace = openWorkspace(folder.path);
  expect(planOfMerge()).toMatch(/^SEARCH/);
});
