import { LOOPBACK_PROTOCOLS, type CallMessage, type DeskMessage } from '#shared/protocol/bridge.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { WebSocketServer, type WebSocket as ServerSocket } from 'ws';
import { createBridge, type Bridge, type Connection } from './client.ts';
import { portTransport, socketTransport } from './transport.ts';
import { eventually } from '../../tests/product/eventually.ts';

const open: WebSocketServer[] = [];

afterEach(() => {
  for (const server of open.splice(0)) {
    for (const client of server.clients) client.terminate();
    server.close();
  }
});

type Answer = (message: CallMessage, socket: ServerSocket) => void;

async function listen(answer: Answer, port = 0): Promise<{ server: WebSocketServer; port: number }> {
  const server = new WebSocketServer({ host: '127.0.0.1', port });
  open.push(server);
  server.on('connection', (socket) => {
    socket.on('message', (data: Buffer) => answer(JSON.parse(data.toString('utf8')) as CallMessage, socket));
  });
  await new Promise((resolve) => server.once('listening', resolve));
  return { server, port: (server.address() as AddressInfo).port };
}

const send = (socket: ServerSocket, message: DeskMessage): void => socket.send(JSON.stringify(message));
const address = (port: number): string => `ws://127.0.0.1:${port}/bridge`;

describe('over the loopback WebSocket', () => {
  it('answers each call with its own result, whatever the order, also those made before it is open', async () => {
    const held: [CallMessage, ServerSocket][] = [];
    const { port } = await listen((message, socket) => {
      held.push([message, socket]);
      if (held.length < 2) return;
      for (const [call, to] of held.reverse()) send(to, { id: call.id, result: { total: call.id } });
    });
    const bridge = createBridge(socketTransport(address(port)));
    const [first, second] = await Promise.all([
      bridge.call('records.count', { entity: 'candidate', list: 'candidates' }),
      bridge.call('records.count', { entity: 'inquiry', list: 'inquiries' }),
    ]);
    expect(second.total).toBe(first.total + 1);
  });

  it('asks in the name of whom the page showed when it asked, also what waited for the lock', async () => {
    const asked: string[] = [];
    let lockedOnce = false;
    const { port } = await listen(({ id, method, as }, socket) => {
      asked.push(`${method} ${as ?? 'nobody'}`);
      const state = (user: string): object => ({ user: { _id: user }, locked: false });
      if (method === 'session.get') return send(socket, { id, result: state('first') });
      if (method === 'sync.now' && !lockedOnce) {
        lockedOnce = true;
        send(socket, { id, error: { code: 'locked', message: '' } });
        return send(socket, { event: 'session', data: state('second') });
      }
      return send(socket, { id, result: null });
    });
    const bridge = createBridge(socketTransport(address(port)));
    await bridge.call('sync.tray', {});
    await bridge.call('session.get', {});
    await bridge.call('sync.now', {});
    await bridge.call('sync.tray', {});
    expect(asked).toEqual([
      'sync.tray nobody',
      'session.get nobody',
      'sync.now first',
      'sync.now first',
      'sync.tray second',
    ]);
  });

  it('rejects a refused call with the code, the sentence and the fields', async () => {
    const fields = [{ field: 'email', code: 'invalid' as const, message: 'Enter a valid email' }];
    const { port } = await listen((message, socket) => {
      send(socket, {
        id: message.id,
        error: { code: 'invalid', message: 'Some fields need a look', fields },
      });
    });
    const bridge = createBridge(socketTransport(address(port)));
    const error: unknown = await bridge.call('sync.now', {}).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(PlainError);
    expect(error).toMatchObject({ code: 'invalid', message: 'Some fields need a look', fields });
  });

  it('passes events to those who listen, and no longer once they stopped', async () => {
    const { port } = await listen((message, socket) => {
      send(socket, { event: 'changed', data: { entity: 'candidate', ids: null, origin: 'elsewhere' } });
      send(socket, { id: message.id, result: null });
    });
    const bridge = createBridge(socketTransport(address(port)));
    const heard: string[] = [];
    const stop = bridge.on('changed', ({ entity }) => void heard.push(entity));
    await bridge.call('sync.retry', { id: 'a' });
    stop();
    await bridge.call('sync.retry', { id: 'b' });
    expect(heard).toEqual(['candidate']);
  });

  it('rejects what was under way when the desk is lost, and goes on when it is back', async () => {
    const first = await listen((_message, socket) => socket.terminate());
    const bridge = createBridge(socketTransport(address(first.port)));
    const states: Connection[] = [];
    bridge.onConnection((state) => void states.push(state));
    await expect(bridge.call('sync.tray', {})).rejects.toMatchObject({ code: 'unavailable' });

    first.server.close();
    for (const client of first.server.clients) client.terminate();
    await listen((message, socket) => send(socket, { id: message.id, result: [] }), first.port);
    await eventually(() => expect(states.at(-1)).toBe('open'));
    await eventually(async () => expect(await bridge.call('sync.tray', {})).toEqual([]));
    expect(states).toContain('lost');
  });
});

it('says that it is not let in, and enters once it has the key of the application as it runs now', async () => {
  let key = 'of-an-earlier-start';
  const server = new WebSocketServer({
    host: '127.0.0.1',
    port: 0,
    handleProtocols: (offered) =>
      offered.has('of-this-start') ? LOOPBACK_PROTOCOLS.letIn : LOOPBACK_PROTOCOLS.refused,
  });
  open.push(server);
  server.on('connection', (socket) => {
    if (socket.protocol === LOOPBACK_PROTOCOLS.refused) socket.close(4401);
    socket.on('message', (data: Buffer) => {
      const call = JSON.parse(data.toString('utf8')) as CallMessage;
      send(socket, { id: call.id, result: [] });
    });
  });
  await new Promise((resolve) => server.once('listening', resolve));
  const bridge = createBridge(socketTransport(address((server.address() as AddressInfo).port), () => key));
  const states: Connection[] = [];
  bridge.onConnection((state) => void states.push(state));
  await eventually(() => expect(states.at(-1)).toBe('refused'));
  await expect(bridge.call('sync.tray', {})).rejects.toMatchObject({ code: 'unavailable' });
  expect(states).not.toContain('open');
  key = 'of-this-start';
  await eventually(() => expect(states.at(-1)).toBe('open'));
  expect(await bridge.call('sync.tray', {})).toEqual([]);
});

describe('over the preload’s port', () => {
  function preload(answers: boolean): { bridge: Bridge; watchers: Set<(open: boolean) => void> } {
    const listeners = new Set<(message: DeskMessage) => void>();
    const watchers = new Set<(open: boolean) => void>();
    const bridge = createBridge(
      portTransport({
        send: (message) => {
          if (!answers) return;
          for (const listener of listeners) listener({ id: message.id, result: message.method });
        },
        listen: (listener) => {
          listeners.add(listener);
          return () => void listeners.delete(listener);
        },
        watch: (watcher) => {
          watchers.add(watcher);
          return () => void watchers.delete(watcher);
        },
      }),
    );
    return { bridge, watchers };
  }

  it('talks in the same messages', async () => {
    expect(await preload(true).bridge.call('sync.tray', {})).toBe('sync.tray');
  });

  it('rejects what was under way when the desk’s process ends, and says when it is back', async () => {
    const { bridge, watchers } = preload(false);
    const states: Connection[] = [];
    bridge.onConnection((state) => void states.push(state));
    const underWay = bridge.call('sync.tray', {});
    await eventually(() => expect(states.at(-1)).toBe('open'));
    for (const watcher of watchers) watcher(false);
    await expect(underWay).rejects.toMatchObject({ code: 'unavailable' });
    await expect(bridge.call('sync.tray', {})).rejects.toMatchObject({ code: 'unavailable' });
    for (const watcher of watchers) watcher(true);
    expect(states).toEqual(['connecting', 'open', 'lost', 'open']);
  });
});
