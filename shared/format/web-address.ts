/** `host:port` looks like a scheme: it is told apart by the dot of the host and the number. */
const HOST_AND_PORT = /^(?:localhost|[a-z\d-]+(?:\.[a-z\d-]+)+):\d+(?:[/?#]|$)/i;
const SCHEME = /^[a-z][a-z\d+.-]*:/i;

/** Address of a link as people write it: https:// is put before one without a scheme (section 2.21). */
export function webAddress(written: string): string {
  const link = written.trim();
  return SCHEME.test(link) && !HOST_AND_PORT.test(link) ? link : `https://${link}`;
}

/** The address that a written link opens; null where it is none of the web, such as `javascript:` or `file:`. */
export function openableAddress(written: string): string | null {
  const address = webAddress(written);
  if (!URL.canParse(address)) return null;
  const { protocol, hostname } = new URL(address);
  return (protocol === 'http:' || protocol === 'https:') && hostname !== '' ? address : null;
}
