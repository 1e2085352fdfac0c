import type { EntityName } from '#shared/model/entities.ts';
import { PUSH_LIMIT } from '#shared/protocol/sync.ts';
import type { NewOperation } from '../outbox/outbox-operation.ts';
import type { DeskEvents } from './desk-events.ts';
import type { Workspace } from './workspace.ts';

/** Records that are shown in one transaction at first; how long that took says how many follow. */
const FIRST = 20;
/** Work between two turns of the event loop, in milliseconds. */
const SLICE_MS = 12;

/** Shows records of one entity as many changes left them, a slice between turns of the event loop, and tells who looks at them. */
export class ShownRecords {
  readonly #workspace: Workspace;
  readonly #events: DeskEvents;
  readonly #entity: EntityName;
  readonly #turn: () => Promise<void>;
  #atOnce = FIRST;
  #shown: string[] = [];

  /** @param turn lets others have their turn; throws where it is not to go on */
  constructor(workspace: Workspace, events: DeskEvents, entity: EntityName, turn: () => Promise<void>) {
    this.#workspace = workspace;
    this.#events = events;
    this.#entity = entity;
    this.#turn = turn;
  }

  async show(operations: readonly NewOperation[]): Promise<void> {
    for (let at = 0; at < operations.length;) {
      await this.#turn();
      const started = performance.now();
      const slice = operations.slice(at, at + this.#atOnce);
      this.#workspace.overlay.refresh(slice);
      for (const { recordId } of slice) this.#shown.push(recordId);
      at += slice.length;
      const took = Math.max(0.1, performance.now() - started);
      this.#atOnce = Math.max(5, Math.min(PUSH_LIMIT, Math.round((slice.length * SLICE_MS) / took)));
    }
  }

  /** Says which records look otherwise now. */
  tell(): void {
    if (this.#shown.length === 0) return;
    this.#events.changed(this.#entity, this.#shown, 'here');
    this.#shown = [];
    this.#workspace.index.catchUp();
  }
}
