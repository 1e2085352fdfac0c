import { createBridge, type Bridge } from './client.ts';
import { loopbackKey, takeKeyFromAddress } from './loopback-key.ts';
import { portTransport, socketTransport, type Transport } from './transport.ts';

function socketAddress(): string {
  const scheme = window.location.protocol === 'https:' ? 'wss' : 'ws';
  return `${scheme}://${window.location.host}/bridge`;
}

function overLoopback(): Transport {
  takeKeyFromAddress();
  return socketTransport(socketAddress(), loopbackKey);
}

/** The one way from the screens to the desk: everything that is not on the screen lives behind it. */
export const bridge: Bridge = createBridge(
  window.bridgePort ? portTransport(window.bridgePort) : overLoopback(),
);
