import type { DeskMessage, EventName, Events, Method, Params, Results } from '#shared/protocol/bridge.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import type { Link, Transport } from './transport.ts';

export type Connection = 'connecting' | Link;

export interface Bridge {
  /**
   * Calls the desk. Rejects with a PlainError that carries the code, a sentence for the user and perhaps the
   * fields concerned; with code `unavailable` where the desk cannot be reached.
   * @param as whose it is, where that may be another than whom the page shows by now
   */
  call<M extends Method>(method: M, params: Params<M>, as?: string): Promise<Results[M]>;
  /** Listens to an event of the desk. Returns the way to stop. */
  on<E extends EventName>(event: E, listener: (data: Events[E]) => void): () => void;
  /** Told of the state of the pipe at once and whenever it changes. Returns the way to stop. */
  onConnection(listener: (connection: Connection) => void): () => void;
}

interface Unanswered {
  /** Its answer says who is signed in. */
  tellsSession: boolean;
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
  /**
   * Whom this page shows, or has shown last: what it asks is asked in that name, and in no other that it has not heard of
   * yet. What goes from the screen with a user still speaks for that one.
   */
  let user: string | undefined;

  transport.onMessage((message: DeskMessage) => {
    if ('event' in message) {
      if (message.event === 'session') {
        user = userOf(message.data) ?? user;
        if (!isLocked(message.data)) for (const call of locked.splice(0)) call.again();
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
      if (call?.tellsSession) user = userOf(message.result) ?? user;
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
    call<M extends Method>(method: M, params: Params<M>, as = user): Promise<Results[M]> {
      if (connection === 'lost' || connection === 'refused')
        return Promise.reject(new PlainError('unavailable', LOST));
      const tellsSession = method.startsWith('session.');
      return new Promise<unknown>((resolve, reject) => {
        const ask = (): void => {
          const id = nextId++;
          unanswered.set(id, { resolve, reject, again: ask, tellsSession });
          transport.send({ id, method, params, ...(as === undefined ? {} : { as }) });
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

function userOf(session: unknown): string | undefined {
  const user: unknown = typeof session === 'object' && session !== null ? Reflect.get(session, 'user') : null;
  const id: unknown = typeof user === 'object' && user !== null ? Reflect.get(user, '_id') : null;
  return typeof id === 'string' ? id : undefined;
}

/** Whoever signed out meanwhile is told so by what they asked. */
function isLocked(session: unknown): boolean {
  return typeof session === 'object' && session !== null && Reflect.get(session, 'locked') === true;
}
