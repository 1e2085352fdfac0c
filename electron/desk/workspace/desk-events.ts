import type { EntityName } from '#shared/model/entities.ts';
import type { EventName, Events } from '#shared/protocol/bridge.ts';

export type EventListener = (event: EventName, data: Events[EventName]) => void;

type Origin = Events['changed']['origin'];

/** More records than this are not named one by one. */
const MOST_IDS = 200;

/** Tells listeners what happens. Changes of records are gathered for a turn of the event loop, one message an entity. */
export class DeskEvents {
  readonly #listeners = new Set<EventListener>();
  readonly #changed = new Map<string, Events['changed']>();
  #flushing: NodeJS.Immediate | undefined;

  subscribe(listener: EventListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  emit<Name extends EventName>(event: Name, data: Events[Name]): void {
    for (const listener of this.#listeners) listener(event, data);
  }

  /** @param ids null where there are too many to name. */
  changed(entity: EntityName, ids: readonly string[] | null, origin: Origin): void {
    if (ids?.length === 0) return;
    const key = `${entity} ${origin}`;
    const gathered = this.#changed.get(key) ?? { entity, ids: [], origin };
    if (ids === null || gathered.ids === null) gathered.ids = null;
    else {
      const all = new Set([...gathered.ids, ...ids]);
      gathered.ids = all.size > MOST_IDS ? null : [...all];
    }
    this.#changed.set(key, gathered);
    this.#flushing ??= setImmediate(() => this.#flush());
  }

  #flush(): void {
    this.#flushing = undefined;
    const gathered = [...this.#changed.values()];
    this.#changed.clear();
    for (const change of gathered) this.emit('changed', change);
  }

  close(): void {
    clearImmediate(this.#flushing);
    this.#listeners.clear();
  }
}
