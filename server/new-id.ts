import { randomBytes } from 'node:crypto';

let lastTime = 0;
let sameTime = 0;
const MOST_AT_A_TIME = 0xfff;

/** A UUID v7: sorted by the time of its making, and within a process by the order of it. */
export function newId(): string {
  const now = Math.max(Date.now(), lastTime);
  sameTime = now === lastTime ? sameTime + 1 : 0;
  // More in one millisecond than can be counted: the next one is borrowed.
  lastTime = sameTime > MOST_AT_A_TIME ? now + 1 : now;
  if (lastTime !== now) sameTime = 0;
  const bytes = randomBytes(16);
  bytes.writeUIntBE(lastTime, 0, 6);
  bytes.writeUInt16BE(0x7000 | sameTime, 6);
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
