import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../testing/test-desk.ts';
import { connect } from './sqlite-file.ts';
import { hasBrokenWal } from './sqlite-wal.ts';

const HEADER = 32;
const FRAME_HEADER = 24;

/** The write-ahead file of three commits that are in no other file yet. */
function ofThreeCommits(folder: string): Buffer {
  const path = join(folder, 'written.db');
  const db = connect(path, {});
  db.pragma('journal_mode = WAL');
  db.exec('CREATE TABLE words (word TEXT)');
  for (const word of ['Pune', 'Nashik']) db.prepare('INSERT INTO words VALUES (?)').run(word);
  const wal = readFileSync(`${path}-wal`);
  db.close();
  return wal;
}

it('one bit of any page in a write-ahead file makes it a broken one; what was cut off at its end does not', () => {
  const folder = temporaryFolder();
  const wal = ofThreeCommits(folder.path);
  const frame = FRAME_HEADER + wal.readUInt32BE(8);
  const path = join(folder.path, 'looked-at.db');
  const isBroken = (bytes: Uint8Array): boolean => {
    writeFileSync(`${path}-wal`, bytes);
    return hasBrokenWal(path);
  };
  expect(isBroken(wal)).toBe(false);
  expect((wal.length - HEADER) / frame).toBeGreaterThan(2);
  for (let at = HEADER; at < wal.length; at += frame) {
    const spoilt = Buffer.from(wal);
    const last = at + frame - 1;
    spoilt.writeUInt8(spoilt.readUInt8(last) ^ 1, last);
    expect(isBroken(spoilt)).toBe(true);
    expect(isBroken(wal.subarray(0, last))).toBe(false);
  }
  folder.remove();
});
