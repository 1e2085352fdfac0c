import { HUES, type Hue } from '../status-badge/tones.ts';

/**
 * A hue for each lead status, the same on every desk. Each has one that its id gives; where an earlier status has that,
 * it takes the next free one, so that a later status changes nobody's colour. With more statuses than hues some share.
 * @param ids of all statuses, in any order.
 */
export function huesOf(ids: readonly string[]): ReadonlyMap<string, Hue> {
  const hues = new Map<string, Hue>();
  const taken = new Set<number>();
  for (const id of ids.toSorted()) {
    const own = hashOf(id) % HUES.length;
    let at = own;
    while (taken.has(at) && taken.size < HUES.length) at = (at + 1) % HUES.length;
    taken.add(at);
    hues.set(id, HUES[at] ?? HUES[0]);
  }
  return hues;
}

/** FNV-1a, so that ids which differ little are far apart. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193) >>> 0;
  return hash;
}
