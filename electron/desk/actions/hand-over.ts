import { setImmediate as nextTurn } from 'node:timers/promises';
import { mayHandOver, OWNER_FIELD, type OwnedEntity } from '#shared/access/leads.ts';
import { counted } from '#shared/format/counted.ts';
import { entityOf } from '#shared/model/entities.ts';
import type { Params, Results } from '#shared/protocol/bridge.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import { MOST_SELECTED, tooMany } from '#shared/protocol/many.ts';
import { PUSH_LIMIT } from '#shared/protocol/sync.ts';
import { assertOwner } from '../records/change-rules.ts';
import { handOverOperations } from '../records/hand-over-operations.ts';
import { newSet } from '../records/new-set.ts';
import { titleOf } from '../records/record-reader.ts';
import { selectedIds } from '../records/selected-rows.ts';
import type { Session } from '../session/session.ts';
import type { DeskEvents } from '../workspace/desk-events.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** Records in one commit; each such part is taken in by the server as a whole. */
const SLICE = PUSH_LIMIT;
/** Records that are shown anew in one turn of the event loop. */
const SHOWN = 100;

type Selected = Extract<Params<'records.handOver'>['of'], { selected: unknown }>['selected'];
type Owned = { entity: OwnedEntity; id: string };

/** Gives candidates and inquiries of one person to another, as one change set. */
export class HandOvers {
  readonly #session: Session;
  readonly #events: DeskEvents;

  constructor(session: Session, events: DeskEvents) {
    this.#session = session;
    this.#events = events;
  }

  /**
   * Each part is safe in the outbox before the next one begins: what was handed over before an interruption stays so.
   * @throws PlainError `forbidden`, `invalid` where it cannot be that person's, or `unavailable` while not all is here.
   */
  async handOver({ id, to, of }: Params<'records.handOver'>): Promise<Results['records.handOver']> {
    const { workspace } = this.#session.require();
    assertPossible(workspace, to);
    const records =
      'from' in of ? allOf(workspace, of.from, of.entities) : await this.#selected(workspace, of.selected);
    const set = newSet(titleFor(workspace, records, to));
    const handed: Results['records.handOver']['handed'] = { candidate: 0, inquiry: 0 };
    let part = 0;
    for (let at = 0; at < records.length; at += SLICE) {
      if (at > 0) await this.#turn(workspace);
      const slice = records.slice(at, at + SLICE);
      const operations = handOverOperations(workspace, slice, to, { ...set, part });
      if (operations.length > 0) {
        workspace.outbox.append(operations);
        part += 1;
        const changed = new Set(operations.map(({ recordId }) => recordId));
        const given = slice.filter((record) => changed.has(record.id));
        for (const { entity } of given) handed[entity] += 1;
        await this.#show(workspace, given);
      }
      this.#events.emit('move', { id, done: at + slice.length, total: records.length });
    }
    return { handed, set: part === 0 ? null : set.id };
  }

  /** @throws PlainError `bad-request` where they are too many at once */
  async #selected(workspace: Workspace, selected: Selected): Promise<Owned[]> {
    const { entity } = selected.query;
    const ids = await selectedIds(workspace, selected, () => this.#turn(workspace));
    if (ids.length > MOST_SELECTED) throw new PlainError('bad-request', tooMany(ids.length));
    return ids.map((id) => ({ entity, id }));
  }

  async #show(workspace: Workspace, records: readonly Owned[]): Promise<void> {
    for (let at = 0; at < records.length; at += SHOWN) {
      if (at > 0) await this.#turn(workspace);
      const slice = records.slice(at, at + SHOWN);
      workspace.overlay.refresh(slice.map(({ entity, id }) => ({ entity, recordId: id })));
      for (const entity of ['candidate', 'inquiry'] as const) {
        const ids = slice.flatMap((each) => (each.entity === entity ? [each.id] : []));
        if (ids.length > 0) this.#events.changed(entity, ids, 'here');
      }
      workspace.index.catchUp();
    }
    this.#session.require().sync.outboxChanged();
  }

  /** Lets others have their turn. What was begun for a user ends with the session. */
  async #turn(workspace: Workspace): Promise<void> {
    await nextTurn();
    const { open } = this.#session;
    const isHere = open?.workspace === workspace && !open.sync.isEnding && workspace.cache.open;
    // While all is fetched again, who is not here yet would be left out without a word.
    if (isHere && workspace.cache.position.complete) return;
    throw new PlainError(
      'unavailable',
      'This was interrupted. What was handed over is kept; do it again for the rest.',
    );
  }
}

function assertPossible({ actor, cache, reader }: Workspace, to: string): void {
  if (!mayHandOver(actor.role)) throw new PlainError('forbidden', 'Your role may not hand over records');
  if (!cache.position.complete) {
    throw new PlainError(
      'unavailable',
      'Not all records are on this computer yet. Try again when they are fetched.',
    );
  }
  assertOwner(reader, 'to', to);
}

function allOf({ cache }: Workspace, from: string, entities: readonly OwnedEntity[]): Owned[] {
  return entities.flatMap((entity) => {
    const rows = cache.statements
      .prepare(`SELECT "_id" AS id FROM "${entity}" WHERE "${OWNER_FIELD[entity]}" = ? ORDER BY "_id"`)
      .all(from) as { id: string }[];
    return rows.map(({ id }) => ({ entity, id }));
  });
}

/** As "12 candidates and 3 inquiries to Farah Qureshi". */
function titleFor({ reader }: Workspace, records: readonly Owned[], to: string): string {
  const person = reader.record('user', to);
  const name = person ? titleOf(entityOf('user'), person) : '';
  const [only, another] = records;
  if (only && !another) {
    const record = reader.record(only.entity, only.id);
    return `Handed over ${record ? titleOf(entityOf(only.entity), record) : 'a record'} to ${name}`;
  }
  const parts = (['candidate', 'inquiry'] as const).flatMap((entity) => {
    const count = records.filter((each) => each.entity === entity).length;
    return count > 0 ? [counted(entityOf(entity), count)] : [];
  });
  return `Handed over ${parts.join(' and ')} to ${name}`;
}
