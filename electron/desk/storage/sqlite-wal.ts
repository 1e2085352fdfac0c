import { existsSync, readFileSync } from 'node:fs';

const WAL_HEADER = 32;
const FRAME_HEADER = 24;

/**
 * Whether a write-ahead file has a damaged head, or a commit behind a frame that is damaged. SQLite ends its reading at
 * that place: what follows is lost without a word. A write that a power cut broke off has no commit behind it; one that
 * broke off the head leaves nothing that was promised.
 */
export function hasBrokenWal(path: string): boolean {
  if (!existsSync(`${path}-wal`)) return false;
  const wal = readFileSync(`${path}-wal`);
  if (wal.length < WAL_HEADER) return false;
  const size = wal.readUInt32BE(8) || 65_536;
  const bigEndian = (wal.readUInt32BE(0) & 1) === 1;
  const salts = wal.subarray(16, 24);
  let sums: Sums = checksum(wal.subarray(0, 24), [0, 0], bigEndian);
  // Zeros have the sum of zeros.
  const isSoundHeader = sums[0] === wal.readUInt32BE(24) && sums[1] === wal.readUInt32BE(28);
  if (!isSoundHeader || wal.readUInt32BE(0) === 0) return true;
  let isBroken = false;
  for (let at = WAL_HEADER; at + FRAME_HEADER + size <= wal.length; at += FRAME_HEADER + size) {
    // What an earlier use of the file left behind has other salts.
    if (!salts.equals(wal.subarray(at + 8, at + 16))) {
      isBroken = true;
      continue;
    }
    if (!isBroken) {
      const head = checksum(wal.subarray(at, at + 8), sums, bigEndian);
      sums = checksum(wal.subarray(at + FRAME_HEADER, at + FRAME_HEADER + size), head, bigEndian);
      isBroken = sums[0] !== wal.readUInt32BE(at + 16) || sums[1] !== wal.readUInt32BE(at + 20);
    }
    if (isBroken && wal.readUInt32BE(at + 4) > 0) return true;
  }
  return false;
}

type Sums = [number, number];

function checksum(bytes: Buffer, start: Sums, bigEndian: boolean): Sums {
  let [one, other] = start;
  for (let at = 0; at + 8 <= bytes.length; at += 8) {
    one = (one + (bigEndian ? bytes.readUInt32BE(at) : bytes.readUInt32LE(at)) + other) >>> 0;
    other = (other + (bigEndian ? bytes.readUInt32BE(at + 4) : bytes.readUInt32LE(at + 4)) + one) >>> 0;
  }
  return [one, other];
}
