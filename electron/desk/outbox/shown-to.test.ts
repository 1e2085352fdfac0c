import { afterEach, beforeEach, expect, it } from 'vitest';
import { newId } from '#shared/model/new-id.ts';
import { admin, openWorkspace } from '../testing/sample-rows.ts';
import { temporaryFolder } from '../testing/test-desk.ts';
import { CacheOwner, shownToOf } from '../workspace/cache-owner.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { ShownTo } from './shown-to.ts';

/** What others wrote, and forms that show it, outlive an update of the application, and go with a right that is taken away. */

const shown = new CacheOwner(admin, Buffer.alloc(32), true).shownTo;
const ofCandidates = (fields: (names: string[]) => string[]): ShownTo['sees'] =>
  shown.sees.map((grant) =>
    grant.entity === 'candidate' ? { ...grant, fields: fields(grant.fields) } : grant,
  );

let folder: ReturnType<typeof temporaryFolder>;
let workspace: Workspace;

beforeEach(() => {
  folder = temporaryFolder();
  workspace = openWorkspace(folder.path);
  const { outbox, writer, actor } = workspace;
  outbox.others.showTo(shown);
  const recordId = newId();
  writer.save({ entity: 'candidate', id: recordId, base: null, changes: PERSON }, actor);
  writer.save({ entity: 'candidate', id: recordId, base: 0, changes: { city: 'Pune' } }, actor);
  const draft = { id: newId(), entity: 'candidate', recordId, isNew: false, form: '/candidate' } as const;
  const none = { seen: {}, references: {}, about: null, beside: {} };
  outbox.drafts.keep(
    { ...draft, ...none, title: 'Meera', values: { remarks: 'Typed for long' } },
    () => true,
  );
});
afterEach(() => {
  workspace.close();
  folder.remove();
});

const PERSON = { fullName: 'Meera Iyer', mobile: '98450 77123', email: 'meera@sample.test' };

/** What is kept: the drafts, and what the change of a record is called. */
const kept = (): { drafts: number; title: string | undefined } => ({
  drafts: workspace.outbox.drafts.count(),
  title: workspace.outbox.unanswered().at(-1)?.title,
});

it('stays where a later version has one field, one kind of records and one right more', () => {
  const sees = ofCandidates((names) => [...names, 'ofNextVersion']);
  workspace.outbox.others.showTo({ ...shown, sees });
  const [first] = sees;
  workspace.outbox.others.showTo({
    ...shown,
    sees: [...sees, { entity: 'ofNextVersion', rows: 'all', fields: ['name'] }, ...(first ? [first] : [])],
  });
  expect(kept()).toEqual({ drafts: 1, title: 'Meera Iyer' });
});

it('stays in a role that sees as much', () => {
  workspace.outbox.others.roleIs(shownToOf(admin));
  expect(kept()).toEqual({ drafts: 1, title: 'Meera Iyer' });
});

it.each(['Admin', 'HR', 'Employee', 'Student', '', undefined])('goes in the role %s', (role) => {
  workspace.outbox.others.roleIs(role === undefined ? undefined : shownToOf({ ...admin, role }));
  expect(kept()).toEqual({ drafts: 0, title: 'Candidate' });
});

it.each([
  ['a field is hidden', { ...shown, sees: ofCandidates((names) => names.filter((name) => name !== 'fee')) }],
  ['a kind of records is', { ...shown, sees: shown.sees.filter(({ entity }) => entity !== 'candidate') }],
  [
    'only some records are shown',
    { ...shown, sees: shown.sees.map((grant) => ({ ...grant, rows: { whereUserIs: 'map' } })) },
  ],
  ['the user is', { ...shown, user: 'u2' }],
])('goes where %s', (_, now) => {
  workspace.outbox.others.showTo(now);
  expect(kept()).toEqual({ drafts: 0, title: 'Candidate' });
});
