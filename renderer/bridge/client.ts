import type { DeskMessage, EventName, Events, Method, Params, Results } from '#shared/protocol/bridge.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import type { Link, Transport } from './transport.ts';

export type Connection = 'connecting' | Link;

export interface Bridge {
  /**
   * Calls the desk. Rejects with a PlainError that carries the code, a sentence for the user and perhaps the
   * fields concerned; with code `unavailable` where the desk cannot be reached.
   */
  call<M extends Method>(method: M, params: Params<M>): Promise<Results[M]>;
  /** Listens to an event of the desk. Returns the way to stop. */
  on<E extends EventName>(event: E, listener: (data: Events[E]) => void): () => void;
  /** Told of the state of the pipe at once and whenever it changes. Returns the way to stop. */
  onConnection(listener: (connection: Connection) => void): () => void;
}

interface Unanswered {
  /** Sends the call once more. */
  again: () => void;
  resolve: (result: unknown) => void;
  reject: (error: PlainError) => void;
}

const LOST = 'The application has lost its data service for a moment. Try again when the notice is gone.';

/** Binds the contract of shared/protocol/bridge.ts to a transport. */
export function createBridge(transport: Transport): Bridge {
  let nextId = 1;
  let connection: Connection = 'connecting';
  const unanswered = new Map<number, Unanswered>();
  const queued: (() => void)[] = [];
  /** Refused while the windows are locked: what the screens ask waits until they are opened again. */
  const locked: Unanswered[] = [];
  const listeners = new Map<EventName, Set<(data: unknown) => void>>();
  const connectionListeners = new Set<(connection: Connection) => void>();

  transport.onMessage((message: DeskMessage) => {
    if ('event' in message) {
      if (message.event === 'session' && !isLocked(message.data)) {
        for (const call of locked.splice(0)) call.again();
      }
      listeners.get(message.event)?.forEach((listener) => listener(message.data));
      return;
    }
    const call = unanswered.get(message.id);
    unanswered.delete(message.id);
    if ('error' in message && message.error.code === 'locked' && call) {
      locked.push(call);
    } else if ('error' in message) {
      call?.reject(new PlainError(message.error.code, message.error.message, message.error.fields));
    } else {
      call?.resolve(message.result);
    }
  });

  transport.onConnection((next) => {
    if (next === 'open') {
      for (const send of queued.splice(0)) send();
    } else {
      // What was under way may or may not have been done; the caller must hear that rather than wait for ever.
      queued.length = 0;
      for (const call of [...unanswered.values(), ...locked.splice(0)])
        call.reject(new PlainError('unavailable', LOST));
      unanswered.clear();
    }
    if (next === connection) return;
    connection = next;
    connectionListeners.forEach((listener) => listener(next));
  });

  return {
    call<M extends Method>(method: M, params: Params<M>): Promise<Results[M]> {
      if (connection === 'lost' || connection === 'refused')
        return Promise.reject(new PlainError('unavailable', LOST));
      return new Promise<unknown>((resolve, reject) => {
        const ask = (): void => {
          const id = nextId++;
          unanswered.set(id, { resolve, reject, again: ask });
          transport.send({ id, method, params });
        };
        if (connection === 'open') ask();
        else queued.push(ask);
      }).then((result) => result as Results[M]);
    },

    on<E extends EventName>(event: E, listener: (data: Events[E]) => void): () => void {
      const heard = (data: unknown): void => listener(data as Events[E]);
      const set = listeners.get(event) ?? new Set();
      listeners.set(event, set.add(heard));
      return () => void set.delete(heard);
    },

    onConnection(listener) {
      connectionListeners.add(listener);
      listener(connection);
      return () => void connectionListeners.delete(listener);
    },
  };
}

/** Whoever signed out meanwhile is told so by what they asked. */
function isLocked(session: unknown): boolean {
  return typeof session === 'object' && session !== null && Reflect.get(session, 'locked') === true;
}
