import {
  AccountClosed,
  EndedByRestore,
  ERROR_CODES,
  PlainError,
  RoleChanged,
  SessionExpired,
  type ErrorCode,
} from '#shared/protocol/errors.ts';
import type { FieldIssue } from '#shared/model/validation.ts';
import { jsonExcess } from '#shared/model/json-size.ts';
import { AnswerTooLarge, readBounded } from './bounded-answer.ts';
import { Patience } from './patience.ts';
import type { ServerAddress } from './server-address.ts';
import { fetchOf, type Fetch } from './server-fetch.ts';
import { untrustedServer } from './untrusted-server.ts';

/** The server could not be reached, or broke off: to be tried again. */
export class NetworkFailure extends Error {
  /** Whether the call certainly did not reach the server: no connection was made. */
  readonly neverSent: boolean;

  constructor(cause: unknown) {
    super('The server cannot be reached.', { cause });
    this.name = 'NetworkFailure';
    this.neverSent = NOT_CONNECTED.has(codeOf(cause));
  }
}

/** The server said itself that something went wrong there: it has not done what it was asked. */
export class ServerFailure extends PlainError {
  constructor(sentence: string) {
    super('internal', sentence);
    this.name = 'ServerFailure';
  }
}

const NOT_CONNECTED: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** fetch wraps the error of the socket in one of its own. */
function codeOf(error: unknown): unknown {
  if (!(error instanceof Error)) return undefined;
  if ('code' in error) return error.code;
  return codeOf(error.cause);
}

/** How long a call is waited for, and in whose name it is made. */
export interface Waiting {
  token?: string | undefined;
  signal?: AbortSignal | undefined;
  /** Milliseconds without a byte of the answer until the call is given up. */
  patience?: number;
  /** Milliseconds until it is given up however much has come in, where nobody waits longer. */
  atMost?: number;
}

/** Bytes of a file: from the first to the one before `to`. */
export interface ByteRange {
  from: number;
  to: number;
}

export interface Call extends Waiting {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  body?: unknown;
}

const PATIENCE_MS = 30_000;
/** Far above any answer of ours: a page of a pull has a few megabytes. */
const MOST_JSON_BYTES = 64 * 1024 * 1024;
/** A picture has up to 5 MB. */
const MOST_FILE_BYTES = 6 * 1024 * 1024;
const MOST_REFUSAL_BYTES = 64 * 1024;
/** Far above them too: a page has 500 rows. A few bytes each, they take hundreds of megabytes and a minute to unfold. */
const MOST_IN_JSON = { levels: 50, values: 1_000_000 } as const;

/** Calls of the server as JSON, with its refusals as PlainError and everything that network does as NetworkFailure. */
export class ServerConnection {
  /** Origins of the one server; the first is asked. */
  #urls: string[];
  #ask: Fetch;

  /**
   * @param others further origins of the same server: where one is not connected to, the next call goes to the next
   * @param key of the server's certificate, where no other is taken (decision 36)
   */
  constructor(url: string, { others = [], key }: Pick<Partial<ServerAddress>, 'others' | 'key'> = {}) {
    this.#urls = [...new Set([url, ...others].map((each) => each.replace(/\/+$/, '')))];
    this.#ask = fetchOf(key);
  }

  /** The same server is at this one address from now on, and is known by this key, or needs none. */
  moveTo(url: string, key: string | undefined): void {
    this.#urls = [url.replace(/\/+$/, '')];
    this.#ask = fetchOf(key);
  }

  /** Throws PlainError or NetworkFailure. The answer is trusted to have the form that the protocol says. */
  call<Answer>(path: string, { method = 'POST', body, ...call }: Call): Promise<Answer> {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    return this.#exchange(path, { method, ...sent }, 'application/json', call, async (response, heard) =>
      response.status === 204
        ? (null as Answer)
        : ((await readJson(response, MOST_JSON_BYTES, heard)) as Answer),
    );
  }

  /** Sends bytes. Throws as `call`. */
  async upload(path: string, bytes: Uint8Array<ArrayBuffer>, call: Waiting): Promise<void> {
    const init = { method: 'PUT', body: bytes };
    await this.#exchange(path, init, 'application/octet-stream', call, (response, heard) =>
      readBounded(response, MOST_REFUSAL_BYTES, heard),
    );
  }

  /** Fetches bytes, all or those of the range. Throws as `call`. */
  download(
    path: string,
    { range, ...call }: Waiting & { range?: ByteRange | undefined },
  ): Promise<Uint8Array> {
    const headers = range ? { range: `bytes=${range.from}-${range.to - 1}` } : {};
    const most = range ? range.to - range.from : MOST_FILE_BYTES;
    return this.#exchange(path, { method: 'GET', headers }, '', call, (response, heard) =>
      readBounded(response, most, heard),
    );
  }

  async #exchange<Answer>(
    path: string,
    init: RequestInit,
    contentType: string,
    { token, signal, patience: silence = PATIENCE_MS, atMost }: Waiting,
    read: (response: Response, heard: (bytes: number) => void) => Promise<Answer>,
  ): Promise<Answer> {
    // Not AbortSignal.any: on Node 20 each one stays with a signal that lives long.
    const abort = new AbortController();
    const giveUp = (): void => abort.abort();
    const patience = new Patience(giveUp, { silence, atMost, sent: sizeOf(init.body) });
    if (signal?.aborted) giveUp();
    signal?.addEventListener('abort', giveUp, { once: true });
    try {
      const response = await this.#fetch(path, {
        ...init,
        headers: {
          ...(init.headers as Record<string, string> | undefined),
          ...(init.body === undefined ? {} : { 'content-type': contentType }),
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        },
        signal: abort.signal,
      });
      patience.heard(0);
      if (!response.ok) throw await refusalOf(response);
      return await read(response, (bytes) => patience.heard(bytes));
    } catch (error) {
      if (error instanceof AnswerTooLarge) throw new PlainError('internal', TOO_LARGE_ANSWER);
      throw error instanceof PlainError || error instanceof NetworkFailure
        ? error
        : new NetworkFailure(error);
    } finally {
      // Nothing of it is still coming in.
      giveUp();
      patience.end();
      signal?.removeEventListener('abort', giveUp);
    }
  }

  /** Opens a stream of server-sent events. Throws as `call`. */
  async stream(path: string, token: string, signal: AbortSignal): Promise<ReadableStream<Uint8Array>> {
    const headers = { accept: 'text/event-stream', authorization: `Bearer ${token}` };
    const response = await this.#fetch(path, { headers, signal });
    if (!response.ok) throw await refusalOf(response);
    if (!response.body) throw new NetworkFailure('no stream');
    return response.body;
  }

  async #fetch(path: string, init: RequestInit): Promise<Response> {
    const [url = ''] = this.#urls;
    try {
      return await this.#ask(url + path, { ...init, redirect: 'error', cache: 'no-store' });
    } catch (error) {
      const failure = untrustedServer(codeOf(error), new URL(url).host) ?? new NetworkFailure(error);
      if (!(failure instanceof NetworkFailure) || failure.neverSent) this.#leave(url);
      throw failure;
    }
  }

  /** Nobody we know is there: the next call goes to the next address. Calls at once move it on by one together. */
  #leave(url: string): void {
    if (this.#urls.length > 1 && this.#urls[0] === url) this.#urls.push(...this.#urls.splice(0, 1));
  }
}

const TOO_LARGE_ANSWER =
  'The server answers with more than this computer takes. Tell your administrator; it is tried again.';

const sizeOf = (body: RequestInit['body']): number =>
  typeof body === 'string' ? Buffer.byteLength(body) : body instanceof Uint8Array ? body.byteLength : 0;

async function readJson(response: Response, most: number, heard?: (bytes: number) => void): Promise<unknown> {
  const bytes = await readBounded(response, most, heard);
  if (jsonExcess(bytes, MOST_IN_JSON) !== null) throw new AnswerTooLarge(most);
  return JSON.parse(new TextDecoder().decode(bytes)) as unknown;
}

/** What a refused call says. Where it is not ours, as a proxy's page is not, the status alone counts. */
async function refusalOf(response: Response): Promise<PlainError> {
  const body = await readJson(response, MOST_REFUSAL_BYTES).catch(() => undefined);
  if (typeof body === 'object' && body !== null && 'error' in body && 'code' in body) {
    const code = ERROR_CODES.find((each) => each === body.code);
    if (code !== undefined && typeof body.error === 'string') {
      if (code === 'account-closed' && 'account' in body && typeof body.account === 'string') {
        return new AccountClosed(body.error, body.account, 'putBack' in body && body.putBack === true);
      }
      if (code === 'session-ended' && 'expired' in body && body.expired === true) {
        return new SessionExpired(body.error);
      }
      if (code === 'session-ended' && 'putBack' in body && body.putBack === true) {
        return new EndedByRestore(body.error);
      }
      if (code === 'session-ended' && 'roleChanged' in body && body.roleChanged === true) {
        return new RoleChanged(
          body.error,
          'role' in body && typeof body.role === 'string' ? body.role : undefined,
        );
      }
      if (code === 'internal') return new ServerFailure(body.error);
      const fields =
        'fields' in body && Array.isArray(body.fields) ? (body.fields as FieldIssue[]) : undefined;
      return new PlainError(code, body.error, fields);
    }
  }
  if (response.status === 413) {
    return new PlainError(
      'too-large',
      'This is more than what stands between this computer and the server lets through. Make it shorter, or tell your administrator.',
    );
  }
  return new PlainError(
    'unavailable',
    `Something between this computer and the server answers in its place (status ${response.status}). It is tried again; if it stays, tell your administrator.`,
  );
}

/** Refusals that pass: the same call may succeed later. */
const PASSING: ReadonlySet<ErrorCode> = new Set(['internal', 'unavailable', 'offline', 'too-many-requests']);

export function isPassing(error: unknown): boolean {
  return error instanceof NetworkFailure || (error instanceof PlainError && PASSING.has(error.code));
}
