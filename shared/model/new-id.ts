const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));
/** Random bytes are asked for in one go: an import makes a hundred thousand ids. */
const random = new Uint8Array(4096);
const BYTES_OF_AN_ID = 8;
let taken = random.length;

let lastTime = 0;
let sameTime = 0;
const MOST_AT_A_TIME = 0xfff;

/** Ids begin anew, as in another process: the simulation has many, one after the other, in one. */
export function forgetIds(): void {
  taken = random.length;
  lastTime = 0;
  sameTime = 0;
}

/** Those made from now on come after this one: the clock may have been put back since it was made. */
export function newIdsAfter(id: string): void {
  const time = Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
  if (time <= lastTime) return;
  lastTime = time;
  sameTime = MOST_AT_A_TIME;
}

/** A UUID v7: sorted by the time of its making, and within a process by the order of it. */
export function newId(): string {
  const now = Math.max(Date.now(), lastTime);
  sameTime = now === lastTime ? sameTime + 1 : 0;
  // More in one millisecond than can be counted: the next one is borrowed.
  lastTime = sameTime > MOST_AT_A_TIME ? now + 1 : now;
  if (lastTime !== now) sameTime = 0;
  if (taken === random.length) {
    crypto.getRandomValues(random);
    taken = 0;
  }
  const time = lastTime.toString(16).padStart(12, '0');
  const order = sameTime.toString(16).padStart(3, '0');
  const rest = Array.from(random.subarray(taken, taken + BYTES_OF_AN_ID), (byte, at) =>
    // The first two bits say which kind of UUID it is.
    at === 0 ? HEX[0x80 | (byte & 0x3f)] : HEX[byte],
  ).join('');
  taken += BYTES_OF_AN_ID;
  return `${time.slice(0, 8)}-${time.slice(8)}-7${order}-${rest.slice(0, 4)}-${rest.slice(4)}`;
}
