import { afterEach, beforeEach, expect, it } from 'vitest';
import { PlainError } from '#shared/protocol/errors.ts';
import { stripWaiting, takeAwayFrom } from './closed-account.ts';
import { writePage } from '../sync/page-writer.ts';
import { textsOnDisk } from '../testing/folder-contents.ts';
import { admin, openWorkspace, pageOf, sampleCandidates, type SampleRow } from '../testing/sample-rows.ts';
import { temporaryFolder } from '../testing/test-desk.ts';
import { CacheOwner } from '../workspace/cache-owner.ts';
import { trayEntries } from '../workspace/tray.ts';
import type { Workspace } from '../workspace/workspace.ts';

const [first, second] = sampleCandidates(2) as [SampleRow, SampleRow];
let folder: ReturnType<typeof temporaryFolder>;
let workspace: Workspace;

beforeEach(() => {
  folder = temporaryFolder();
  workspace = openWorkspace(folder.path);
  writePage(workspace.cache, workspace.overlay, pageOf('candidate', [first, second], { seq: 2 }));
});
afterEach(() => {
  workspace.close();
  folder.remove();
});

it('a change whose answer was lost is not called refused when the account was closed, and its values are gone', () => {
  const { outbox, writer, actor } = workspace;
  for (const { _id, _seq } of [first, second])
    writer.save({ entity: 'candidate', id: _id, base: _seq, changes: { city: 'Pune' } }, actor);
  outbox.markSent([outbox.unanswered()[0]?.id ?? '']);
  stripWaiting(workspace, new PlainError('account-closed', 'Your account was deactivated.'));
  const messages = new Map(trayEntries(workspace).map((entry) => [entry.recordId, entry]));
  expect(messages.get(first._id)).toMatchObject({
    message: expect.stringMatching(
      /^It may have reached the server before your account was closed\./,
    ) as string,
    fields: [{ name: 'city', value: null }],
  });
  expect(messages.get(second._id)).toMatchObject({ message: 'Your account was deactivated.' });
  for (const operation of outbox.refused()) expect(operation).toMatchObject({ changes: {}, seen: null });
});

it('the rest of a change of many goes too: it would go on where the account is opened again', () => {
  const { outbox } = workspace;
  const work = { kind: 'set', entity: 'candidate', changes: { city: 'Suratstreet' } } as const;
  outbox.unfinished.keep({
    ...work,
    id: 'w',
    title: 'City of 2 candidates',
    ids: [first._id, second._id],
    at: 0,
  });
  stripWaiting(workspace, new PlainError('account-closed', 'Your account was deactivated.'));
  expect(outbox.unfinished.read()).toBeNull();
  expect(textsOnDisk(folder.path, ['Suratstreet'])).toEqual([]);
});

it('in another role what others wrote goes, where it is not known which too; in one that sees as much it stays', () => {
  const { outbox, writer, actor } = workspace;
  outbox.others.showTo(new CacheOwner(admin, Buffer.alloc(32), true).shownTo);
  const edit = { entity: 'candidate', id: first._id, base: first._seq } as const;
  writer.save({ ...edit, changes: { city: 'Pune' } }, actor);
  const called = (): string | undefined => outbox.unanswered()[0]?.title;
  const name = String(first['fullName']);
  takeAwayFrom(workspace, admin.role);
  expect(called()).toBe(name);
  takeAwayFrom(workspace, undefined);
  expect(called()).toBe('Candidate');
});
