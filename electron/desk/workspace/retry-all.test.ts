import { afterEach, beforeEach, expect, it } from 'vitest';
import { PlainError } from '#shared/protocol/errors.ts';
import { stripWaiting } from '../session/closed-account.ts';
import { writePage } from '../sync/page-writer.ts';
import { openWorkspace, pageOf, sampleCandidates } from '../testing/sample-rows.ts';
import { temporaryFolder } from '../testing/test-desk.ts';
import { retryAll } from './refused-again.ts';
import { trayEntries } from './tray.ts';
import type { Workspace } from './workspace.ts';

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

/** So many edits that the server has refused. */
function refuse(count: number): void {
  const rows = sampleCandidates(count);
  writePage(workspace.cache, workspace.overlay, pageOf('candidate', rows, { seq: count }));
  const at = new Date().toISOString();
  const edits = rows.map(({ _id, _seq }, number) => ({
    id: `operation-${number}`,
    kind: 'update' as const,
    entity: 'candidate' as const,
    recordId: _id,
    base: _seq,
    changes: { city: `City ${number}`, remarks: 'x'.repeat(200) },
    title: 'Meera',
    at,
    before: null,
    seen: null,
  }));
  workspace.outbox.append(edits);
  workspace.outbox.transaction(() => {
    for (const { id } of edits) workspace.outbox.markRefused(id, { code: 'forbidden', error: 'No.' });
  });
}

it('offers everything that was refused again, in its order, and leaves what has no values any more', async () => {
  refuse(250);
  stripWaiting(workspace, new PlainError('account-closed', 'The account is closed.'));
  const id = workspace.writer.save(
    {
      entity: 'candidate',
      id: null,
      base: null,
      changes: { fullName: 'Meera', mobile: '98200 12345', email: 'm@mail.test' },
    },
    workspace.actor,
  ).recordId;
  workspace.writer.save({ entity: 'candidate', id, base: 0, changes: { city: 'Pune' } }, workspace.actor);
  const [made, edited] = workspace.outbox.unanswered();
  workspace.outbox.markRefused(made?.id ?? '', { code: 'conflict', error: 'No.' });
  workspace.outbox.markRefused(edited?.id ?? '', {
    code: 'not-found',
    error: 'No.',
    dependsOn: made?.id ?? '',
  });
  expect(await retryAll(workspace, () => undefined)).toEqual({ offered: 2, kept: 250 });
  expect(workspace.outbox.unanswered().map(({ kind }) => kind)).toEqual(['create', 'update']);
  expect(workspace.outbox.refused()).toHaveLength(250);
});

it('holds up nobody with ten thousand of them', async () => {
  refuse(10_000);
  // The newest first; all of them would be some ten megabytes for each look at the tray.
  const shown = trayEntries(workspace);
  expect(shown).toHaveLength(500);
  expect(shown.every(({ fields }) => Number(String(fields[0]?.value).slice('City '.length)) >= 9_500)).toBe(
    true,
  );
  const slices: number[] = [];
  let turns = 0;
  let running = true;
  const watch = (): void => {
    turns += 1;
    if (running) setImmediate(watch);
  };
  watch();
  const { offered } = await retryAll(workspace, (touched) => slices.push(touched.length));
  running = false;
  expect(offered).toBe(10_000);
  expect(workspace.outbox.unansweredCount()).toBe(10_000);
  // Whoever asks for a list meanwhile waits for one slice.
  expect(Math.max(...slices)).toBeLessThanOrEqual(25);
  expect(turns).toBeGreaterThanOrEqual(slices.length);
}, 60_000);
