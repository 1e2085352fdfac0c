import { isIPv6 } from 'node:net';

/**
 * What counts as one address: an IPv4 address, also where it is written as IPv6, and of IPv6 the first 64 bits, which
 * one customer has whole and may change the rest of at will. Anything else counts as it is written.
 * @param bits 48 for what an organisation, or one who rents a server, may have of IPv6.
 */
export function addressGroup(address: string, bits: 64 | 48 = 64): string {
  const plain = withoutPort(address).split('%')[0] ?? '';
  if (!isIPv6(plain)) return plain;
  const words = wordsOf(plain);
  const mapped = words.slice(0, 5).every((word) => word === 0) && words[5] === 0xff_ff;
  if (mapped)
    return words
      .slice(6)
      .flatMap((word) => [word >> 8, word & 0xff])
      .join('.');
  return `${words
    .slice(0, bits / 16)
    .map((word) => word.toString(16))
    .join(':')}::/${bits}`;
}

/** Some proxies write the port as well, which is another one for each connection. */
function withoutPort(address: string): string {
  const [, bracketed] = /^\[([^\]]*)\](?::\d+)?$/.exec(address) ?? [];
  return bracketed ?? address.replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1');
}

/** The eight numbers of an IPv6 address. */
function wordsOf(address: string): number[] {
  const [head = '', tail] = address.split('::');
  const first = numbersIn(head);
  if (tail === undefined) return first;
  const last = numbersIn(tail);
  return [...first, ...Array<number>(8 - first.length - last.length).fill(0), ...last];
}

function numbersIn(part: string): number[] {
  if (part === '') return [];
  return part.split(':').flatMap((word) => {
    if (!word.includes('.')) return [Number.parseInt(word, 16)];
    const [a = 0, b = 0, c = 0, d = 0] = word.split('.').map(Number);
    return [a * 256 + b, c * 256 + d];
  });
}
