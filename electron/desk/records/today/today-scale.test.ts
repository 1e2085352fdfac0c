import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Actor } from '#shared/access/permissions.ts';
import { entityOf } from '#shared/model/entities.ts';
import type { Condition } from '#shared/model/list-query.ts';
import { TODAY_PARTS, WHOSE, type TodayPart, type Whose } from '#shared/protocol/today.ts';
import { openWorkspace } from '../../testing/sample-rows.ts';
import { temporaryFolder } from '../../testing/test-desk.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { sourcesOf, type Source } from './today-parts.ts';
import { countSql, nextSql, pageSql } from './today-sql.ts';

const SIZE = 100_000;
const actor: Actor = { _id: 'u1', role: 'Super Admin' };
const NOW = Date.parse('2026-08-05T10:40:00.000Z');
const folder = temporaryFolder();
let workspace: Workspace;

/** Every seventh is due, the others are planned for later or not at all; four people share them. */
const fill = (entity: 'candidate' | 'inquiry', owner: string, name: string): string => `
  WITH RECURSIVE each(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM each WHERE n < ${SIZE})
  INSERT INTO "${entity}" ("_id", "_seq", "_waiting", "${name}", "${owner}", "createdAt", "nextCall")
  SELECT '${entity}' || printf('%06d', (n * 7919) % ${SIZE}), n, 0, 'N', 'u' || (n % 4),
    strftime('%Y-%m-%dT%H:%M:%fZ', 1700000000 + n * 60, 'unixepoch'),
    CASE n % 7 WHEN 0 THEN strftime('%Y-%m-%dT%H:%M:%fZ', 1785900000 - n, 'unixepoch')
      WHEN 1 THEN NULL ELSE strftime('%Y-%m-%dT%H:%M:%fZ', 1800000000 + n, 'unixepoch') END FROM each`;

beforeAll(async () => {
  workspace = openWorkspace(folder.path);
  workspace.cache.transaction(() => {
    workspace.cache.db.exec(fill('candidate', 'map', 'fullName'));
    workspace.cache.db.exec(fill('inquiry', 'assignedTo', 'Name'));
  });
  await workspace.cache.buildIndexes();
}, 120_000);

afterAll(() => {
  workspace.close();
  folder.remove();
});

function sources(part: TodayPart, whose: Whose): Source[] {
  return sourcesOf(part, { actor, whose, now: NOW, closed: ['s1'], definitionOf: entityOf });
}

/** How SQLite goes about it, one step a line. */
function planOf({ sql, params }: Condition): string {
  const steps = workspace.cache.db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...params) as {
    detail: string;
  }[];
  return steps.map(({ detail }) => detail).join('\n');
}

const parts = TODAY_PARTS.flatMap((part) => WHOSE.map((whose) => [part, whose] as const));

it.each(parts)('%s of %s: pages and counts go along indexes, with nothing to sort', (part, whose) => {
  const all = sources(part, whose);
  const after = { at: '2026-08-01T00:00:00.000Z', id: 'candidate000500' };
  const pages = [pageSql(all, null, 50), pageSql(all, after, 50)];
  const counts = all.flatMap((each) => [
    countSql(each, {}),
    // Only calls are told apart by the time of the day.
    ...(part === 'calls' ? [countSql(each, { to: after.at }), nextSql(each, after.at)] : []),
  ]);
  for (const question of [...pages, ...counts]) {
    const plan = planOf(question);
    expect(plan).not.toMatch(/TEMP B-TREE/);
    // The statuses after which nobody need be called are a handful.
    const steps = plan.split('\n').filter((step) => /^(SCAN|SEARCH) /.test(step) && !/json_each/.test(step));
    for (const step of steps) {
      // What nobody need own begins at an end of its own small table.
      if (step.startsWith('SCAN')) expect(step).toMatch(/USING COVERING INDEX inquiry_uncalled_by/);
      // A page looks into its own rows, and whose interview it is stands in those of one day.
      else expect(step).toMatch(/USING (COVERING )?INDEX/);
      if (counts.includes(question) && part !== 'interviews' && part !== 'contacts')
        expect(step).toMatch(/USING COVERING INDEX/);
    }
  }
});

it('sums what is to be paid within an index', () => {
  const [source] = sources('payments', 'everybody');
  const plan = planOf({
    sql: `SELECT sum("fee" - "recievedAmount") FROM "${source?.table}" WHERE ${source?.where.sql}`,
    params: source?.where.params ?? [],
  });
  expect(plan).toMatch(/USING COVERING INDEX candidate_to_pay/);
});

it('of 100,000 candidates and 100,000 inquiries gives every due call once, in order, over all pages', () => {
  const expected = workspace.cache.db
    .prepare(
      `SELECT "_id" AS id, "nextCall" AS at FROM "candidate" WHERE "nextCall" < '2026-08-05T18:30' UNION ALL
       SELECT "_id", "nextCall" FROM "inquiry" WHERE "nextCall" < '2026-08-05T18:30' ORDER BY at, id`,
    )
    .all();
  expect(expected.length).toBeGreaterThan(20_000);
  const found: { id: string; at: string }[] = [];
  for (let more = true; more;) {
    const page = workspace.today.list(
      { part: 'calls', whose: 'everybody', after: found.at(-1) ?? null, limit: 200 },
      actor,
      NOW,
    );
    found.push(...page.rows.map(({ at, record }) => ({ id: record._id, at })));
    ({ more } = page);
  }
  expect(found).toEqual(expected);
  const { calls } = workspace.today.counts('everybody', actor, NOW);
  expect(calls.overdue + calls.today).toBe(expected.length);
});
