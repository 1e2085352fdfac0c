import { once } from 'node:events';
import { basename } from 'node:path';
import { writeWholeFile } from '#shared/node/whole-file.ts';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { listExport, type ExportedFields, type ListExport } from '#shared/access/exports.ts';
import { fieldsReadableOnEveryRow } from '#shared/access/permissions.ts';
import { entityOf } from '#shared/model/entities.ts';
import { listWith } from '#shared/model/list-columns.ts';
import { listOf } from '#shared/model/list-query.ts';
import type { Params } from '#shared/protocol/bridge.ts';
import type { ExportResult } from '#shared/protocol/list-calls.ts';
import { within } from '#shared/node/within.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import type { SignedInUser } from '#shared/protocol/sync.ts';
import { writeFailure } from './write-failure.ts';
import { csvFile } from './csv-file.ts';
import type { FileFormat } from './file-format.ts';
import { ListSnapshot } from './list-snapshot.ts';
import { xlsxFile } from './xlsx-file.ts';
import type { DeskEvents } from '../workspace/desk-events.ts';
import { listConditions } from '../records/list-conditions.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** Where an exported file goes. */
export interface SavePlace {
  path: string;
  /** Name of the file as its user sees it; default: that of the path. */
  fileName?: string;
  /** In a browser: path from which the page downloads the finished file, once. */
  download?: string;
}

/** That place, with the name that the file has there until it is whole. */
export interface ChosenPlace extends SavePlace {
  unfinishedName: string;
}

export interface ListExportSettings {
  /** Asks the user where the file goes, proposing a name; null where the user decides against it. */
  chooseSavePlace: (fileName: string) => Promise<ChosenPlace | null>;
  events: DeskEvents;
  /** The data of the signed-in user; null where nobody is signed in. */
  workspace: () => Workspace | null;
  /** How long the end of the desk waits for a file, in milliseconds; less than whoever ends the desk waits for it. */
  patienceMs?: number;
}

interface Running {
  id: string;
  user: SignedInUser;
  abort: AbortController;
  done: Promise<ExportResult>;
  /** The name of the file that is written; null while it is asked for. */
  fileName: string | null;
}

type Asked = Omit<Params<'export.start'>, 'fields' | 'format'> & {
  fields: ExportedFields;
  format: 'csv' | 'xlsx';
};
type Query = Asked['query'];

/** Progress is told no more often than this, in milliseconds; a short export ends without a word of it. */
const TELL_EVERY_MS = 100;
const PATIENCE_MS = 3_000;
const brokenOff = (fileName: string): string =>
  `The application ended while “${fileName}” was being exported, so there is no such file. Export the list again.`;
const CANCELLED: ExportResult = { outcome: 'cancelled', rows: 0, fileName: '', download: null };

/** Writes lists to files, one at a time, a slice between turns of the event loop. */
export class ListExports {
  readonly #settings: ListExportSettings;
  readonly #stopListening: () => void;
  #running: Running | null = null;

  constructor(settings: ListExportSettings) {
    this.#settings = settings;
    this.#stopListening = settings.events.subscribe((event) => {
      if (event === 'session') this.#sessionChanged();
    });
  }

  /**
   * Writes all that the list shows, or the rows of it that are picked, at the moment when the user has chosen where to.
   * Throws PlainError: `forbidden`, `bad-request`, `conflict` while another export runs, `unavailable` where the file
   * cannot be written or the data is not all here. No part of a file is left behind.
   */
  async start({
    id,
    query,
    fields = 'columns',
    format = 'csv',
    picked,
  }: Params<'export.start'>): Promise<ExportResult> {
    const workspace = this.#settings.workspace();
    if (!workspace) throw new PlainError('unauthenticated', 'Sign in first.');
    // Whoever may not export is not asked where to.
    const { fileName } = permitted(query, fields, workspace);
    if (this.#running) {
      throw new PlainError('conflict', 'Another export is still running. Wait for it or cancel it first.');
    }
    const abort = new AbortController();
    const proposed = fileName.replace(/\.csv$/, `.${format}`);
    const done = this.#run({ id, query, fields, format, picked }, proposed, abort.signal);
    this.#running = { id, user: workspace.user, abort, done, fileName: null };
    try {
      return await done;
    } catch (error) {
      if (abort.signal.aborted) return CANCELLED;
      throw error;
    } finally {
      this.#running = null;
    }
  }

  /** Stops the export of that id, if it still runs. */
  cancel(id: string): void {
    if (this.#running?.id === id) this.#running.abort.abort();
  }

  /** Stops what is not there in a moment, which its user reads at the next start, and waits until nothing of it is left. */
  async close(): Promise<void> {
    this.#stopListening();
    const running = this.#running;
    if (!running) return;
    const ended = running.done.catch(() => undefined);
    if (running.fileName !== null) {
      await within(ended, this.#settings.patienceMs ?? PATIENCE_MS);
      const { outbox } = this.#settings.workspace() ?? {};
      if (this.#running) outbox?.notices.add(brokenOff(running.fileName), new Date().toISOString());
    }
    running.abort.abort();
    await ended;
  }

  /** An export is for the user who began it, with the rights of then. */
  #sessionChanged(): void {
    if (!this.#running) return;
    const { user, abort } = this.#running;
    const now = this.#settings.workspace()?.user;
    if (now?._id !== user._id || now.role !== user.role) abort.abort();
  }

  async #run(asked: Asked, proposed: string, signal: AbortSignal): Promise<ExportResult> {
    const { chooseSavePlace, events } = this.#settings;
    const place = await Promise.race([chooseSavePlace(proposed), once(signal, 'abort').then(() => null)]);
    // The user may have thought about it for long.
    const workspace = this.#settings.workspace();
    if (!place || !workspace || signal.aborted) return CANCELLED;
    if (this.#running) this.#running.fileName = place.fileName ?? basename(place.path);
    let toldAt = performance.now();
    const tell = (done: number, total: number | null): void => {
      if (performance.now() - toldAt < TELL_EVERY_MS) return;
      toldAt = performance.now();
      events.emit('export', { id: asked.id, done, total });
    };
    try {
      const rows = await writeList(asked, { workspace, place, signal, tell });
      const fileName = place.fileName ?? basename(place.path);
      return { outcome: 'saved', rows, fileName, download: place.download ?? null };
    } catch (error) {
      throw writeFailure(error, place.path) ?? error;
    }
  }
}

interface Writing {
  workspace: Workspace;
  place: ChosenPlace;
  signal: AbortSignal;
  tell: (done: number, total: number | null) => void;
}

/** Writes the whole list as it is now, or nothing; returns how many rows it has. */
function writeList(asked: Asked, writing: Writing): Promise<number> {
  return asked.format === 'xlsx' ? writeAs(xlsxFile, asked, writing) : writeAs(csvFile, asked, writing);
}

async function writeAs<Cell>(
  format: FileFormat<Cell>,
  { query, fields, picked }: Asked,
  { workspace, place, signal, tell }: Writing,
): Promise<number> {
  const exported = permitted(query, fields, workspace);
  const conditions = listConditions(query, workspace.actor, workspace.texts);
  // In the same turn as the conditions: nothing can change in between.
  const sort = query.sort ?? conditions.list.sort;
  const snapshot = new ListSnapshot(
    workspace.cache,
    conditions,
    sort,
    exported,
    format.cells,
    picked && workspace.held.named(picked),
  );
  const othersTurn = async (): Promise<void> => {
    await nextTurn();
    signal.throwIfAborted();
    if (!snapshot.open) {
      throw new PlainError('unavailable', 'Your data was fetched anew meanwhile. Export the list again.');
    }
  };
  try {
    while (!snapshot.findSome()) {
      tell(0, null);
      await othersTurn();
    }
    let done = 0;
    async function* slices(): AsyncGenerator<Cell[][]> {
      for (;;) {
        await othersTurn();
        const rows = snapshot.readSome();
        if (rows.length === 0) return;
        yield rows;
        done += rows.length;
        tell(done, snapshot.total);
      }
    }
    const { plural } = entityOf(query.entity);
    // Hidden until it is whole: the folder is the user's.
    const { path, unfinishedName } = place;
    await writeWholeFile(path, (file) => format.write(file, plural, snapshot.columns, slices()), {
      unfinishedName,
    });
    return done;
  } finally {
    snapshot.close();
  }
}

/** What the user may export of the list. */
function permitted(
  { entity, list, columns }: Query,
  fields: ExportedFields | undefined,
  { cache, actor }: Workspace,
): ListExport {
  const definition = entityOf(entity);
  const readable = fieldsReadableOnEveryRow(definition, actor.role);
  const shown = listWith(definition, listOf(definition, list), columns, readable);
  const may = listExport(definition, shown, actor.role, fields);
  if (!may) throw new PlainError('forbidden', 'Your role may not export this list.');
  if (!cache.position.complete) {
    throw new PlainError(
      'unavailable',
      'Your data is still being fetched for the first time. Export when it is all here.',
    );
  }
  return may;
}
