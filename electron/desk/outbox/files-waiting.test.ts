import { afterEach, beforeEach, expect, it } from 'vitest';
import { DAY_MS } from '#shared/format/time.ts';
import { openWorkspace } from '../testing/sample-rows.ts';
import { temporaryFolder } from '../testing/test-desk.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** A picture chosen in a form is there when the form is saved, however long it stays open and whatever the clock does. */

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

const HASH = 'a'.repeat(64);

it.each([
  ['a form that stays open over days', 0],
  ['a clock that was days behind, and is put right', -3],
])('is kept in %s, and goes a day after a start at which nothing names it', (_what, days) => {
  const now = Date.now();
  workspace.outbox.files.add(HASH, now + days * DAY_MS);
  workspace.outbox.files.prune(now + (days === 0 ? 3 * DAY_MS : 0));
  expect(workspace.outbox.files.holds(HASH)).toBe(true);
  workspace.close();
  workspace = openWorkspace(folder.path);
  workspace.outbox.files.prune(now + 3 * DAY_MS);
  expect(workspace.outbox.files.holds(HASH)).toBe(false);
});

it('goes at once where the form has let it go', () => {
  workspace.outbox.files.add(HASH);
  workspace.outbox.files.remove(HASH);
  expect(workspace.outbox.files.holds(HASH)).toBe(false);
});

it('is kept for as long as a form that shows it is not saved yet, and goes after that was thrown away', () => {
  const now = Date.now();
  workspace.outbox.files.add(HASH, now);
  workspace.outbox.drafts.keep(
    {
      id: 'article',
      entity: 'blog',
      recordId: 'b1',
      isNew: true,
      form: '/addblogs',
      title: 'Monday',
      values: { content: `<p><img src="/api/files/${HASH}"></p>` },
      seen: {},
      references: {},
      about: null,
      beside: {},
    },
    () => false,
  );
  workspace.close();
  workspace = openWorkspace(folder.path);
  workspace.outbox.files.prune(now + 30 * DAY_MS);
  workspace.outbox.files.forgetUnnamed(HASH);
  expect(workspace.outbox.files.holds(HASH)).toBe(true);
  workspace.outbox.drafts.forget('article');
  workspace.outbox.files.prune(now + 30 * DAY_MS);
  expect(workspace.outbox.files.holds(HASH)).toBe(false);
});
