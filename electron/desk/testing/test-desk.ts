import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EventName, Events, Method, Params, Results } from '#shared/protocol/bridge.ts';
import type { SyncState } from '#shared/protocol/sync-calls.ts';
import { openDesk, type Desk } from '../desk.ts';
import type { DeskHost } from '../desk-host.ts';
import type { ServerAddress } from '../server/server-address.ts';
import { until } from './until.ts';

export const PASSWORD = 'Demo@12345';
/** Of an account that a test adds: the rules take no weaker one. */
export const STRONG_PASSWORD = 'Kettle marble 96';

/** A folder that is deleted when `remove` is called. */
export function temporaryFolder(): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'placement-desk-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true, maxRetries: 3 }) };
}

/** A keychain that keeps what it seals in memory, as the system's does beyond a restart. */
export function memoryKeychain(): DeskHost['keychain'] {
  const kept = new Map<string, string>();
  return {
    available: true,
    seal: async (text) => {
      const sealed = `sealed-${kept.size}`;
      kept.set(sealed, text);
      return sealed;
    },
    open: async (sealed) => {
      const text = kept.get(sealed);
      if (text === undefined) throw new Error('The keychain does not know this.');
      return text;
    },
  };
}

export const noKeychain: DeskHost['keychain'] = {
  available: false,
  seal: () => Promise.reject(new Error('no keychain')),
  open: () => Promise.reject(new Error('no keychain')),
};

/** The question where a file goes: the names that were proposed, and what the user answers; at first, not to save. */
export interface SaveDialog {
  asked: string[];
  answer: () => ReturnType<DeskHost['chooseSavePlace']>;
}

/** A desk with typed calls, that remembers the events it has sent. */
export class TestDesk {
  readonly desk: Desk;
  readonly events: { event: EventName; data: Events[EventName] }[] = [];
  readonly opened: string[];
  readonly logged: string[];
  readonly dialog: SaveDialog;

  private constructor(desk: Desk, opened: string[], logged: string[], dialog: SaveDialog) {
    this.desk = desk;
    this.opened = opened;
    this.logged = logged;
    this.dialog = dialog;
    desk.subscribe((event, data) => this.events.push({ event, data }));
  }

  static async open(
    dataFolder: string,
    server: string | ServerAddress,
    keychain: DeskHost['keychain'] = noKeychain,
    abilities: Pick<DeskHost, 'openDocument' | 'network' | 'office' | 'updates' | 'desktop'> = {},
    build: { appVersion?: string; updateKey?: string } = {},
  ): Promise<TestDesk> {
    const opened: string[] = [];
    const logged: string[] = [];
    const dialog: SaveDialog = { asked: [], answer: () => Promise.resolve(null) };
    const desk = await openDesk({
      dataFolder,
      server: typeof server === 'string' ? { id: 'embedded', url: server } : server,
      host: {
        openExternal: async (link) => {
          opened.push(link);
        },
        chooseSavePlace: (fileName) => {
          dialog.asked.push(fileName);
          return dialog.answer();
        },
        keychain,
        ...abilities,
      },
      appVersion: '0.0.0',
      ...build,
      log: (line) => logged.push(line),
    });
    return new TestDesk(desk, opened, logged, dialog);
  }

  call<M extends Method>(method: M, params: Params<M>): Promise<Results[M]> {
    return this.desk.call(method, params) as Promise<Results[M]>;
  }

  async signIn(name: string, password = PASSWORD): Promise<void> {
    await this.call('session.signIn', { email: `${name}@demo.test`, password });
  }

  /** Waits for a state of syncing. */
  state(wanted: SyncState): Promise<true> {
    return until(`sync state ${wanted}`, async () => (await this.call('sync.status', {})).state === wanted);
  }

  /** Waits until everything is sent and fetched; while it is offline, it presses Sync now as people do. */
  inStep(): Promise<true> {
    return until('everything sent and fetched', async () => {
      const { state, waiting, syncedAt } = await this.call('sync.status', {});
      if (state === 'offline') await this.call('sync.now', {});
      return state === 'live' && waiting === 0 && syncedAt !== null;
    });
  }

  close(): Promise<void> {
    return this.desk.close();
  }
}
