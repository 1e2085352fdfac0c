/** IPv4 addresses that a computer keeps for itself: 127.0.0.0/8, and 0.0.0.0/8 which leads there. */
const OWN_V4: ReadonlySet<number> = new Set([127, 0]);
const V4 = /^(\d+)\.\d+\.\d+\.\d+$/;

/** Ranges of IPv6 in which an IPv4 address is written: the groups before it. Nothing but the address stands behind it. */
const V4_IN_V6: readonly (readonly number[])[] = [
  // As old systems wrote it.
  [0, 0, 0, 0, 0, 0],
  // RFC 4291, mapped.
  [0, 0, 0, 0, 0, 0xffff],
  // RFC 2765, translated.
  [0, 0, 0, 0, 0xffff, 0],
  // RFC 6052 and RFC 8215, NAT64.
  [0x64, 0xff9b, 0, 0, 0, 0],
  [0x64, 0xff9b, 1, 0, 0, 0],
];
/** RFC 3056, 6to4: the network of an IPv4 address. */
const SIX_TO_FOUR = 0x2002;

/**
 * Whether a host is this computer itself, where a link of a colleague has no business: other programs listen there.
 * @param hostname as URL gives it, which has brought every way of writing an address (`127.1`, `0x7f000001`) into one.
 * @param ownName what this computer is called, where that is known: the name leads to itself on many systems
 */
export function isThisComputer(hostname: string, ownName?: string): boolean {
  const name = hostname.toLowerCase().replace(/\.$/, '');
  if (name === 'localhost' || name.endsWith('.localhost') || name === 'localhost.localdomain') return true;
  if (name === 'ip6-localhost' || name === 'ip6-loopback') return true;
  if (ownName !== undefined && namesOf(ownName).includes(name)) return true;
  const v4 = V4.exec(name);
  if (v4) return OWN_V4.has(Number(v4[1]));
  return name.startsWith('[') && isOwnV6(groupsOf(name.slice(1, -1)));
}

/** A computer's name as it is, without its domain, and as it is called on the network around it. */
function namesOf(ownName: string): string[] {
  const name = ownName.toLowerCase().replace(/\.$/, '');
  const [first = ''] = name.split('.');
  return first === '' ? [] : [name, first, `${first}.local`];
}

/** The eight groups of an IPv6 address as URL writes it. */
function groupsOf(address: string): number[] {
  const [start = '', end] = address.split('::');
  const parse = (part: string): number[] =>
    part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16));
  const [before, after] = [parse(start), parse(end ?? '')];
  return [...before, ...Array<number>(Math.max(0, 8 - before.length - after.length)).fill(0), ...after];
}

function isOwnV6(groups: readonly number[]): boolean {
  const isOwnBehind = (at: number): boolean => OWN_V4.has((groups[at] ?? 0) >> 8);
  if (groups[0] === SIX_TO_FOUR) return isOwnBehind(1);
  // `::` and `::1` are among the addresses of the first range.
  return V4_IN_V6.some((range) => range.every((group, at) => groups[at] === group)) && isOwnBehind(6);
}
