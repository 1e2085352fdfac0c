import type { EventName, Events } from '#shared/protocol/bridge.ts';
import type { DeskEvents, EventListener } from './desk-events.ts';

type Held = [event: EventName, data: Events[EventName]];

/**
 * Hears of events; while the windows are locked they wait, those of one kind and of one thing only the last. Gives the
 * way to stop.
 */
export function subscribeUnlocked(
  events: DeskEvents,
  isLocked: () => boolean,
  listener: EventListener,
): () => void {
  const held = new Map<string, Held>();
  let erasures = 0;

  const hold = (event: EventName, data: Events[EventName]): void => {
    if (event === 'changed' && 'entity' in data) {
      // Which ones is not worth keeping.
      held.set(`changed ${data.entity} ${data.origin}`, [event, { ...data, ids: null }]);
    } else {
      const about = 'id' in data ? data.id : '';
      if (event === 'erased') erasures += 1;
      held.set(`${event} ${about} ${event === 'erased' ? erasures : ''}`, [event, data]);
    }
  };
  return events.subscribe((event, data) => {
    if (isLocked() && event !== 'session') {
      hold(event, data);
      return;
    }
    // Whoever is gone hears nothing more of what was theirs.
    if (event === 'session' && 'user' in data && data.user === null) held.clear();
    listener(event, data);
    if (event !== 'session' || isLocked()) return;
    const waited = [...held.values()];
    held.clear();
    for (const each of waited) listener(...each);
  });
}
