import { WebSocket } from 'ws';
import {
  LOOPBACK_PROTOCOLS,
  type DeskMessage,
  type EventName,
  type Events,
  type Method,
  type Params,
  type Results,
} from '#shared/protocol/bridge.ts';

/** A client of the loopback bridge, as the renderer in a browser is one. */
export interface LoopbackClient {
  call<M extends Method>(method: M, params: Params<M>): Promise<Results[M]>;
  on<E extends EventName>(event: E, listener: (data: Events[E]) => void): () => void;
  close(): void;
}

interface Pending {
  resolve(result: unknown): void;
  reject(error: Error): void;
}

/** Connects through the address that the desk printed (`http://127.0.0.1:PORT/?token=…`), whose key lets it in. */
export async function connectLoopback(address: string): Promise<LoopbackClient> {
  const { origin, host, searchParams } = new URL(address);
  const protocols = [...Object.values(LOOPBACK_PROTOCOLS), searchParams.get('token') ?? ''];
  const socket = new WebSocket(`ws://${host}/bridge`, protocols, { headers: { origin } });
  await new Promise<void>((resolve, reject) => {
    socket.once('open', () => resolve());
    socket.once('error', reject);
  });
  if (socket.protocol !== LOOPBACK_PROTOCOLS.letIn) throw new Error('The desk did not let this client in');

  const pending = new Map<number, Pending>();
  const listeners = new Map<EventName, Set<(data: never) => void>>();
  let lastId = 0;
  socket.on('message', (data: Buffer) => {
    const message = JSON.parse(data.toString()) as DeskMessage;
    if ('event' in message) {
      for (const listener of listeners.get(message.event) ?? []) listener(message.data as never);
      return;
    }
    const call = pending.get(message.id);
    pending.delete(message.id);
    if ('error' in message) call?.reject(new Error(message.error.message));
    else call?.resolve(message.result);
  });

  return {
    call<M extends Method>(method: M, params: Params<M>): Promise<Results[M]> {
      lastId += 1;
      const id = lastId;
      return new Promise<Results[M]>((resolve, reject) => {
        pending.set(id, { resolve: (result) => resolve(result as Results[M]), reject });
        socket.send(JSON.stringify({ id, method, params }));
      });
    },
    on(event, listener) {
      const set = listeners.get(event) ?? new Set();
      listeners.set(event, set);
      set.add(listener);
      return () => set.delete(listener);
    },
    close: () => socket.close(),
  };
}
