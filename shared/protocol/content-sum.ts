import type { ColumnValue } from '#shared/model/columns.ts';

/** Sums of content are kept below this, so that adding two is exact. */
const MODULUS = 2 ** 52;

/** Adds a row's content to a sum, in which the order of rows does not matter. */
export const addContent = (sum: number, content: number): number => (sum + content) % MODULUS;

/**
 * Makes a number of a row's content, by which a server and a desk find that they hold the same. What is empty does not
 * count, so it does not matter which of the columns a user is not given; nor does their order.
 * @param columns names of the values, `_id` and `_seq` among them
 */
export function contentOf(columns: readonly string[]): (values: readonly ColumnValue[]) => number {
  const places = columns.map((name, at) => ({ name, at }));
  places.sort((one, other) => (one.name < other.name ? -1 : 1));
  return (values) => {
    const held: ColumnValue[] = [];
    for (const { name, at } of places) {
      const value = values[at] ?? null;
      if (value !== null) held.push(name, value);
    }
    return hashOf(JSON.stringify(held));
  };
}

/** Two 32-bit hashes, mixed at the end: quick in any JavaScript, and as good as random where a character differs. */
function hashOf(text: string): number {
  let one = 0xdeadbeef;
  let other = 0x41c6ce57;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    one = Math.imul(one ^ code, 0x9e3779b1);
    other = Math.imul(other ^ code, 0x5f356495);
  }
  one = mixed(one, other);
  other = mixed(other, one);
  return (other >>> 0) * 2 ** 20 + ((one >>> 0) & 0xfffff);
}

function mixed(value: number, by: number): number {
  return Math.imul(value ^ (value >>> 16), 0x85ebca6b) ^ Math.imul(by ^ (by >>> 13), 0xc2b2ae35);
}
