import {
  callMessageSchema,
  type BridgeErrorBody,
  type CallMessage,
  type DeskMessage,
  type EventName,
} from '#shared/protocol/bridge.ts';
import { ERROR_CODES } from '#shared/protocol/errors.ts';
import { z } from 'zod';

/** The desk as its transports see it. */
export interface BridgedDesk {
  /**
   * Rejects with an error that has a `code` of the contract, a sentence and perhaps `fields`.
   * @param as whom the page shows that calls
   */
  call(method: string, params: unknown, as?: string): Promise<unknown>;
  /** Returns the way to stop listening. */
  subscribe(listener: (event: EventName, data: unknown) => void): () => void;
}

export interface BridgeConnection {
  /** Takes one message of the page, of whatever shape. */
  receive(message: unknown): void;
  close(): void;
}

/** More calls than any screen makes at once; past it a page is out of hand, and its calls are refused. */
const MOST_CALLS_UNDER_WAY = 500;

const callId = z.object({ id: z.int().min(0) });

/** What a failed call may tell the page. Anything else is a fault of ours and is told in general words. */
const refusal = z.object({
  code: z.enum(ERROR_CODES),
  message: z.string(),
  fields: z
    .array(
      z.object({
        field: z.string(),
        code: z.enum(['required', 'invalid', 'unknown', 'past']),
        message: z.string(),
      }),
    )
    .optional()
    .catch(undefined),
});

/**
 * Binds one page to the desk: the same on a message port and on a WebSocket.
 * A message that does not follow the contract is answered with an error, never passed on.
 * @param report told of faults that are not the user's.
 */
export function connectBridge(
  desk: BridgedDesk,
  send: (message: DeskMessage) => void,
  report: (fault: unknown) => void,
): BridgeConnection {
  let open = true;
  let underWay = 0;

  const answer = (message: DeskMessage): void => {
    if (open) send(message);
  };
  const refuse = (id: number, code: BridgeErrorBody['code'], message: string): void =>
    answer({ id, error: { code, message } });

  const stopListening = desk.subscribe((event, data) => answer({ event, data }));

  const run = async ({ id, method, params, as }: CallMessage): Promise<void> => {
    underWay += 1;
    try {
      const result = await desk.call(method, params, as);
      answer({ id, result: result ?? null });
    } catch (error) {
      answer({ id, error: toBridgeError(error, report) });
    } finally {
      underWay -= 1;
    }
  };

  return {
    receive(message) {
      const call = callMessageSchema.safeParse(message);
      if (call.success) {
        if (underWay >= MOST_CALLS_UNDER_WAY) {
          refuse(call.data.id, 'too-many-requests', 'Too many calls at once. Try again in a moment.');
        } else {
          void run(call.data);
        }
        return;
      }
      const addressed = callId.safeParse(message);
      if (addressed.success) {
        refuse(addressed.data.id, 'bad-request', 'This call is not one that the application knows.');
      }
    },
    close() {
      open = false;
      stopListening();
    },
  };
}

function toBridgeError(error: unknown, report: (fault: unknown) => void): BridgeErrorBody {
  const known = refusal.safeParse(error);
  if (known.success) {
    const { code, message, fields } = known.data;
    return fields ? { code, message, fields } : { code, message };
  }
  report(error);
  return { code: 'internal', message: 'Something went wrong inside the application. Try again.' };
}
