import { createBridge, type Bridge } from './client.ts';
import { portTransport, socketTransport } from './transport.ts';

function socketAddress(): string {
  const scheme = window.location.protocol === 'https:' ? 'wss' : 'ws';
  return `${scheme}://${window.location.host}/bridge`;
}

/** The one way from the screens to the desk: everything that is not on the screen lives behind it. */
export const bridge: Bridge = createBridge(
  window.bridgePort ? portTransport(window.bridgePort) : socketTransport(socketAddress()),
);
