import { afterEach, beforeEach, expect, it } from 'vitest';
import { writePage } from '../sync/page-writer.ts';
import { openWorkspace, pageOf } from '../testing/sample-rows.ts';
import { temporaryFolder } from '../testing/test-desk.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { contactMatches } from './contact-matches.ts';

/** Whom the desk names as the one that a number or an address is of: five, and never the record itself. */

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

const NUMBER = '+91 98200 11223';
const EMAIL = 'asha@mail.test';

it.each([
  ['number', 'mobile', NUMBER, NUMBER],
  ['number among others', 'mobile', `022 2345 6789, ${NUMBER}`, '9820011223'],
  ['address', 'email', EMAIL, ` ${EMAIL.toUpperCase()}`],
])(
  'five others are named of seven who have one %s, the record itself not among them',
  (_, field, has, value) => {
    const rows = Array.from({ length: 7 }, (__, at) => ({
      _id: `c${at}`,
      _seq: at + 1,
      fullName: `Asha ${at}`,
      mobile: '+91 90000 00000',
      email: 'other@mail.test',
      [field]: has,
    }));
    writePage(workspace.cache, workspace.overlay, pageOf('candidate', rows, { seq: 7 }));
    const found = (id: string | null): string[] =>
      contactMatches(workspace, { entity: 'candidate', field, value, id }).map((match) => match.id);
    const own = found('c1');
    expect([new Set(own).size, own.includes('c1')]).toEqual([5, false]);
    expect(found(null)).toHaveLength(5);
    workspace.writer.delete('candidate', 'c6', workspace.actor);
    workspace.writer.delete('candidate', 'c5', workspace.actor);
    expect(found('c1').toSorted()).toEqual(['c0', 'c2', 'c3', 'c4']);
  },
);
