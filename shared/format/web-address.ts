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
 * The address that a written link opens; null where it is none of the web, such as `javascript:` or `file:`, or leaves
 * out the host.
 */
export function openableAddress(written: string): string | null {
  if (/^[/\\#?]/.test(written.trim())) return null;
  const address = webAddress(written);
  if (!URL.canParse(address)) return null;
  const { protocol, hostname } = new URL(address);
  return (protocol === 'http:' || protocol === 'https:') && hostname !== '' ? address : null;
}
