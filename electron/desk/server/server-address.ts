/** Where the desk's server is, and how it is known. */
export interface ServerAddress {
  /** What keys the folders on this PC: `embedded`, the server's key, or the origin of its address. */
  id: string;
  url: string;
  /** Other origins of the same server, tried where `url` does not answer. */
  others?: readonly string[] | undefined;
  /** SHA-256 of the public key of its certificate, base64url: no other is taken. Without it, whom the system trusts. */
  key?: string | undefined;
  /** What the business calls itself. */
  office?: string | undefined;
}

/** Host and port of an origin, as people read it. */
export const serverHost = (origin: string): string => new URL(origin).host;

/** The server as people know it: its host, "this computer", and the office's name where there is one. */
export function serverName({ id, url, office }: ServerAddress): string {
  if (id === 'embedded') return 'this computer';
  const host = serverHost(url);
  return office === undefined ? host : `${office} (${host})`;
}
