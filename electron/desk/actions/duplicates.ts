import { setImmediate as nextTurn } from 'node:timers/promises';
import { mayCreate, type Actor } from '#shared/access/permissions.ts';
import { entityOf, type EntityName } from '#shared/model/entities.ts';
import type { Params, Results } from '#shared/protocol/bridge.ts';
import {
  DUPLICATE_SIGNS,
  MOST_IN_GROUP,
  type DuplicateGroup,
  type DuplicateGroupsPage,
  type DuplicatesFound,
} from '#shared/protocol/duplicates.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import { DuplicateScan, type FoundGroup } from '../records/duplicate-scan.ts';
import { newSet } from '../records/new-set.ts';
import { titleOf } from '../records/record-reader.ts';
import { Settled } from '../records/settled-pairs.ts';
import type { Session } from '../session/session.ts';
import type { DeskEvents } from '../workspace/desk-events.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** Work between two turns of the event loop, in milliseconds. */
const SLICE_MS = 4;
/** Between two words about how far it is, in milliseconds. */
const TOLD_EVERY_MS = 100;
/** The steps after all are read take about as long as the reading. */
const AFTER_READING = 1;

const LOOKED_AT = ['candidate', 'inquiry'] as const;

interface Kept {
  workspace: Workspace;
  groups: FoundGroup[];
  found: DuplicatesFound;
  /** Of the records when they were looked at. */
  version: string;
}

/**
 * Looks for records that may be one person, on a connection of its own and in slices, and keeps what was found until
 * somebody looks again: who works on other screens meanwhile waits for none of it.
 */
export class Duplicates {
  readonly #session: Session;
  readonly #events: DeskEvents;
  #kept: Kept | null = null;
  #running: { workspace: Workspace; found: Promise<DuplicatesFound> } | null = null;
  #settled: { key: string; settled: Settled } | null = null;

  constructor(session: Session, events: DeskEvents) {
    this.#session = session;
    this.#events = events;
  }

  /** @throws PlainError `forbidden`, or `unavailable` while the records are not all here. */
  async find({ again }: Params<'duplicates.find'>): Promise<DuplicatesFound> {
    const { workspace } = this.#session.require();
    assertMayMerge(workspace.actor);
    if (this.#running?.workspace === workspace) return this.#running.found;
    if (!again && this.#kept?.workspace === workspace) return this.#kept.found;
    const found = this.#scan(workspace).finally(() => (this.#running = null));
    this.#running = { workspace, found };
    return found;
  }

  async #scan(workspace: Workspace): Promise<DuplicatesFound> {
    const { cache } = workspace;
    if (!cache.position.complete) {
      throw new PlainError(
        'unavailable',
        'The records are not all on this computer yet. Look again when they are fetched.',
      );
    }
    const version = versionOf(workspace, LOOKED_AT);
    const at = new Date().toISOString();
    const total = LOOKED_AT.reduce((sum, name) => sum + countOf(workspace, name), 0) * (1 + AFTER_READING);
    const reader = cache.openReader();
    try {
      const scan = new DuplicateScan(reader, new Settled(reader.db));
      const steps = scan.run();
      let told = 0;
      let end = performance.now() + SLICE_MS;
      let step = steps.next();
      for (; !step.done; step = steps.next()) {
        if (performance.now() < end) continue;
        if (performance.now() - told > TOLD_EVERY_MS) {
          told = performance.now();
          this.#events.emit('duplicates', { done: Math.min(scan.done, total), total });
        }
        await nextTurn();
        if (!reader.open || this.#session.open?.workspace !== workspace) {
          throw new PlainError('unavailable', 'This was interrupted. Look again.');
        }
        end = performance.now() + SLICE_MS;
      }
      const groups = step.value;
      const by = { phone: 0, email: 0, name: 0 };
      for (const { sign } of groups) by[sign] += 1;
      const found = { at, records: scan.records, groups: groups.length, by };
      this.#kept = { workspace, groups, found, version };
      return found;
    } finally {
      reader.close();
    }
  }

  /** A page of what was found last. Groups that have been dealt with since are left out. */
  page({ by, offset, limit }: Params<'duplicates.groups'>): DuplicateGroupsPage {
    const { workspace } = this.#session.require();
    assertMayMerge(workspace.actor);
    if (this.#kept?.workspace !== workspace) return { groups: [], next: null, stale: true };
    const { groups, version } = this.#kept;
    const settled = this.#settledNow(workspace);
    const page: DuplicateGroup[] = [];
    let at = offset;
    for (; at < groups.length && page.length < limit; at += 1) {
      const group = groups[at];
      if (!group || (by !== undefined && group.sign !== by)) continue;
      const shown = shownGroup(workspace, group, settled);
      if (shown) page.push(shown);
    }
    const stale = versionOf(workspace, LOOKED_AT) !== version;
    return { groups: page, next: at < groups.length ? at : null, stale };
  }

  #settledNow(workspace: Workspace): Settled {
    const key = versionOf(workspace, ['notDuplicate', 'inquiry']);
    if (this.#settled?.key !== key) this.#settled = { key, settled: new Settled(workspace.cache.db) };
    return this.#settled.settled;
  }

  /** Remembers for everybody that these are different people. @throws PlainError `forbidden`, `not-found` */
  dismiss({ ids }: Params<'duplicates.dismiss'>): Results['duplicates.dismiss'] & { record: string } {
    const { writer, reader, actor } = this.#session.require().workspace;
    assertMayMerge(actor);
    const titles = ids.map((id) => {
      const entity = LOOKED_AT.find((name) => reader.has(name, id));
      const record = entity && reader.record(entity, id);
      if (!entity || !record)
        throw new PlainError('not-found', 'One of these records is no longer there. Look again.');
      return titleOf(entityOf(entity), record);
    });
    let record = '';
    const set = writer.together(newSet(`Not duplicates: ${titles.join(', ')}`), () => {
      const changes = { records: [...ids].sort() };
      record = writer.save({ entity: 'notDuplicate', id: null, base: null, changes }, actor).recordId;
    });
    return { set, record };
  }
}

/** @throws PlainError `forbidden` */
export function assertMayMerge({ role }: Actor): void {
  if (mayCreate(entityOf('mergedRecord'), role)) return;
  throw new PlainError('forbidden', 'Your role may not merge records.');
}

/** The group as it is now; null where nothing is left of it to look at. */
function shownGroup(
  { reader, actor }: Workspace,
  { people, signs, sign }: FoundGroup,
  settled: Settled,
): DuplicateGroup | null {
  const there = people.filter(({ entity, id }) => reader.has(entity, id));
  if (there.length < 2 || (there.length <= MOST_IN_GROUP && settled.all(there))) return null;
  const records = there.slice(0, MOST_IN_GROUP).flatMap(({ entity, id }) => {
    const view = reader.view(entity, id, actor);
    return view ? [{ entity, view }] : [];
  });
  const inOrder = signs.toSorted(
    (one, other) => DUPLICATE_SIGNS.indexOf(one.sign) - DUPLICATE_SIGNS.indexOf(other.sign),
  );
  const key = `${sign} ${people.map(({ id }) => id).join(' ')}`;
  return { key, signs: inOrder, records, more: there.length - records.length };
}

const versionOf = ({ cache }: Workspace, names: readonly EntityName[]): string =>
  names.map((name) => cache.version(name)).join(' ');

function countOf({ cache }: Workspace, name: EntityName): number {
  const { count } = cache.statements.prepare(`SELECT count(*) AS count FROM "${name}"`).get() as {
    count: number;
  };
  return count;
}
