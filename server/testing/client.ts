import { randomUUID } from 'node:crypto';
import type { EntityName } from '#shared/model/entities.ts';
import type { ColumnValue } from '#shared/model/columns.ts';
import type { ErrorBody } from '#shared/protocol/errors.ts';
import {
  PATHS,
  PROTOCOL_VERSION,
  type ConflictNotice,
  type LoginResponse,
  type Operation,
  type OperationResult,
  type PullResponse,
  type PushResponse,
} from '#shared/protocol/sync.ts';

export interface Answer<Body = unknown> {
  status: number;
  headers: Headers;
  body: Body;
}

/** What a desk has pulled so far: rows by entity and id, as the pages gave them. */
export interface PulledState {
  rows: Map<string, Record<string, ColumnValue>>;
  gone: string[];
  conflicts: ConflictNotice[];
  total: number | undefined;
  pages: number;
}

/** A client that speaks real HTTP, and keeps its tokens and cursor as a desk does. */
export class TestClient {
  readonly url: string;
  token: string | undefined;
  refreshToken: string | undefined;
  cursor: string | null = null;

  constructor(url: string) {
    this.url = url;
  }

  async signIn(email: string, password: string, desk: string | null): Promise<LoginResponse> {
    const answer = await this.post<LoginResponse & ErrorBody>(PATHS.login, {
      email,
      password,
      ...(desk === null ? {} : { desk: { id: desk, name: desk } }),
    });
    if (answer.status !== 200) throw new Error(`Sign-in failed: ${answer.status} ${answer.body.error}`);
    this.token = answer.body.token;
    this.refreshToken = answer.body.refreshToken;
    return answer.body;
  }

  async request<Body = unknown>(method: string, path: string, body?: unknown): Promise<Answer<Body>> {
    const isForm = body instanceof FormData;
    const response = await fetch(this.url + path, {
      method,
      headers: {
        ...(this.token === undefined ? {} : { authorization: `Bearer ${this.token}` }),
        ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined
        ? {}
        : { body: isForm || typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: (text === '' ? null : JSON.parse(text)) as Body,
    };
  }

  get<Body = unknown>(path: string): Promise<Answer<Body>> {
    return this.request<Body>('GET', path);
  }

  post<Body = unknown>(path: string, body: unknown): Promise<Answer<Body>> {
    return this.request<Body>('POST', path, body);
  }

  put<Body = unknown>(path: string, body: unknown): Promise<Answer<Body>> {
    return this.request<Body>('PUT', path, body);
  }

  delete<Body = unknown>(path: string): Promise<Answer<Body>> {
    return this.request<Body>('DELETE', path);
  }

  async push(...operations: readonly unknown[]): Promise<OperationResult[]> {
    const answer = await this.post<PushResponse>(PATHS.push, { protocol: PROTOCOL_VERSION, operations });
    if (answer.status !== 200)
      throw new Error(`Push failed: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body.results;
  }

  /** @param upTo as far as the log has to be fetched, as a desk asks that was told of it */
  async pullPage(limit?: number, upTo?: number): Promise<PullResponse> {
    const path = upTo === undefined ? PATHS.pull : `${PATHS.pull}?upTo=${upTo}`;
    const answer = await this.post<PullResponse>(path, {
      protocol: PROTOCOL_VERSION,
      cursor: this.cursor,
      ...(limit === undefined ? {} : { limit }),
    });
    if (answer.status !== 200)
      throw new Error(`Pull failed: ${answer.status} ${JSON.stringify(answer.body)}`);
    if (answer.body.status === 'page') this.cursor = answer.body.cursor;
    return answer.body;
  }

  /** Pulls pages until there are no more. Throws where the server wants a resync. */
  async pull(limit?: number): Promise<PulledState> {
    const state: PulledState = { rows: new Map(), gone: [], conflicts: [], total: undefined, pages: 0 };
    for (;;) {
      const page = await this.pullPage(limit);
      if (page.status === 'resync') throw new Error(`Resync: ${page.reason}`);
      state.pages += 1;
      state.total ??= page.total;
      for (const { entity, columns, rows } of page.rows) {
        for (const values of rows) {
          const row = Object.fromEntries(columns.map((name, at) => [name, values[at] ?? null]));
          state.rows.set(`${entity}/${String(row['_id'])}`, row);
        }
      }
      for (const { entity, ids } of page.gone) state.gone.push(...ids.map((id) => `${entity}/${id}`));
      state.conflicts.push(...page.conflicts);
      if (!page.more) return state;
    }
  }
}

let made = 0;

/** An operation with an id of its own. */
export function operation(
  kind: Operation['kind'],
  entity: EntityName,
  recordId: string,
  changes: Record<string, unknown> = {},
  base = 0,
): Operation {
  made += 1;
  return { id: `operation-${made}-${randomUUID()}`, kind, entity, recordId, base, changes };
}

/** A new candidate with its required fields. */
export function newCandidate(recordId: string, changes: Record<string, unknown> = {}): Operation {
  return operation('create', 'candidate', recordId, {
    fullName: `Candidate ${recordId}`,
    mobile: '98765 43210',
    email: `${recordId}@people.test`,
    ...changes,
  });
}

/** The seq of an applied operation. Throws with the sentence of a refused one. */
export function seqOf(result: OperationResult | undefined): number {
  if (result?.status === 'applied') return result.seq;
  throw new Error(`Not applied: ${result?.error ?? 'no result'}`);
}
