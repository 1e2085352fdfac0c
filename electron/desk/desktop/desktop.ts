import { mayOpen } from '#shared/access/routes.ts';
import type { Params, Results } from '#shared/protocol/bridge.ts';
import type { SyncState } from '#shared/protocol/sync-calls.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import type { DesktopEvent, DesktopSettings } from '#shared/window/desktop-settings.ts';
import type { OpenSession } from '../session/open-session.ts';
import type { Session } from '../session/session.ts';
import type { DeskEvents } from '../workspace/desk-events.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { DesktopHost } from './desktop-host.ts';
import { dueToday } from './due-today.ts';
import { readDesktopSettings, writeDesktopSettings } from './kept-settings.ts';
import { Reminders } from './reminders.ts';

/** While the desk fetches, what a colleague has done may be on its way: nothing is told on what was. */
const FETCHING: ReadonlySet<SyncState> = new Set(['idle', 'syncing', 'first-sync']);

/** A burst of changes is looked at once. */
const SETTLE_MS = 300;
/** After a failure, as of a damaged cache that is being made anew. */
const AGAIN_MS = 60_000;
/** A timer that comes so late has slept with the PC. */
const SLEPT_MS = 30_000;
/** So often it is looked whether the clock was put right: timers wait for times by the wrong one. */
const CLOCK_EVERY_MS = 15_000;
const JUMPED_MS = 30_000;

interface Standing {
  workspace: Workspace;
  reminders: Reminders;
}

/** What the application does on the desktop for whoever is signed in: reminders, badge, tray and the lock. */
export class Desktop {
  readonly #session: Session;
  readonly #host: DesktopHost | undefined;
  readonly #log: (line: string) => void;
  readonly #stop: () => void;
  #standing: Standing | null = null;
  #timer: NodeJS.Timeout | undefined;
  #waitsForSync = false;
  readonly #watch: NodeJS.Timeout | undefined;
  /** What the clock said at the last look beyond one that nobody sets. */
  #offset = offsetNow();

  constructor(
    session: Session,
    events: DeskEvents,
    host: DesktopHost | undefined,
    log: (line: string) => void,
  ) {
    this.#session = session;
    this.#host = host;
    this.#log = log;
    this.#stop = host
      ? events.subscribe((event, data) => {
          if (event === 'session') this.#look();
          else if (event === 'sync' && this.#waitsForSync) this.#look();
          else if (event === 'changed' && 'entity' in data && isOfToday(data.entity)) this.#wake(SETTLE_MS);
        })
      : () => undefined;
    if (host) this.#watch = setInterval(() => this.#lookAtClock(), CLOCK_EVERY_MS).unref();
    this.#look();
  }

  /** Something happened on the PC. */
  hear(event: DesktopEvent): void {
    const { open } = this.#session;
    if (!open) return;
    const { folder } = open.workspace;
    const kept = readDesktopSettings(folder);
    if (event === 'told-of-tray') writeDesktopSettings(folder, { ...kept, toldOfTray: true });
    else if (event === 'resumed') void this.#lookInStep(open);
    else if (kept.settings.lockAfter !== null) this.#session.lock();
  }

  async choices(): Promise<Results['desktop.get']> {
    const { folder } = this.#session.require().workspace;
    if (!this.#host) return null;
    const { settings } = readDesktopSettings(folder);
    return { settings, startAtLogin: await this.#host.startAtLogin(null) };
  }

  async choose({ settings, startAtLogin }: Params<'desktop.set'>): Promise<null> {
    const { folder } = this.#session.require().workspace;
    if (!this.#host) throw new PlainError('not-supported', 'A browser has none of these settings.');
    writeDesktopSettings(folder, { ...readDesktopSettings(folder), settings });
    this.#look();
    if (startAtLogin !== null) await this.#host.startAtLogin(startAtLogin);
    return null;
  }

  /** Does something about a reminder; of a user who is gone, nothing. */
  act({ key, action }: Params<'desktop.remind'>): null {
    this.#standing?.reminders.act(key, action, Date.now());
    this.#look();
    return null;
  }

  close(): void {
    clearTimeout(this.#timer);
    clearInterval(this.#watch);
    this.#stop();
  }

  /** A PC that slept looks the same: first what others did meanwhile. */
  #lookAtClock(): void {
    const { open } = this.#session;
    if (open && Math.abs(offsetNow() - this.#offset) > JUMPED_MS) void this.#lookInStep(open);
  }

  /** First what others did meanwhile. */
  async #lookInStep({ sync }: OpenSession): Promise<void> {
    await sync.now().catch(() => undefined);
    this.#look();
  }

  #wake(after: number): void {
    clearTimeout(this.#timer);
    const expected = performance.now() + after;
    this.#timer = setTimeout(() => {
      const { open } = this.#session;
      if (open && performance.now() - expected > SLEPT_MS) void this.#lookInStep(open);
      else this.#look();
    }, after);
    this.#timer.unref();
  }

  #look(): void {
    const host = this.#host;
    if (!host) return;
    clearTimeout(this.#timer);
    this.#offset = offsetNow();
    try {
      const next = this.#lookAt(host);
      // A timer of the engine takes 24 days at most; a day ends before.
      if (next !== null) this.#wake(Math.max(SETTLE_MS, next - Date.now()));
    } catch (error) {
      this.#log(`What is due could not be read: ${error instanceof Error ? error.message : String(error)}`);
      this.#wake(AGAIN_MS);
    }
  }

  /** Gives when to look again; null where an event says so. */
  #lookAt(host: DesktopHost): number | null {
    const { open } = this.#session;
    const now = Date.now();
    if (!open) {
      this.#standing = null;
      this.#stand(host, null, now);
      return null;
    }
    const { workspace, sync } = open;
    if (this.#standing?.workspace !== workspace) {
      const tell = this.#teller(host);
      this.#standing = { workspace, reminders: new Reminders(workspace, tell, now) };
    }
    const until = this.#stand(host, workspace, now);
    this.#waitsForSync = FETCHING.has(sync.status.state);
    if (this.#waitsForSync) return until;
    this.#takeBack(host, this.#standing.reminders.gone());
    const { settings } = readDesktopSettings(workspace.folder);
    return Math.min(until, this.#standing.reminders.look(now, settings, this.#session.isLocked));
  }

  #takeBack(host: DesktopHost, keys: readonly string[]): void {
    if (keys.length === 0) return;
    host
      .takeBack(keys)
      .catch((error: unknown) => this.#log(`A reminder could not be taken back: ${String(error)}`));
  }

  #teller(host: DesktopHost): ConstructorParameters<typeof Reminders>[1] {
    return (reminder) =>
      void host
        .remind(reminder)
        .catch((error: unknown) => this.#log(`A reminder could not be shown: ${String(error)}`));
  }

  /** @returns until when that stands, in milliseconds since 1970 */
  #stand(host: DesktopHost, workspace: Workspace | null, now: number): number {
    const kept = workspace ? readDesktopSettings(workspace.folder) : null;
    const settings: DesktopSettings | undefined = kept?.settings;
    const { due, dueText, until } = workspace
      ? dueToday(workspace, now)
      : { due: 0, dueText: 'Nobody is signed in', until: Infinity };
    void host
      .stand({
        session: workspace === null ? 'none' : this.#session.isLocked ? 'locked' : 'open',
        due,
        dueText,
        tray: settings?.tray ?? false,
        mayLogCalls: workspace !== null && mayOpen('/today', workspace.actor.role),
        tellsOfTray: kept?.toldOfTray === false,
        lockAfter: settings?.lockAfter ?? null,
      })
      .catch((error: unknown) => this.#log(`The desktop could not be told: ${String(error)}`));
    return until;
  }
}

const offsetNow = (): number => Date.now() - performance.now();

const isOfToday = (entity: string): boolean => entity === 'candidate' || entity === 'inquiry';
