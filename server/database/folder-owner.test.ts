import {
  chownSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { signingSecret } from '../auth/signing-secret.ts';
import { ErasedList } from '../persons/erased-list.ts';
import { giveToOwner } from './folder-owner.ts';

/** What a command of root makes in the folder of a server that has a user of its own. Only root can give files away. */

const isRoot = process.getuid?.() === 0;
const SERVICE = 4_321;
let data: string;
const ownerOf = (...path: string[]): number => statSync(join(data, ...path)).uid;

beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'placement-owner-'));
  if (isRoot) chownSync(data, SERVICE, SERVICE);
});
afterEach(() => rmSync(data, { recursive: true, force: true }));

it.runIf(isRoot)('the list of the erased and the signing secret are the server’s to read', async () => {
  signingSecret(data);
  await new ErasedList(data).add(['a'.repeat(64)]);
  expect([ownerOf('signing-secret'), ownerOf('erased')]).toEqual([SERVICE, SERVICE]);
});

it.runIf(isRoot)(
  'a folder goes with all that is in it, and nothing that is another’s, or lies elsewhere',
  () => {
    const elsewhere = mkdtempSync(join(tmpdir(), 'placement-elsewhere-'));
    writeFileSync(join(elsewhere, 'of-root'), 'x');
    mkdirSync(join(data, 'made/below'), { recursive: true });
    writeFileSync(join(data, 'made/below/file'), 'x');
    writeFileSync(join(data, 'made/of-another'), 'x');
    chownSync(join(data, 'made/of-another'), SERVICE + 1, SERVICE + 1);
    linkSync(join(elsewhere, 'of-root'), join(data, 'made/linked'));
    giveToOwner(join(data, 'made'));
    const owners = ['made', 'made/below', 'made/below/file', 'made/of-another', 'made/linked'].map((path) =>
      ownerOf(path),
    );
    expect(owners).toEqual([SERVICE, SERVICE, SERVICE, SERVICE + 1, 0]);
    symlinkSync(elsewhere, join(data, 'a-link'));
    expect(() => giveToOwner(join(data, 'a-link'))).toThrow();
    expect(statSync(elsewhere).uid).toBe(0);
    rmSync(elsewhere, { recursive: true });
  },
);

it('who is not root gives nothing away, and all goes on', async () => {
  await new ErasedList(data).add(['b'.repeat(64)]);
  expect((await new ErasedList(data).read()).size).toBe(1);
});
