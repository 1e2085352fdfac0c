import { afterEach, beforeEach, expect, it } from 'vitest';
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

const save = (link: string): void => {
  const changes = { purpose: 'List', link };
  workspace.writer.save({ entity: 'dataLink', id: null, base: null, changes }, workspace.actor);
};

it.each([
  'javascript:alert(1)',
  'data:text/html,x',
  'file:///etc/passwd',
  'http://127.0.0.1:5800/',
  '//evil.example',
  'https://ba\u200Bnk.example/',
])('the data link %j is refused while offline too, and never becomes an operation', (link) => {
  const before = workspace.outbox.lastNumber();
  expect(() => save(link)).toThrow(expect.objectContaining({ code: 'invalid' }));
  expect(workspace.outbox.lastNumber()).toBe(before);
});

it('any other text is kept', () => {
  expect(() => save('the blue folder')).not.toThrow();
});
