import { randomBytes } from 'node:crypto';

let lastTime = 0;
let counter = 0;

/** A UUID v7: ids made here sort in the order they were made, also within one millisecond. */
export function newId(now = Date.now()): string {
  const bytes = randomBytes(16);
  if (now > lastTime) {
    lastTime = now;
    counter = bytes.readUInt16BE(6) & 0x7ff;
  } else {
    counter += 1;
    if (counter > 0xfff) {
      lastTime += 1;
      counter = 0;
    }
  }
  bytes.writeUIntBE(lastTime, 0, 6);
  bytes.writeUInt16BE(0x7000 | counter, 6);
  bytes.writeUInt8(0x80 | (bytes.readUInt8(8) & 0x3f), 8);
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
