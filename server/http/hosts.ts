import type { RequestHandler } from 'express';
import type { ErrorBody } from '#shared/protocol/errors.ts';
import type { Configuration } from '../configuration/configuration.ts';
import { isLoopback } from './exposure.ts';

const OF_THIS_COMPUTER = ['localhost', '127.0.0.1', '[::1]'] as const;

/** The server that was called is not this one (RFC 9110, 15.5.20). */
const MISDIRECTED = 421;
const REFUSAL: ErrorBody = {
  code: 'bad-request',
  error:
    'The server does not go by this name. Use the address that your administrator gave you; administrators add names with ALLOWED_HOSTS.',
};

/**
 * The names by which the server may be called; null where any will do.
 *
 * On the loopback a page of the web could otherwise call the server under a name of its own, which its owner lets lead
 * to this computer, and read the answers. Behind a proxy the name is that of the proxy: `ALLOWED_HOSTS` says it.
 */
export function allowedHosts(
  configuration: Pick<Configuration, 'host' | 'trustProxy' | 'allowedHosts'>,
): ReadonlySet<string> | null {
  const { host, trustProxy, allowedHosts: named } = configuration;
  const ownNames = [...OF_THIS_COMPUTER, host.includes(':') ? `[${host}]` : host, ...named];
  if (named.length > 0) return new Set(ownNames);
  return isLoopback(host) && trustProxy === 0 ? new Set(ownNames) : null;
}

/** Refuses calls under a name that is not the server's, before anything else looks at them. */
export function checkHost(allowed: ReadonlySet<string>): RequestHandler {
  return (request, response, next) => {
    const name = /^(\[[\da-f:.]+\]|[^:[\]]+?)\.?(?::\d*)?$/i.exec(request.headers.host ?? '')?.[1];
    if (name !== undefined && allowed.has(name.toLowerCase())) next();
    else response.status(MISDIRECTED).json(REFUSAL);
  };
}
