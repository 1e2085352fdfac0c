import { setImmediate as nextTurn } from 'node:timers/promises';
import { mayFindAndRestore } from '#shared/access/history.ts';
import { mayDelete, maySet } from '#shared/access/permissions.ts';
import { inSentence } from '#shared/format/label-in-sentence.ts';
import { entityOf } from '#shared/model/entities.ts';
import { fieldOf } from '#shared/model/entity.ts';
import { isForMany } from '#shared/model/for-many.ts';
import type { Params } from '#shared/protocol/bridge.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import { MOST_SELECTED, tooMany, type ManyResult } from '#shared/protocol/many.ts';
import type { ManyWork } from '../outbox/unfinished-work.ts';
import { validated } from '../records/change-checks.ts';
import { selectedIds } from '../records/selected-rows.ts';
import type { Session } from '../session/session.ts';
import type { DeskEvents } from '../workspace/desk-events.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { ManyRun } from './many-run.ts';

interface Running {
  id: string;
  done: Promise<ManyResult>;
  run: ManyRun | null;
  isStopped: boolean;
}

/**
 * Changes, deletes and restores many records in one go: one change set, in parts that the server takes wholly or not at
 * all. One at a time. What takes more than one part is remembered until its last one is there: after a crash, or
 * a sign-out, it goes on.
 */
export class ManyAtOnce {
  readonly #session: Session;
  readonly #events: DeskEvents;
  readonly #made: (set: string) => void;
  #running: Running | null = null;
  /** Where it was looked whether something is to go on. */
  #looked: Workspace | null = null;

  /** @param made told of each change set as it is begun: what is done beside it is done later */
  constructor(session: Session, events: DeskEvents, made: (set: string) => void) {
    this.#session = session;
    this.#events = events;
    this.#made = made;
    events.subscribe((event) => {
      if (event === 'session' || event === 'sync') this.#goOn();
    });
    this.#goOn();
  }

  /** @throws PlainError `invalid`, `forbidden`, `bad-request`, `conflict` while another runs, `unavailable` */
  async set({ id, query, picked, changes }: Params<'records.setMany'>): Promise<ManyResult> {
    const { workspace } = this.#session.require();
    const definition = entityOf(query.entity);
    for (const name of Object.keys(changes)) {
      if (!Object.hasOwn(definition.fields, name) || !isForMany(definition, name))
        throw new PlainError('bad-request', 'This field is not set for many records at once.');
      if (maySet(definition, workspace.actor.role, name)) continue;
      throw new PlainError('forbidden', `Your role may not change ${fieldOf(definition, name).label}`);
    }
    const at = Date.now();
    const values = validated(definition, changes, undefined, 'update', at);
    return this.#start(id, workspace, { kind: 'set', entity: query.entity, changes: values, at }, (turn) =>
      selectedIds(workspace, { query, picked }, turn),
    );
  }

  /** @throws PlainError as `set` */
  async delete({ id, query, picked }: Params<'records.deleteMany'>): Promise<ManyResult> {
    const { workspace } = this.#session.require();
    const { plural } = entityOf(query.entity);
    if (!mayDelete(entityOf(query.entity), workspace.actor.role))
      throw new PlainError('forbidden', `Your role may not delete ${inSentence(plural)}`);
    const work = { kind: 'delete', entity: query.entity, changes: {}, at: Date.now() } as const;
    return this.#start(id, workspace, work, (turn) => selectedIds(workspace, { query, picked }, turn));
  }

  /** @throws PlainError as `set` */
  async restore({ id, entity, ids }: Params<'records.restoreMany'>): Promise<ManyResult> {
    const { workspace } = this.#session.require();
    const { plural } = entityOf(entity);
    if (!mayFindAndRestore(entityOf(entity), workspace.actor.role))
      throw new PlainError('forbidden', `Your role may not restore ${inSentence(plural)}`);
    const work = { kind: 'restore', entity, changes: {}, at: Date.now() } as const;
    return this.#start(id, workspace, work, () => Promise.resolve([...new Set(ids)]));
  }

  /**
   * Stops what has that id, and waits until it stands still. Gives what came of it, null where it does not run or failed.
   */
  async stop(id: string): Promise<ManyResult | null> {
    const running = this.#running;
    if (running?.id !== id) return null;
    running.isStopped = true;
    running.run?.stop();
    return running.done.catch(() => null);
  }

  #start(
    id: string,
    workspace: Workspace,
    work: Omit<ManyWork, 'id' | 'ids' | 'title'>,
    find: (turn: () => Promise<void>) => Promise<string[]>,
  ): Promise<ManyResult> {
    // The same button, pressed twice.
    if (this.#running?.id === id) return this.#running.done;
    if (this.#running) throw new PlainError('conflict', ANOTHER);
    if (!workspace.cache.position.complete) throw new PlainError('unavailable', NOT_ALL_HERE);
    const unfinished = workspace.outbox.unfinished.read();
    if (unfinished) {
      this.#goOn();
      if (unfinished.id === id && this.#isRunning(id)) return this.#isRunning(id) as Promise<ManyResult>;
      throw new PlainError('conflict', ANOTHER);
    }
    return this.#run(id, workspace, async () => {
      const ids = await find(() => this.#turn(workspace));
      if (ids.length <= MOST_SELECTED) return { ...work, id, ids };
      throw new PlainError('bad-request', tooMany(ids.length));
    });
  }

  #isRunning(id: string): Promise<ManyResult> | null {
    return this.#running?.id === id ? this.#running.done : null;
  }

  #run(
    id: string,
    workspace: Workspace,
    find: () => Promise<Omit<ManyWork, 'title'> & { title?: string }>,
  ): Promise<ManyResult> {
    const running: Running = { id, run: null, isStopped: false, done: Promise.resolve(null as never) };
    this.#running = running;
    this.#made(id);
    const work = async (): Promise<ManyResult> => {
      let result: ManyResult | null = null;
      try {
        const run = new ManyRun(this.#session, this.#events, workspace, await find(), () =>
          this.#turn(workspace),
        );
        running.run = run;
        if (running.isStopped) run.stop();
        result = await run.go();
        return result;
      } finally {
        if (this.#running === running) this.#running = null;
        // What was begun in parts goes on.
        if (result === null) this.#looked = null;
        this.#events.emit('manyDone', { id, result });
      }
    };
    running.done = work();
    return running.done;
  }

  /** What a crash, a sign-out or a copy that had to be fetched anew has interrupted. */
  #goOn(): void {
    const workspace = this.#session.open?.workspace;
    if (!workspace || this.#running || this.#looked === workspace) return;
    if (!workspace.cache.open || !workspace.cache.position.complete) return;
    this.#looked = workspace;
    const work = workspace.outbox.unfinished.read();
    // Whoever waits for it is gone; the window is told by events.
    if (work) this.#run(work.id, workspace, () => Promise.resolve(work)).catch(() => undefined);
  }

  /** Lets others have their turn. What was begun for a user ends with the session, and goes on with the next one. */
  async #turn(workspace: Workspace): Promise<void> {
    await nextTurn();
    const { open } = this.#session;
    const isHere = open?.workspace === workspace && !open.sync.isEnding && workspace.cache.open;
    if (isHere && workspace.cache.position.complete) return;
    throw new PlainError('unavailable', INTERRUPTED);
  }
}

const ANOTHER = 'Another change of many records is still under way. Wait for it, or stop it first.';
const NOT_ALL_HERE = 'Your data is still being fetched. Try again when it is all here.';
const INTERRUPTED =
  'This was interrupted. What was begun in parts goes on by itself when your data is here again.';
