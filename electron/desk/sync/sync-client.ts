import type { SyncState, SyncStatus } from '#shared/protocol/sync-calls.ts';
import { inSentence } from '#shared/format/label-in-sentence.ts';
import { entityOf, type EntityName } from '#shared/model/entities.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import { CheckSchedule } from './check-schedule.ts';
import { divergedEntities } from './checksum.ts';
import { isSessionOver } from '../server/session-over.ts';
import { FAILING_DISK } from '../storage/damage-limit.ts';
import type { DeskEvents } from '../workspace/desk-events.ts';
import { goOnUndoing } from './undo-elsewhere.ts';
import { sendExportNotices } from './send-export-notices.ts';
import { Snapshots } from './snapshot/take-snapshot.ts';
import { Listening, POLL_WITHOUT_CHANNEL_MS } from './listening.ts';
import { OTHERS_FIRST_MS, PullDeferral } from './pull-deferral.ts';
import { HeardPosition } from './heard-position.ts';
import { tellRestored } from './tell-restored.ts';
import { pullAll, rebuild, RemovalHalted } from './pull.ts';
import { FailingChanges } from './failing-changes.ts';
import { isRestored, pushSome, type Pushed } from './push.ts';
import { applyRevoked } from './revoked.ts';
import { retryWait } from './retry-wait.ts';
import { RoundWait } from './round-wait.ts';
import { REFUSED_WAIT_MS, standingAfter } from './sync-failure.ts';
import type { ServerAccess } from '../server/server-access.ts';
import { isPassing, NetworkFailure } from '../server/server-connection.ts';
import { isDamage } from '../storage/sqlite-file.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** How often the server is asked although it has said nothing. */
const POLL_LIVE_MS = 5 * 60_000;
/** So long nothing is sent to a server that takes no more of it for now. */
const PUSH_RESTS_MS = 30_000;
/** A disk that may be failing is given time. */
const FAILING_DISK_WAIT_MS = 60_000;

export interface SyncSettings {
  workspace: Workspace;
  access: ServerAccess;
  events: DeskEvents;
  /** The server ended the session: nothing more is synced. */
  onSessionEnded: (error: PlainError) => void;
  /** A round with the server succeeded. */
  onContact: () => void;
  log: (line: string) => void;
  /** The program of the worker that takes snapshots in, where it is another than the sources have. */
  snapshotReader?: string | undefined;
}

/**
 * Keeps the workspace and the server in step: sends what waits, fetches what is new, and says how it stands. One
 * round at a time; between rounds it waits for the user, the server or the clock.
 */
export class SyncClient {
  readonly #settings: SyncSettings;
  readonly #abort = new AbortController();
  #state: SyncState = 'syncing';
  #problem: string | null = null;
  readonly #heard = new HeardPosition();
  readonly #listening: Listening;
  readonly #deferral = new PullDeferral();
  readonly #check = new CheckSchedule();
  readonly #failing = new FailingChanges();
  readonly #snapshots: Snapshots;
  readonly #rounds = new RoundWait();
  #asked = true;
  /** The entity of which most would be removed, until the user agrees. */
  /** A pull that waits for the user's answer: of what it would remove most, and what the user reads of it. */
  #halted: { entity: EntityName; question: string } | null = null;
  /** When what is doubted is followed. */
  #later: NodeJS.Timeout | undefined;
  /** After the server was put back to an older state: nothing is sent before it has been fetched anew. */
  #pullFirst = false;
  /** When that was last found by a push, in milliseconds of a clock that does not jump. */
  #restoredAt = -Infinity;
  /** In this round the server has failed at what was sent. */
  #pushFailure: PlainError | undefined;
  /** Until when nothing is sent, in milliseconds of a clock that does not jump. */
  #pushRestsUntil = 0;
  /** While halted: what was taken away from the user up to here has been removed. */
  #revokedSeq = 0;
  /** Of which entities the user has agreed that most is removed, until it is. */
  readonly #removalAllowed = new Set<EntityName>();
  #failures = 0;
  /** Damaged files met since the last round that went well. */
  #repairs = 0;
  readonly #running: Promise<void>;

  constructor(settings: SyncSettings) {
    this.#settings = settings;
    const { workspace, access, log, snapshotReader } = settings;
    this.#snapshots = new Snapshots(workspace, access, { program: snapshotReader, log });
    this.#listening = new Listening(settings.access, this.#abort.signal, {
      onSeq: (seq) => {
        this.#heard.hear(seq);
        this.#follow();
      },
      onEnd: () => (this.#asked = true),
      rouse: () => this.#rounds.rouse(false),
    });
    this.#running = this.#run()
      .catch((error: unknown) => {
        settings.log(error instanceof Error ? (error.stack ?? error.message) : String(error));
        this.#set('offline', 'Syncing has stopped. Restart the application; your changes are safe.');
        this.#abort.abort();
      })
      .finally(() => this.#rounds.beginRound()());
  }

  get status(): SyncStatus {
    const { outbox, cache } = this.#settings.workspace;
    const { fetched, total } = cache.position;
    return {
      state: this.#state,
      waiting: outbox.unansweredCount(),
      attention: outbox.attentionCount(),
      notices: outbox.notices.all(),
      syncedAt: cache.position.syncedAt,
      progress: this.#state === 'first-sync' ? { done: fetched, total } : null,
      problem: this.#problem,
      clockAhead: outbox.server.clock.ahead,
    };
  }

  /** Something waits in the outbox. */
  outboxChanged(): void {
    this.#tell();
    this.#rounds.rouse(false);
  }

  /** Syncs at once, also where it would wait before trying again; done when that round is over, well or not. */
  async now(): Promise<void> {
    if (this.#stopped) return;
    const over = this.#rounds.nextRound();
    this.#asked = true;
    this.#rounds.rouse(true);
    await over;
  }

  /**
   * Answers a halted pull. Without agreement the cache stays as it is and nothing more is fetched.
   * @param question the one that the user has read; what was said to it answers no other
   * @throws PlainError `conflict` where another one is asked by now
   */
  confirmRemoval(accept: boolean, question?: string): void {
    if (!this.#halted) return;
    if (question !== undefined && question !== this.#halted.question)
      throw new PlainError('conflict', 'Another question is asked by now. Read it, then answer.');
    if (!accept) {
      this.#halt(
        this.#halted.entity,
        'The records stay, and nothing new is fetched until you agree. Ask your administrator first.',
      );
      return;
    }
    this.#removalAllowed.add(this.#halted.entity);
    this.#halted = null;
    this.#asked = true;
    this.#rounds.rouse(true);
  }

  /** Whether the session comes to its end: from the moment in which `stop` is called. */
  get isEnding(): boolean {
    return this.#stopped;
  }

  /** Ends syncing; done when nothing is under way any more. */
  async stop(): Promise<void> {
    this.#abort.abort();
    clearTimeout(this.#later);
    this.#listening.close();
    this.#rounds.rouse(true);
    await this.#running;
    await this.#snapshots.stop();
  }

  get #stopped(): boolean {
    return this.#abort.signal.aborted;
  }

  async #run(): Promise<void> {
    while (!this.#stopped) {
      const roundIsOver = this.#rounds.beginRound();
      let wait: number | null;
      let patiently = false;
      try {
        wait = await this.#round();
        this.#failures = 0;
        this.#repairs = 0;
      } catch (error) {
        wait = this.#stopped ? 0 : this.#failed(error);
        patiently = true;
      }
      roundIsOver();
      if (wait === null) return;
      if (!this.#stopped) await this.#rounds.wait(wait, patiently);
    }
  }

  /** Gives the milliseconds until the next round. */
  async #round(): Promise<number> {
    const { workspace, access, events, onContact } = this.#settings;
    const polled = this.#asked || !this.#listening.hasChannel;
    this.#asked = false;
    workspace.remakeCache();
    // A copy that was made anew, such as a damaged one, holds nothing that could be removed: it asks nobody.
    if (!workspace.cache.position.complete) this.#halted = null;
    await this.#hearBeforeViews();
    if (performance.now() >= this.#pushRestsUntil) this.#pushFailure = undefined;
    const sent = await this.#sendIfPossible();
    // What a full disk kept from being shown: this round may find room.
    workspace.overlay.catchUp();
    await sendExportNotices(workspace.outbox.exports, access, this.#abort.signal);
    const { position } = workspace.cache;
    if (this.#halted && (polled || this.#heard.isPast(this.#revokedSeq))) await this.#applyRevoked();
    const pulls = !this.#halted && (polled || !position.complete || this.#heard.isPast(position.seq));
    const deferral = polled || !position.complete ? 0 : this.#deferral.rest(sent);
    if (pulls && deferral > 0) return deferral;
    this.#deferral.over();
    if (pulls) {
      // What is compared with the server's data has to be all that there is.
      const all = polled || this.#check.isDue(workspace.cache.position.checkedAt);
      await this.#pull(all ? {} : { upTo: this.#heard.seq });
      this.#pullFirst = false;
      if (this.#stopped) return 0;
      if (await this.#diverged()) {
        rebuild(workspace, events, false);
        // Once: were it found again at once, something else would be wrong than this copy.
        workspace.cache.movePosition({ checkedAt: Date.now() });
        // Page by page: it may be the ready-made copy that is wrong.
        await this.#pull({ snapshot: false });
      }
      if (this.#stopped) return 0;
      workspace.cache.movePosition({ syncedAt: new Date().toISOString() });
      workspace.outbox.prune(workspace.cache.position.settledSeq);
      workspace.files.tidySoon();
    }
    if (!this.#halted) await goOnUndoing(workspace, access, events, this.#abort.signal);
    onContact();
    this.#listening.open();
    if (this.#pushFailure && performance.now() < this.#pushRestsUntil) {
      this.#set('offline', this.#pushFailure.message);
      return PUSH_RESTS_MS;
    }
    if (this.#pushFailure) throw this.#pushFailure;
    // What a pull brought back to be sent, and what was sent while it went on, waits for no clock.
    if (workspace.outbox.unansweredCount() > 0) return 0;
    const isDoubted = this.#heard.doubt > 0;
    if (!this.#halted && this.#heard.isPast(workspace.cache.position.seq)) return OTHERS_FIRST_MS;
    // The question stands again after what made it wait, such as a network that was gone.
    if (this.#halted) this.#set('halted', this.#halted.question);
    else this.#set('live', null);
    if (isDoubted) this.#follow();
    return this.#listening.hasChannel ? POLL_LIVE_MS : POLL_WITHOUT_CHANNEL_MS;
  }

  /** Begins a round where the server has said that there is more; what is not believed is looked at all the same, later. */
  #follow(): void {
    if (this.#stopped || this.#heard.seq <= this.#settings.workspace.cache.position.seq) return;
    const { doubt } = this.#heard;
    if (doubt === 0) return this.#rounds.rouse(false);
    this.#later ??= setTimeout(() => {
      this.#later = undefined;
      this.#follow();
    }, doubt);
  }

  /**
   * A saved view may name somebody who was erased while this computer was away, which the server cannot know: before one is
   * sent, whoever was erased is heard of, and goes from what waits.
   */
  async #hearBeforeViews(): Promise<void> {
    const { cache, outbox } = this.#settings.workspace;
    if (this.#pullFirst || !cache.position.complete || !outbox.waitsOf('savedView')) return;
    if (this.#halted) return this.#applyRevoked();
    this.#pullFirst = true;
    try {
      await this.#pull();
    } finally {
      this.#pullFirst = false;
    }
  }

  /** @param upTo where nothing else makes it pull than what it has heard: as far as that */
  async #pull({ snapshot = true, upTo }: { snapshot?: boolean; upTo?: number } = {}): Promise<void> {
    const { workspace, events, access } = this.#settings;
    const { position } = workspace.cache;
    if (!position.complete) this.#set('first-sync', null);
    else if (this.#heard.isPast(position.seq)) this.#set('syncing', null);
    const fetched = this.#heard.fetching(position.seq);
    try {
      const { signal } = this.#abort;
      const between = (): Promise<unknown> => this.#sendIfPossible();
      const onProgress = (): void => this.#set('first-sync', null);
      await pullAll(workspace, access, events, {
        signal,
        removalAllowed: this.#removalAllowed,
        upTo: position.complete ? upTo : undefined,
        between,
        onRestored: () => this.#restored(),
        onProgress,
        takeSnapshot: async () => {
          if (snapshot) await this.#snapshots.take({ signal, onProgress, between });
        },
      });
      this.#removalAllowed.clear();
      fetched(workspace.cache.position.seq);
    } catch (error) {
      if (!(error instanceof RemovalHalted)) throw error;
      // What the user changes is still sent.
      const { plural } = entityOf(error.entity);
      this.#halt(
        error.entity,
        `The server asks this computer to remove most of its ${inSentence(plural)}. They stay until you agree. If you did not expect that, keep them and ask your administrator first.`,
      );
      await this.#applyRevoked();
    }
  }

  #halt(entity: EntityName, question: string): void {
    this.#halted = { entity, question };
    this.#set('halted', question);
  }

  /** The server was put back to an older state; the cache is made anew, and the outbox offers again. */
  #restored(): void {
    this.#settings.log(
      'The server was put back to an older state: its data is fetched and the changes sent again.',
    );
    this.#pullFirst = true;
    this.#halted = null;
    this.#heard.forget();
    this.#revokedSeq = 0;
    tellRestored(this.#settings.workspace);
    this.#set('first-sync', null);
  }

  /** Permissions are not the user's to decline: what was taken away goes while the rest waits for an answer. */
  async #applyRevoked(): Promise<void> {
    const { workspace, access, events } = this.#settings;
    const looked = this.#heard.fetching(this.#revokedSeq);
    const seq = await applyRevoked(workspace, access, events, this.#abort.signal);
    if (seq === null) {
      this.#halted = null;
      return;
    }
    this.#revokedSeq = seq;
    looked(seq);
  }

  /** Gives whether anything was sent. What the server fails at keeps nobody from hearing what others did: that goes on. */
  async #sendIfPossible(): Promise<boolean> {
    if (this.#pullFirst || this.#pushFailure) return false;
    const { workspace, access } = this.#settings;
    for (let sent = false; ;) {
      try {
        return (await this.#push()) || sent;
      } catch (error) {
        if (error instanceof PlainError && error.code === 'too-many-requests') {
          // Nor does what it takes no more of for now, which may last for hours.
          this.#pushFailure = error;
          this.#pushRestsUntil = performance.now() + PUSH_RESTS_MS;
          return sent;
        }
        if (!(error instanceof PlainError) || error.code !== 'internal') throw error;
        const taken = await this.#failing.after(
          error,
          workspace,
          access,
          this.#abort.signal,
          this.#heardOfErased,
        );
        if (!taken) {
          this.#pushFailure = error;
          return sent;
        }
        for (const pushed of taken) this.#taken(pushed);
        sent ||= taken.length > 0;
      }
    }
  }

  /** Up to where in the log it was heard who was erased; undefined where that is still being fetched. */
  get #heardOfErased(): number | undefined {
    const { complete, seq } = this.#settings.workspace.cache.position;
    return complete ? Math.max(seq, this.#revokedSeq) : undefined;
  }

  /** Gives whether anything was sent. */
  async #push(): Promise<boolean> {
    const { workspace, access } = this.#settings;
    for (let sent = false; ; sent = true) {
      if (this.#stopped) throw new NetworkFailure('stopped');
      if (workspace.outbox.unansweredCount() === 0) return sent;
      if (this.#state === 'live') this.#set('syncing', null);
      const { most } = this.#failing;
      const heard = this.#heardOfErased;
      const pushed = await pushSome(workspace, access, this.#abort.signal, { most, heard });
      if (!pushed) return sent;
      this.#failing.wentWell();
      this.#taken(pushed);
    }
  }

  #taken({ seq, records, left: all }: Pushed): void {
    const { events } = this.#settings;
    this.#heard.hear(seq);
    for (const { entity, recordId } of records) events.changed(entity, [recordId], 'here');
    for (const [title, left] of all) events.emit('undone', { title, left });
    // The server answers again, however much is still to be sent.
    if (this.#state === 'offline') this.#set(this.#isWhole ? 'syncing' : 'first-sync', null);
    else this.#tell();
  }

  get #isWhole(): boolean {
    return this.#settings.workspace.cache.position.complete;
  }

  /** Whether a check was due and found that the cache has diverged (sync rule 12). */
  async #diverged(): Promise<boolean> {
    const { workspace, access, log } = this.#settings;
    const { cache } = workspace;
    if (this.#halted || !this.#check.isDue(cache.position.checkedAt)) return false;
    const diverged = await divergedEntities(cache, access, this.#abort.signal);
    if (diverged === null) this.#check.inVain();
    if (diverged === null || !cache.open || this.#stopped) return false;
    cache.movePosition({ checkedAt: Date.now() });
    this.#check.done();
    if (diverged.length === 0) return false;
    log(`The local copy differs from the server in ${diverged.join(', ')}; it is fetched anew.`);
    return true;
  }

  /** Says what went wrong; gives the milliseconds until the next attempt, or null where there is none. */
  #failed(error: unknown): number | null {
    this.#asked = true;
    const { log, onSessionEnded } = this.#settings;
    if (isSessionOver(error)) {
      onSessionEnded(error);
      return null;
    }
    if (isRestored(error)) return this.#beginAnew();
    if (isDamage(error)) return this.#repair(error);
    const { state, problem, wait, isUnknown } = standingAfter(error, this.#failures);
    if (isUnknown) log(error instanceof Error ? (error.stack ?? error.message) : String(error));
    if (isPassing(error)) this.#failures += 1;
    this.#set(state, problem);
    return wait;
  }

  /** After a push that was refused because the server was put back to an older state. */
  #beginAnew(): number | null {
    const { workspace, events } = this.#settings;
    // First: so it stands where the disk does not let it be done now, too.
    this.#restored();
    try {
      rebuild(workspace, events, true);
    } catch (error) {
      return this.#failed(error);
    }
    const last = this.#restoredAt;
    this.#restoredAt = performance.now();
    // Once is a restore; again and again is two servers under one address.
    return this.#restoredAt - last > REFUSED_WAIT_MS ? 0 : REFUSED_WAIT_MS;
  }

  /** Makes a damaged file anew, and waits longer each time: a failing disk may damage it again. */
  #repair(error: unknown): number {
    const { workspace, log } = this.#settings;
    this.#repairs += 1;
    try {
      workspace.repair(error, log);
    } catch (failure) {
      if (!(failure instanceof PlainError)) log(String(failure));
      this.#set('offline', failure instanceof PlainError ? failure.message : FAILING_DISK);
      return FAILING_DISK_WAIT_MS;
    }
    this.#set(workspace.cache.position.complete ? 'syncing' : 'first-sync', null);
    return retryWait(this.#repairs);
  }

  #set(state: SyncState, problem: string | null): void {
    if (this.#stopped) return;
    this.#state = state;
    this.#problem = problem;
    this.#tell();
  }

  #tell(): void {
    if (this.#stopped) return;
    let status: SyncStatus;
    try {
      status = this.status;
    } catch (error) {
      // Nobody waits for this: whoever asks the outbox next meets the damage, and deals with it.
      if (isDamage(error)) return;
      throw error;
    }
    this.#settings.events.emit('sync', status);
  }
}
