import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { app, dialog } from 'electron';
import type { BaseUpdater } from 'electron-updater';
import { UPDATE_PUBLIC_KEY } from '#shared/node/update-key.ts';
import { isWhole } from '#shared/node/update-manifest.ts';
import { UPDATES_FOLDER, writeInstalling } from '../desk/updates/installing.ts';
import type { HostAbilities } from '../ipc.ts';
import { startAgainAfterwards } from '../relaunch.ts';
import { argumentsBeforeLink } from '../window/linked-record.ts';
import { layBeside } from './beside-installed.ts';
import { handOver, readReady, type InstalledHere, type ReadyRelease } from './ready-release.ts';

/** In the user's cache. */
const CACHE_NAME = 'placement-desk-updater';

/** Installs what the desk has fetched: when the application ends, or at once where the user chooses to start it again. */
export class ApplicationUpdates {
  readonly #report: (line: string) => void;
  #ready: { release: ReadyRelease; copy: string; updater: BaseUpdater } | null = null;
  #restart = false;

  constructor(report: (line: string) => void) {
    this.#report = report;
  }

  /** This PC, where an update can be installed on it; undefined where the application was not installed, or by a package. */
  static pc(): { platform: string; arch: string } | undefined {
    const { platform, arch } = process;
    const isInstalled =
      platform === 'win32'
        ? existsSync(join(process.resourcesPath, 'elevate.exe'))
        : platform === 'linux' && process.env['APPIMAGE'] !== undefined;
    return app.isPackaged && UPDATE_PUBLIC_KEY !== null && isInstalled ? { platform, arch } : undefined;
  }

  readonly abilities: Pick<HostAbilities, 'updateReady' | 'restartToUpdate'> = {
    updateReady: async (version) => {
      this.#ready = null;
      const pc = ApplicationUpdates.pc();
      if (version === null || !pc) return;
      const release = readReady(this.#folder, version, { ...pc, ...this.#installed });
      const { NsisUpdater, AppImageUpdater } = (await import('electron-updater')).default;
      const updater = pc.platform === 'win32' ? new NsisUpdater() : new AppImageUpdater();
      const copy = await handOver(updater, release, this.#folder, CACHE_NAME);
      this.#ready = { release, copy, updater };
    },
    restartToUpdate: async () => {
      if (!this.#ready) throw new Error('There is no update to install any more.');
      this.#restart = true;
      // Once the answer to whoever asked for it has gone out.
      setImmediate(() => app.quit());
    },
  };

  /** Somebody keeps editing: the application goes on, and will not start again when it ends later. */
  stayed(): void {
    this.#restart = false;
  }

  /** Somebody starts the application while it ends. Gives whether what is to be installed starts then. */
  startAfterwards(): boolean {
    if (this.#ready) this.#restart = true;
    return this.#ready !== null;
  }

  /** At the end, when nothing of the application runs any more: no window, no desk, no server. Never rejects. */
  async install(): Promise<void> {
    if (!this.#ready) return;
    const { release, copy, updater } = this.#ready;
    const image = process.platform === 'linux' ? process.env['APPIMAGE'] : undefined;
    this.#ready = null;
    try {
      if (!(await isWhole(copy, release.file))) throw new Error('The file was changed; it is not run.');
      writeInstalling(this.#folder, { from: app.getVersion(), to: release.version, starts: 0 });
      const settle = image === undefined ? undefined : await layBeside(updater, image, copy, release.file);
      // What is installed may start before this process is gone.
      app.releaseSingleInstanceLock();
      const hasBegun = updater.install(true, this.#restart);
      settle?.();
      if (!hasBegun) throw new Error('The installer did not begin.');
    } catch (error) {
      const why = error instanceof Error ? error.message : '';
      this.#report(`Version ${release.version} was not installed: ${why}`);
      if (this.#restart) await this.#startAsBefore(why);
    }
  }

  /** Whoever wished to start again has the application back, and hears that it is the same. */
  async #startAsBefore(why: string): Promise<void> {
    startAgainAfterwards(argumentsBeforeLink(process.argv.slice(1)));
    await dialog.showMessageBox({
      type: 'error',
      message: 'The new version could not be installed.',
      detail: `${why} The application starts again as it was.`,
    });
  }

  get #folder(): string {
    return join(app.getPath('userData'), 'desk', UPDATES_FOLDER);
  }

  get #installed(): Pick<InstalledHere, 'version' | 'publicKey'> {
    return { version: app.getVersion(), publicKey: UPDATE_PUBLIC_KEY };
  }
}
