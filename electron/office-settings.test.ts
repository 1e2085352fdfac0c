import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { JoinedOffice } from '#shared/protocol/server-choice.ts';
import {
  addressOf,
  addressTold,
  forgetOffice,
  joinedOffice,
  keepOffice,
  readProposal,
} from './office-settings.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'office-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const OFFICE: JoinedOffice = {
  server: 'https://desk.office.example:5701',
  others: ['https://192.168.1.20:5701'],
  key: 'k'.repeat(43),
  office: 'Sunrise Training',
  plainHttp: false,
};

describe('what this PC joined', () => {
  test('is remembered until it is left', () => {
    expect(joinedOffice(folder)).toBeNull();
    keepOffice(folder, OFFICE);
    expect(joinedOffice(folder)).toEqual(OFFICE);
    expect(readdirSync(folder)).toEqual(['office.json']);
    forgetOffice(folder);
    expect(joinedOffice(folder)).toBeNull();
  });

  test.each([
    ['half a file', '{"server":"https://de'],
    ['nothing', ''],
    ['another form', '{"server":"https://desk.office.example","evil":1}'],
  ])('with %s in its file opens nothing else, and says what to do', (_what, text) => {
    writeFileSync(join(folder, 'office.json'), text);
    expect(() => joinedOffice(folder)).toThrow(/is damaged. Delete it, start again and join/);
  });

  test.each([
    ['a folder', (path: string) => mkdirSync(path)],
    ['a link that leads nowhere', (path: string) => symlinkSync(join(folder, 'gone.json'), path)],
  ])('with %s in its place opens nothing else either', (_what, make) => {
    make(join(folder, 'office.json'));
    expect(() => joinedOffice(folder)).toThrow(/is damaged. Delete it, start again and join/);
  });

  test('keeps its folder at another address where the key is known, and by the address otherwise', () => {
    expect(addressOf(OFFICE).id).toBe(addressOf({ ...OFFICE, server: 'https://elsewhere.example' }).id);
    expect(addressOf({ ...OFFICE, key: null }).id).toBe(OFFICE.server);
    // As starts with --server have named it until now.
    expect(addressTold('https://other.example', OFFICE)).toEqual({
      id: 'https://other.example',
      url: 'https://other.example',
    });
    expect(addressTold('https://192.168.1.20:5701', OFFICE)).toMatchObject({
      key: OFFICE.key,
      id: `key:${OFFICE.key}`,
    });
  });
});

describe('the settings file of a roll-out', () => {
  const write = (text: string): void => writeFileSync(join(folder, 'placement-desk.ini'), text);

  test('names a join code or a server, as Windows writes such files', () => {
    expect(readProposal(folder)).toBeNull();
    write('\uFEFF[office]\r\n; the server of the office\r\nJoin = "PD1-abc"\r\n');
    expect(readProposal(folder)).toEqual({ text: 'PD1-abc', allowPlainHttp: false, asks: false });
    write('server=http://192.168.1.20:5701\nallow-plain-http=yes\n');
    expect(readProposal(folder)).toEqual({
      text: 'http://192.168.1.20:5701',
      allowPlainHttp: true,
      asks: false,
    });
    write('join=PD1-abc\nask=yes\n');
    expect(readProposal(folder)?.asks).toBe(true);
    // Where anybody's download can lie, it says nothing of that itself.
    write('join=PD1-abc\nask=no\n');
    expect(readProposal(folder, true)?.asks).toBe(true);
  });

  test('that says nothing, or too much, proposes nothing', () => {
    for (const text of ['', '[office]\n', 'join=\n', `join=${'x'.repeat(5_000)}`, 'x'.repeat(100_000)]) {
      write(text);
      expect(readProposal(folder)).toBeNull();
    }
  });
});
