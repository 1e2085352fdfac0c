import { normalise } from './normalise.ts';
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
 * the host, holds a password, or leads to this computer itself.
 */
export function openableAddress(written: string): string | null {
  if (/^[/\\#?]/.test(written.trim())) return null;
  const address = webAddress(written);
  if (!URL.canParse(address)) return null;
  const { protocol, hostname, username, password } = new URL(address);
  // A name and password in a web address serve to disguise where it leads.
  if (username !== '' || password !== '') return null;
  // Chromium takes blanks in a host, and writes them with a percent sign: such a text is no address.
  const isWeb = (protocol === 'http:' || protocol === 'https:') && hostname !== '' && !/[\s%]/.test(hostname);
  return isWeb && !isThisComputer(hostname) ? address : null;
}

/** The part of an address that holds the host, however many strokes and of which kind lead to it. */
const AUTHORITY = /^(?:[a-z][a-z\d+.-]*:)?[/\\]*([^/\\?#]*)/i;

/**
 * A link as it is shown: as it was written, or where that names another host than is opened, as `аpple.com` with a
 * Cyrillic letter does, in the form of a browser's address bar (`https://xn--pple-43d.com/`). Never decoded.
 */
export function shownAddress(written: string): string {
  const address = openableAddress(written);
  if (address === null) return written;
  const { hostname, href } = new URL(address);
  const [, host = ''] = AUTHORITY.exec(address) ?? [];
  return host.toLowerCase().replace(/:\d*$/, '') === hostname ? written : href;
}

/** Characters that do not show, or turn the order of others around. */
const HIDDEN = /[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}]/gu;
/** Letters and signs in the width of Chinese ones, and the full stops that browsers take for a dot. */
const WIDE = /[\u3002\uFF01-\uFF65\uFFE0-\uFFEE]/u;

/**
 * Whether a web address has characters by which it seems to be another: hidden ones, or ones that browsers take for plain
 * letters and signs. Text that is no address may have them, as words in Indian languages do.
 */
export function isDisguisedAddress(written: string): boolean {
  const [, host = ''] = AUTHORITY.exec(webAddress(written)) ?? [];
  const isDisguised =
    WIDE.test(written) || written.search(HIDDEN) >= 0 || Array.from(host).some(standsForAscii);
  if (!isDisguised) return false;
  const plain = normalise(written.replace(HIDDEN, ''), 'NFKC').replaceAll('\u3002', '.');
  const address = openableAddress(plain);
  return address !== null && (SCHEME.test(plain) || new URL(address).hostname.includes('.'));
}

const ASCII = /^\p{ASCII}+$/u;
const standsForAscii = (character: string): boolean =>
  !ASCII.test(character) && ASCII.test(character.normalize('NFKC'));

/** Whether a link begins with `//`, or looks so to a browser: on a page it would lead to another host. */
export function leavesOutScheme(written: string): boolean {
  return /^(?:\/[/\\]|\\\/)/.test(written.trim());
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
