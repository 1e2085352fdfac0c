/** Whether what is sent to a server at this address can be read on the way: http, and not to this computer itself. */
export function isPlainHttp(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return protocol === 'http:' && !isLoopback(hostname);
}

/** `hostname` as URL gives it: lower case, IPv4 in its usual form, IPv6 in brackets. */
function isLoopback(hostname: string): boolean {
  return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}
