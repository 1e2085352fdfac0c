import { existsSync, statSync } from 'node:fs';
import { arch, cpus, freemem, release, totalmem } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { mayRead } from '#shared/access/permissions.ts';
import { entityNames, entityOf } from '#shared/model/entities.ts';
import { formatNumber } from '#shared/format/numbers.ts';
import { writeWholeFile } from '#shared/node/whole-file.ts';
import type { About, Results } from '#shared/protocol/bridge.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import type { SyncStatus } from '#shared/protocol/sync-calls.ts';
import type { HostWithDialogs } from './host-dialogs.ts';
import { writeFailure } from './export/write-failure.ts';
import { countAll } from './records/row-count.ts';
import type { Session } from './session/session.ts';
import { CACHE_FILE, OUTBOX_FILE, type Workspace } from './workspace/workspace.ts';

export interface DiagnosticsSettings {
  session: Session;
  host: HostWithDialogs;
  appVersion: string;
  dataFolder: string;
  /** `embedded`, or the origin of a server elsewhere, which is not told. */
  serverId: string;
}

/** What runs here, and what support wants to know about it: sizes, counts and times, never whose or where. */
export class Diagnostics {
  readonly #settings: DiagnosticsSettings;
  readonly #startedAt = performance.now();
  #given: string | null = null;

  constructor(settings: DiagnosticsSettings) {
    this.#settings = settings;
  }

  about(): About {
    const { appVersion, dataFolder } = this.#settings;
    const {
      electron = null,
      chrome = null,
      node,
    } = process.versions as Partial<NodeJS.ProcessVersions> & {
      node: string;
    };
    return {
      version: appVersion,
      electron,
      chromium: chrome,
      node,
      system: `${process.platform} ${release()}, ${arch()}`,
      dataFolder: dirname(dataFolder),
    };
  }

  async text(): Promise<Results['system.diagnostics']> {
    const { version, electron, chromium, node, system } = this.about();
    const { session, host, serverId } = this.#settings;
    const minutes = Math.round((performance.now() - this.#startedAt) / 60_000);
    const reports = (await host.recentReports?.()) ?? '';
    const parts: [title: string, lines: string[]][] = [
      [
        'Versions',
        [
          `Employee Management System ${version}`,
          `Electron ${electron ?? 'none (in a browser)'}, Chromium ${chromium ?? 'of the browser'}, Node ${node}`,
          system,
        ],
      ],
      [
        'Computer',
        [
          `Processors: ${cpus().length}`,
          `Memory: ${megabytes(totalmem())}, of which free ${megabytes(freemem())}`,
          `Memory of the desk: ${megabytes(process.memoryUsage.rss())}`,
          `Running for: ${minutes} minutes`,
        ],
      ],
      [
        'Settings',
        [
          `Server: ${serverId === 'embedded' ? 'of the application itself' : 'elsewhere'}`,
          `Encrypted on the way: ${session.state.notEncrypted ? 'no' : 'yes'}`,
        ],
      ],
      ['Data', session.open ? dataLines(session.open.workspace) : ['Nobody is signed in.']],
      ...(session.open ? [['Sync', syncLines(session.open.sync.status)] as [string, string[]]] : []),
      ['Reports', reports === '' ? ['None.'] : reports.split('\n')],
    ];
    const whole = parts.map(([title, lines]) => `${title}\n${lines.map((line) => `  ${line}`).join('\n')}\n`);
    this.#given = whole.join('\n');
    return { text: this.#given };
  }

  /** @throws PlainError `bad-request` where nobody has read the text yet; `unavailable` where it cannot be written */
  async save(): Promise<Results['system.saveDiagnostics']> {
    const text = this.#given;
    if (text === null) throw new PlainError('bad-request', 'Read the diagnostic file before it is saved.');
    const place = await this.#settings.host.chooseSavePlace('diagnostics.txt');
    if (!place) return { fileName: null, download: null };
    try {
      await writeWholeFile(place.path, (file) => file.writeFile(text), {
        unfinishedName: place.unfinishedName,
      });
    } catch (error) {
      throw writeFailure(error, place.path) ?? error;
    }
    return { fileName: place.fileName ?? basename(place.path), download: place.download ?? null };
  }
}

/** How much there is, and how long it takes to count and to list it. */
function dataLines({ folder, cache, lists, actor }: Workspace): string[] {
  const begun = performance.now();
  const counts = entityNames.map((name) => [entityOf(name).plural, countAll(cache, entityOf(name))] as const);
  const counted = performance.now();
  const mayList = mayRead(entityOf('candidate'), actor.role);
  const query = { entity: 'candidate', list: 'candidates', offset: 0, limit: 100 } as const;
  const page = mayList ? lists.list(query, actor).rows.length : 0;
  const listed = performance.now();
  return [
    `Role: ${actor.role === '' ? 'one of the office' : actor.role}`,
    ...counts.map(([plural, count]) => `${plural}: ${formatNumber(count)}`),
    ...[CACHE_FILE, OUTBOX_FILE].map((name) => `${name}: ${megabytes(sizeOf(join(folder, name)))}`),
    `Counting all of them: ${(counted - begun).toFixed(1)} ms`,
    ...(mayList ? [`${page} candidates as a list: ${(listed - counted).toFixed(1)} ms`] : []),
  ];
}

function syncLines({ state, waiting, attention, syncedAt }: SyncStatus): string[] {
  return [
    `State: ${state}`,
    `Changes that wait: ${formatNumber(waiting)}`,
    `To look at: ${formatNumber(attention)}`,
    `Last synced: ${syncedAt ?? 'never'}`,
  ];
}

const sizeOf = (path: string): number => (existsSync(path) ? statSync(path).size : 0);
const megabytes = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(1)} MB`;
