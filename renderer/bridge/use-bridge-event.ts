import type { EventName, Events } from '#shared/protocol/bridge.ts';
import { useEffect, useEffectEvent } from 'react';
import { bridge } from './bridge.ts';

/** Hears an event of the desk for as long as the component is on the screen. */
export function useBridgeEvent<E extends EventName>(event: E, listener: (data: Events[E]) => void): void {
  const heard = useEffectEvent(listener);
  useEffect(() => bridge.on(event, (data) => heard(data)), [event]);
}
