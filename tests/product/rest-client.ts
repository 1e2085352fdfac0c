import type { AnyRecord } from '#shared/model/entity.ts';
import { DEMO_PASSWORD } from './product.ts';

/** A program that works through the REST interface of section 7, as one of the demo users. */
export interface RestClient {
  /** Throws where the server refuses. */
  list(path: string): Promise<AnyRecord[]>;
  /** Throws where the server refuses. */
  create(path: string, body: Record<string, unknown>): Promise<AnyRecord>;
  /** Throws where the server refuses. */
  change(path: string, body: Record<string, unknown>): Promise<AnyRecord>;
  /** The status of the answer. */
  remove(path: string): Promise<number>;
}

export async function restClient(origin: string, email: string): Promise<RestClient> {
  const login = await fetch(`${origin}/api/auths/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: DEMO_PASSWORD }),
  });
  const { token } = (await login.json()) as { token: string };
  const call = (method: string, path: string, body?: Record<string, unknown>): Promise<Response> =>
    fetch(`${origin}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
  const taken = async <T>(answer: Response): Promise<T> => {
    if (!answer.ok) throw new Error(`${answer.url} answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as T;
  };
  return {
    list: async (path) => taken(await call('GET', path)),
    create: async (path, body) => taken(await call('POST', path, body)),
    change: async (path, body) => taken(await call('PUT', path, body)),
    remove: async (path) => (await call('DELETE', path)).status,
  };
}
