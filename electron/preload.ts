import { contextBridge, ipcRenderer } from 'electron';
import type { BridgePort, CallMessage, DeskMessage } from '#shared/protocol/bridge.ts';

/**
 * Gives the page its pipe to the desk as `window.bridgePort`, and nothing else. The port comes from the main process
 * once it has seen that the page is ours, and again should the desk have to be started anew.
 */

const listeners = new Set<(message: DeskMessage) => void>();
const early: CallMessage[] = [];
const unanswered = new Set<number>();
const watchers = new Set<(open: boolean) => void>();
let port: MessagePort | undefined;

function tell(message: DeskMessage): void {
  if ('id' in message) unanswered.delete(message.id);
  for (const listener of listeners) listener(message);
}

/** Calls that a former desk took with it would otherwise wait for ever. */
function giveUpUnanswered(): void {
  for (const id of unanswered) {
    tell({
      id,
      error: { code: 'unavailable', message: 'The application had to restart its data service. Try again.' },
    });
  }
}

ipcRenderer.on('bridge-lost', () => {
  port?.close();
  port = undefined;
  giveUpUnanswered();
  for (const watcher of watchers) watcher(false);
});

ipcRenderer.on('bridge-port', (event) => {
  const given = event.ports[0];
  if (!given) return;
  port?.close();
  giveUpUnanswered();
  port = given;
  given.onmessage = (message: MessageEvent<DeskMessage>) => tell(message.data);
  for (const message of early.splice(0)) send(message);
  for (const watcher of watchers) watcher(true);
});

// Main speaks of the window itself by the same pipe; what it says before the page listens waits for that.
const unheard: DeskMessage[] = [];
ipcRenderer.on('window-event', (_event, data: unknown) => {
  const message: DeskMessage = { event: 'window', data };
  if (listeners.size > 0) tell(message);
  else unheard.push(message);
});

function send(message: CallMessage): void {
  if (!port) {
    early.push(message);
    return;
  }
  unanswered.add(message.id);
  port.postMessage(message);
}

const bridgePort: BridgePort = {
  send,
  listen(listener) {
    listeners.add(listener);
    // Once all that the page starts with has begun to listen.
    setTimeout(() => unheard.splice(0).forEach(tell));
    return () => void listeners.delete(listener);
  },
  watch(listener) {
    watchers.add(listener);
    return () => void watchers.delete(listener);
  },
};

contextBridge.exposeInMainWorld('bridgePort', bridgePort);
