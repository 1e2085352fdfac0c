import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { EntityName } from '#shared/model/entities.ts';
import { openWorkspace, pageOf, sampleCandidates } from '../testing/sample-rows.ts';
import { temporaryFolder } from '../testing/test-desk.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { writePage, type PulledPage } from './page-writer.ts';
import { RemovalGuard } from './removal-guard.ts';

/** Of which deletes it is asked first (sync rule 6), beside a copy of 240 candidates. */

const ROWS = sampleCandidates(240);
const IDS = ROWS.map(({ _id }) => _id);

let folder: ReturnType<typeof temporaryFolder>;
let workspace: Workspace;
beforeEach(() => {
  folder = temporaryFolder();
  workspace = openWorkspace(folder.path);
  writePage(workspace.cache, workspace.overlay, pageOf('candidate', ROWS, { seq: 240 }));
});
afterEach(() => {
  workspace.close();
  folder.remove();
});

const guard = (...allowed: EntityName[]): RemovalGuard => new RemovalGuard(workspace.cache, new Set(allowed));
/** A page in which these go. */
function going(ids: readonly string[], rest: Partial<PulledPage> = {}): PulledPage {
  const gone = [{ entity: 'candidate' as const, ids: [...ids] }];
  return pageOf('candidate', [], { seq: 241, gone, ...rest });
}

describe('deletes', () => {
  it('of half go without a question, and of one more not', () => {
    expect(guard().wouldEmpty(going(IDS.slice(0, 120)))).toBe(null);
    expect(guard().wouldEmpty(going(IDS.slice(0, 121)))).toBe('candidate');
  });

  it('in several pages are counted together, of what was there before the first of them', () => {
    const one = guard();
    for (const from of [0, 60]) {
      const page = going(IDS.slice(from, from + 60));
      expect(one.wouldEmpty(page)).toBe(null);
      writePage(workspace.cache, workspace.overlay, page);
    }
    expect(one.wouldEmpty(going(IDS.slice(120, 121)))).toBe('candidate');
  });

  it('of what is not here do not count, nor of what the user may no longer see, nor of who was erased', () => {
    const others = IDS.map((id) => `not ${id}`);
    expect(guard().wouldEmpty(going(others))).toBe(null);
    const ids = IDS.slice(0, 200);
    expect(guard().wouldEmpty(going([], { gone: [{ entity: 'candidate', ids, hidden: ids }] }))).toBe(null);
    expect(guard().wouldEmpty(going(ids, { erased: [{ entity: 'candidate', ids }] }))).toBe(null);
    expect(guard().wouldEmpty(going(ids, { erased: [{ entity: 'inquiry', ids }] }))).toBe('candidate');
  });

  it('that the user has agreed to, and those of an entity of a newer model, are passed over', () => {
    const gone = [
      { entity: 'ofNextVersion', ids: IDS },
      { entity: 'candidate', ids: IDS },
    ];
    const page = { ...going([]), gone } as PulledPage;
    expect(guard('candidate').wouldEmpty(page)).toBe(null);
    expect(guard('inquiry').wouldEmpty(page)).toBe('candidate');
  });
});

it('what goes is any as soon as one row does, and much only where it may be most of a kind', () => {
  const one = guard();
  expect([one.isAny, one.isMany]).toEqual([false, false]);
  one.wouldEmpty(going(IDS.slice(0, 100)));
  expect([one.isAny, one.isMany]).toEqual([true, false]);
  one.wouldEmpty(going(IDS.slice(100, 101)));
  expect([one.isAny, one.isMany]).toEqual([true, true]);
});
