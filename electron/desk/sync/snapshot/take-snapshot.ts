import { cacheSchemaHash } from '#shared/node/cache/cache-schema.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import { snapshotOfferSchema, SNAPSHOTS_PATH, type OfferedSnapshot } from '#shared/protocol/snapshot.ts';
import { PROTOCOL_VERSION } from '#shared/protocol/sync.ts';
import type { ServerAccess } from '../../server/server-access.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { OWN_PROGRAM, SnapshotTaking, UselessSnapshot } from './taking.ts';

export interface TakeOptions {
  signal: AbortSignal;
  onProgress: () => void;
  /** As in a pull: what the user saves meanwhile is sent. */
  between: () => Promise<unknown>;
}

/**
 * Begins a first sync with the snapshot that the server has ready, if any. One that is on its way is gone on with after the
 * connection was lost; a server that has none, or knows nothing of them, is pulled from page by page.
 */
export class Snapshots {
  readonly #workspace: Workspace;
  readonly #access: ServerAccess;
  readonly #program: string;
  readonly #log: (line: string) => void;
  #taking: SnapshotTaking | undefined;
  /** What came was of no use: it is not asked for again in this session. */
  #useless = false;

  /** @param program of the worker that takes them in, where it is another than the sources have */
  constructor(
    workspace: Workspace,
    access: ServerAccess,
    { program = OWN_PROGRAM, log }: { program?: string | undefined; log: (line: string) => void },
  ) {
    this.#workspace = workspace;
    this.#access = access;
    this.#program = program;
    this.#log = log;
  }

  /** Takes one into the empty cache, where there is one. @throws as ServerAccess.call, or an error of the disk */
  async take({ signal, onProgress, between }: TakeOptions): Promise<void> {
    const workspace = this.#workspace;
    if (this.#useless || workspace.cache.position.cursor !== null) return;
    const taking = (this.#taking ??= await this.#begin(signal));
    if (!taking) return;
    const { offer } = taking;
    const progress = (): void => {
      workspace.cache.movePosition({ fetched: Math.floor(offer.rows * taking.share), total: offer.total });
      onProgress();
    };
    try {
      progress();
      await taking.take(this.#access, signal, async () => {
        progress();
        await between();
      });
    } catch (error) {
      if (!(error instanceof UselessSnapshot) && !isGone(error)) throw error;
      await this.#leave(error instanceof UselessSnapshot ? error.message : null);
      return;
    }
    this.#taking = undefined;
    this.#adopt(taking);
  }

  /** Ends what is on its way. */
  async stop(): Promise<void> {
    const taking = this.#taking;
    this.#taking = undefined;
    await taking?.stop();
  }

  async #begin(signal: AbortSignal): Promise<SnapshotTaking | undefined> {
    const offer = await this.#ask(signal);
    return offer ? new SnapshotTaking(offer, this.#workspace, this.#program) : undefined;
  }

  async #ask(signal: AbortSignal): Promise<OfferedSnapshot | null> {
    const { receipt } = this.#workspace.outbox.server;
    const body = {
      protocol: PROTOCOL_VERSION,
      schema: cacheSchemaHash(),
      ...(receipt === undefined ? {} : { receipt }),
    };
    try {
      const offer = snapshotOfferSchema.safeParse(await this.#access.call(SNAPSHOTS_PATH, { body, signal }));
      return offer.data?.status === 'snapshot' ? offer.data : null;
    } catch (error) {
      if (isGone(error)) return null;
      throw error;
    }
  }

  #adopt({ offer, cacheFile, mark }: SnapshotTaking): void {
    const { cursor, rows, total, seq, receipt, at } = offer;
    const workspace = this.#workspace;
    if (!workspace.takeCache(cacheFile, mark, { cursor, fetched: rows, total })) {
      this.#tellUseless('it could not be opened');
      return;
    }
    workspace.outbox.recordAnswers(() => workspace.outbox.server.heard({ seq, receipt, at }));
  }

  async #leave(why: string | null): Promise<void> {
    if (why !== null) this.#tellUseless(why);
    await this.stop();
    if (this.#workspace.cache.open) this.#workspace.cache.movePosition({ fetched: 0, total: null });
  }

  #tellUseless(why: string): void {
    this.#useless = true;
    this.#log(`A snapshot was of no use, and everything is fetched page by page: ${why}`);
  }
}

/** The server has it no longer, or knows of none. */
const isGone = (error: unknown): boolean => error instanceof PlainError && error.code === 'not-found';
