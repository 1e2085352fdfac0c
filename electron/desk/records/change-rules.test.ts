import { afterEach, beforeEach, expect, it } from 'vitest';
import type { EntityName } from '#shared/model/entities.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import { writePage } from '../sync/page-writer.ts';
import { openWorkspace, pageOf, type SampleRow } from '../testing/sample-rows.ts';
import { temporaryFolder } from '../testing/test-desk.ts';
import type { Workspace } from '../workspace/workspace.ts';

let folder: ReturnType<typeof temporaryFolder>;
let workspace: Workspace;

const serverGives = (entity: EntityName, rows: readonly SampleRow[]): void => {
  writePage(workspace.cache, workspace.overlay, pageOf(entity, rows, { seq: 9 }));
};

beforeEach(() => {
  folder = temporaryFolder();
  workspace = openWorkspace(folder.path);
  serverGives('user', [
    { _id: 'u1', _seq: 1, name: 'Asha Rao', email: 'asha@demo.test', isActive: 1, roleName: 'Super Admin' },
    { _id: 'u2', _seq: 2, name: 'Ravi Nair', email: 'ravi@demo.test', isActive: 1, roleName: 'Guest' },
  ]);
  serverGives('role', [
    { _id: 'r1', _seq: 3, name: 'Super Admin' },
    { _id: 'r2', _seq: 4, name: 'Guest' },
  ]);
  serverGives('roleAssignment', [
    { _id: 'a1', _seq: 5, userEmail: 'Asha@demo.test', userName: 'Asha Rao', roleName: 'Super Admin' },
    { _id: 'a2', _seq: 6, userEmail: 'ravi@demo.test', userName: 'Ravi Nair', roleName: 'Guest' },
  ]);
});

afterEach(() => {
  workspace.close();
  folder.remove();
});

const change = (entity: EntityName, id: string, changes: Record<string, unknown>): void => {
  workspace.writer.save({ entity, id, base: 9, changes }, workspace.actor);
};
const remove = (entity: EntityName, id: string): void => {
  workspace.writer.delete(entity, id, workspace.actor);
};
const refusal = (work: () => void): string => {
  try {
    work();
  } catch (error) {
    if (error instanceof PlainError) return error.message;
    throw error;
  }
  return 'done';
};

it('section 2.13: built-in roles keep their name, roles in use stay, and it is said at once', () => {
  expect(refusal(() => change('role', 'r1', { name: 'Chief' }))).toBe(
    'Super Admin is a built-in role and cannot be renamed.',
  );
  expect(refusal(() => remove('role', 'r1'))).toBe('Super Admin is a built-in role and cannot be deleted.');
  expect(refusal(() => remove('role', 'r2'))).toBe(
    'Ravi Nair has the role Guest. Assign another role first.',
  );
  expect(refusal(() => change('role', 'r2', { name: 'Visitor' }))).toBe('done');
});

it('decision 11: the last active Super Admin stays, and it is said at once', () => {
  const last = 'Asha Rao is the last active Super Admin. Make somebody else Super Admin first.';
  expect(refusal(() => remove('user', 'u1'))).toBe(last);
  expect(refusal(() => change('user', 'u1', { isActive: false }))).toBe(last);
  expect(refusal(() => remove('roleAssignment', 'a1'))).toBe(last);
  expect(refusal(() => change('roleAssignment', 'a1', { roleName: 'Guest' }))).toBe(last);
  // By this whoever changes many at once leaves that one as it is, and goes on.
  expect(() => remove('user', 'u1')).toThrow(expect.objectContaining({ code: 'conflict' }));
  expect(refusal(() => change('user', 'u1', { name: 'Asha R Rao' }))).toBe('done');

  // Another one, whose assignment still waits to be sent.
  change('roleAssignment', 'a2', { roleName: 'Super Admin' });
  expect(refusal(() => change('user', 'u1', { isActive: false }))).toBe('done');
});

it('section 2.14: a user is found by name or email', () => {
  const found = (search: string): string[] =>
    workspace.reader.choices({ entity: 'user', search, limit: 30 }, workspace.actor).map(({ _id }) => _id);
  expect(found('nair')).toEqual(['u2']);
  expect(found('ASHA@')).toEqual(['u1']);
  expect(found('demo.test')).toEqual(['u1', 'u2']);
});

it('offers who can be chosen by name, whatever its letters are', () => {
  serverGives('user', [
    { _id: 'u3', _seq: 7, name: 'émile Roy', email: 'emile@demo.test' },
    { _id: 'u4', _seq: 8, name: 'bina Das', email: 'bina@demo.test' },
  ]);
  const offered = workspace.reader.choices({ entity: 'user', limit: 30 }, workspace.actor);
  expect(offered.map(({ title }) => title)).toEqual(['Asha Rao', 'bina Das', 'émile Roy', 'Ravi Nair']);
});

it('offers the companies of the HR records, once each, to who may see those', async () => {
  serverGives('hrRecord', [
    { _id: 'h1', _seq: 7, hrName: 'One', companyName: 'Wipro' },
    { _id: 'h2', _seq: 8, hrName: 'Two', companyName: 'WIPRO' },
    { _id: 'h3', _seq: 9, hrName: 'Three', companyName: 'Infosys' },
    { _id: 'h4', _seq: 9, hrName: 'Four', companyName: null },
  ]);
  const companies = (search?: string): Promise<string[]> =>
    workspace.reader.values(
      { entity: 'hrRecord', field: 'companyName', ...(search === undefined ? {} : { search }) },
      workspace.actor,
    );
  expect(await companies()).toEqual(['Infosys', 'WIPRO']);
  expect(await companies('wip')).toEqual(['WIPRO']);
  await expect(
    workspace.reader.values({ entity: 'hrRecord', field: 'companyName' }, { _id: 'u2', role: 'Employee' }),
  ).rejects.toThrow('Your role may not see this of HR records');
});
