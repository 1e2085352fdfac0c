import type { Page } from '@playwright/test';
import type { CallMessage, BridgeErrorBody, Method } from '#shared/protocol/bridge.ts';

/** Which calls fail: of this method and, where it is named, of this entity. */
export interface Fault {
  method: Method;
  entity?: string;
  /** What the desk answers; by default a failure without a sentence of the server's. */
  error?: BridgeErrorBody;
}

export interface Faults {
  /** Makes calls fail from now on, beside those that fail already. */
  fail(fault: Fault): void;
  /** Calls of that kind are never answered from now on. */
  lose(fault: Fault): void;
  /** Calls of that kind come through with `mend`. */
  hold(fault: Fault): void;
  /** Everything works again. */
  mend(): void;
}

const UNKNOWN: BridgeErrorBody = { code: 'internal', message: '' };

/**
 * Stands on the wire between the page and its desk and answers chosen calls with an error in the desk's place; all
 * others pass. It shows what users see when something breaks that a test cannot break by itself. Loads the page anew.
 */
export async function faultsOn(page: Page): Promise<Faults> {
  let faults: Fault[] = [];
  let lost: Fault[] = [];
  let slow: Fault[] = [];
  let held: (() => void)[] = [];
  await page.routeWebSocket(/\/bridge$/, (socket) => {
    const desk = socket.connectToServer();
    socket.onMessage((message) => {
      const call = JSON.parse(message.toString()) as CallMessage;
      if (lost.some((each) => isMeant(each, call))) return;
      if (slow.some((each) => isMeant(each, call))) {
        held.push(() => desk.send(message));
        return;
      }
      const fault = faults.find((each) => isMeant(each, call));
      if (fault) socket.send(JSON.stringify({ id: call.id, error: fault.error ?? UNKNOWN }));
      else desk.send(message);
    });
  });
  await page.reload();
  return {
    fail: (fault) => void faults.push(fault),
    lose: (fault) => void lost.push(fault),
    hold: (fault) => void slow.push(fault),
    mend: () => {
      faults = [];
      lost = [];
      slow = [];
      const late = held;
      held = [];
      for (const pass of late) pass();
    },
  };
}

function isMeant({ method, entity }: Fault, call: CallMessage): boolean {
  if (call.method !== method) return false;
  if (entity === undefined) return true;
  const params: unknown = call.params;
  if (typeof params !== 'object' || params === null) return false;
  const query: unknown = Reflect.get(params, 'query');
  const holder = typeof query === 'object' && query !== null ? query : params;
  return Reflect.get(holder, 'entity') === entity;
}
