/** The first parts of IPv4 addresses that a computer keeps for itself: 127.0.0.0/8, and 0.0.0.0/8 which leads there. */
const OWN_V4 = /^(?:127|0)\.\d+\.\d+\.\d+$/;
/** An IPv4 address within IPv6, as URL writes it: its four bytes in two groups. */
const MAPPED_V4 = /^::(?:ffff:(?:0:)?)?([\da-f]{1,4}):([\da-f]{1,4})$/;

/**
 * Whether a host is this computer itself, where a link of a colleague has no business: other programs listen there.
 * @param hostname as URL gives it, which has brought every way of writing an address (`127.1`, `0x7f000001`) into one.
 */
export function isThisComputer(hostname: string): boolean {
  const name = hostname.toLowerCase().replace(/\.$/, '');
  if (name === 'localhost' || name.endsWith('.localhost') || name === 'localhost.localdomain') return true;
  if (name === 'ip6-localhost' || name === 'ip6-loopback') return true;
  if (OWN_V4.test(name)) return true;
  if (!name.startsWith('[')) return false;
  const address = name.slice(1, -1);
  if (address === '::' || address === '::1') return true;
  const mapped = MAPPED_V4.exec(address);
  const first = mapped?.[1] === undefined ? undefined : Number.parseInt(mapped[1], 16) >> 8;
  return first === 127 || first === 0;
}
