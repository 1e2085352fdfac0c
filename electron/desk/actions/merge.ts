import { setImmediate as nextTurn } from 'node:timers/promises';
import { inSentence } from '#shared/format/label-in-sentence.ts';
import { entityOf, type EntityName } from '#shared/model/entities.ts';
import { quote } from '#shared/model/list-query.ts';
import type { Mergeable } from '#shared/model/merged-record.ts';
import { referringTo, type Referring } from '#shared/model/references.ts';
import type { Params } from '#shared/protocol/bridge.ts';
import type { ChangeSet } from '#shared/protocol/change-sets.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import { newSet } from '../records/new-set.ts';
import { titleOf } from '../records/record-reader.ts';
import type { Session } from '../session/session.ts';
import type { DeskEvents } from '../workspace/desk-events.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { assertMayMerge } from './duplicates.ts';

/** References that are moved in one commit and one turn of the event loop. */
const SLICE = 100;

interface Reference extends Referring {
  id: string;
  /** What it refers to. */
  to: string;
}

/**
 * Merges records into one, as one change set. Its first part is what decides: the values of the record that stays, and
 * that the others are deleted and lead to it, with the first references; the server moves the rest of these by that part
 * already. The later parts show them here, and name a record of the first: where that is refused, they are too.
 */
export class Merge {
  readonly #session: Session;
  readonly #events: DeskEvents;

  constructor(session: Session, events: DeskEvents) {
    this.#session = session;
    this.#events = events;
  }

  /**
   * @throws PlainError `forbidden`, `invalid`; `not-found` where one of them is gone, `conflict` where one was changed
   * since they were compared, `unavailable` while what refers to them may not be here.
   */
  async merge({ entity, stays, others, values, bases }: Params<'duplicates.merge'>): Promise<{
    set: string;
    moved: number;
  }> {
    const { workspace } = this.#session.require();
    const { writer, reader, actor } = workspace;
    assertMayMerge(actor);
    if (new Set([stays, ...others]).size < others.length + 1)
      throw new PlainError('bad-request', 'A record cannot be merged with itself');
    assertAsCompared(workspace, entity, [stays, ...others], bases);
    const title = (id: string): string => titleOf(entityOf(entity), reader.record(entity, id) ?? {});
    const set = newSet(`Merged ${others.map(title).join(', ')} into ${title(stays)}`);
    const references = others.flatMap((id) => referencesOf(workspace, entity, id));
    const merged: string[] = [];
    const first = references.slice(0, SLICE);
    writer.together(set, () => {
      for (const reference of first) move(workspace, reference, stays);
      if (Object.keys(values).length > 0) writer.carry(entity, stays, values, actor);
      for (const id of others) {
        const changes = { was: id, name: title(id), [entity]: stays, moved: first.length };
        writer.delete(entity, id, actor);
        merged.push(writer.save({ entity: 'mergedRecord', id: null, base: null, changes }, actor).recordId);
      }
    });
    this.#told(entity, [stays, ...others]);
    this.#told('mergedRecord', merged);
    this.#toldOf(first);
    await this.#moveRest(workspace, set, references, { stays, lead: merged[0] ?? '' });
    return { set: set.id, moved: references.length };
  }

  async #moveRest(
    workspace: Workspace,
    set: ChangeSet,
    references: readonly Reference[],
    { stays, lead }: { stays: string; lead: string },
  ): Promise<void> {
    const { writer, reader } = workspace;
    for (let at = SLICE, part = 1; at < references.length; at += SLICE, part += 1) {
      await nextTurn();
      // What is left of it the server does, and this desk is told.
      if (this.#session.open?.workspace !== workspace || !workspace.cache.open) return;
      // Undone meanwhile: what was not moved stays where it is.
      if (!reader.has('mergedRecord', lead)) return;
      const slice = references
        .slice(at, at + SLICE)
        // Others may have deleted it meanwhile, or said that it is about somebody else.
        .filter(({ entity, id, field, to }) => reader.record(entity, id)?.[field] === to);
      writer.together({ ...set, part }, () => {
        writer.carry(
          'mergedRecord',
          lead,
          { moved: Math.min(at + SLICE, references.length) },
          workspace.actor,
        );
        for (const reference of slice) move(workspace, reference, stays);
      });
      this.#toldOf(slice);
    }
  }

  #toldOf(references: readonly Reference[]): void {
    for (const entity of new Set(references.map((each) => each.entity))) {
      const ofEntity = references.filter((each) => each.entity === entity);
      this.#told(
        entity,
        ofEntity.map(({ id }) => id),
      );
    }
  }

  #told(entity: EntityName, ids: string[]): void {
    const { workspace, sync } = this.#session.require();
    this.#events.changed(entity, ids, 'here');
    workspace.index.catchUp();
    sync.outboxChanged();
  }
}

function assertAsCompared(
  { reader, cache, actor }: Workspace,
  entity: Mergeable,
  ids: readonly string[],
  bases: Readonly<Record<string, number>>,
): void {
  const definition = entityOf(entity);
  if (!cache.position.complete) {
    throw new PlainError(
      'unavailable',
      'The records are not all on this computer yet. Merge them when they are fetched.',
    );
  }
  for (const id of ids) {
    const view = reader.view(entity, id, actor);
    if (!view) {
      throw new PlainError(
        'not-found',
        `One of these ${inSentence(definition.plural)} is no longer there: somebody deleted or merged it meanwhile. Nothing was merged; look at those that are left.`,
      );
    }
    if (view.base === bases[id]) continue;
    throw new PlainError(
      'conflict',
      `${titleOf(definition, view.record)} was changed meanwhile. Nothing was merged; look at the values again.`,
    );
  }
}

function move({ writer, actor }: Workspace, { entity, id, field }: Reference, stays: string): void {
  writer.carry(entity, id, { [field]: stays }, actor);
}

/** What refers to a record, here. */
export function referencesOf({ cache }: Workspace, target: Mergeable, id: string): Reference[] {
  return referringTo(target).flatMap(({ entity, field }) => {
    const rows = cache.statements
      .prepare(`SELECT "_id" AS id FROM ${quote(entity)} WHERE ${quote(field)} = ?`)
      .all(id) as { id: string }[];
    return rows.map((row) => ({ entity, field, id: row.id, to: id }));
  });
}
