import { isThisComputer } from './this-computer.ts';

/** `host:port` looks like a scheme: it is told apart by the dot of the host and the number. */
const HOST_AND_PORT = /^(?:localhost|[a-z\d-]+(?:\.[a-z\d-]+)+):\d+(?:[/?#]|$)/i;
const SCHEME = /^[a-z][a-z\d+.-]*:/i;

/** Address of a link as people write it: https:// is put before one without a scheme (section 2.21). */
export function webAddress(written: string): string {
  const link = written.trim();
  return SCHEME.test(link) && !HOST_AND_PORT.test(link) ? link : `https://${link}`;
}

/** Whether a written link leads to a place on the same website, such as `/jobs` or `#apply`, whose host it leaves out. */
export function isPlaceOnWebsite(written: string): boolean {
  return /^[/#?](?![/\\])[^\s\\]*$/.test(written.trim());
}

/**
 * The address that a written link opens; null where it is none of the web, such as `javascript:` or `file:`, leaves out
 * the host, or leads to this computer itself.
 */
export function openableAddress(written: string): string | null {
  if (/^[/\\#?]/.test(written.trim())) return null;
  const address = webAddress(written);
  if (!URL.canParse(address)) return null;
  const { protocol, hostname } = new URL(address);
  // Chromium takes blanks in a host, and writes them with a percent sign: such a text is no address.
  const isWeb = (protocol === 'http:' || protocol === 'https:') && hostname !== '' && !/[\s%]/.test(hostname);
  return isWeb && !isThisComputer(hostname) ? address : null;
}

/** Schemes of addresses that hold a program or lead into the computer of whoever opens them. */
const HARMFUL: ReadonlySet<string> = new Set([
  'about:',
  'blob:',
  'data:',
  'file:',
  'filesystem:',
  'jar:',
  'javascript:',
  'vbscript:',
  'view-source:',
]);

/**
 * Whether a link that may be any text must not be kept: a browser would run it, or it leads into the computer of
 * whoever opens it. Judged as browsers read it, which overlook blanks and line ends.
 */
export function isHarmfulLink(written: string): boolean {
  if (URL.canParse(written) && HARMFUL.has(new URL(written).protocol)) return true;
  const address = webAddress(written);
  return URL.canParse(address) && isThisComputer(new URL(address).hostname);
}
