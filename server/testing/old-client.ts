import { expect } from 'vitest';
import type { AnyRecord } from '#shared/model/entity.ts';
import { TestClient } from './client.ts';
import type { TestServer } from './server.ts';

/** What old clients send along with a record. */
export const sentBack = {
  __v: 7,
  createdAt: '2001-01-01T00:00:00.000Z',
  updatedAt: 'never',
  map: 'x',
  addedBy: 'x',
};

export const namesIn = (records: readonly AnyRecord[], field: string): string[] =>
  records.map((one) => String(one[field]));

export const byText = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

/** Makes the calls of section 7 as an old client does, and asks of each answer what must hold for any. */
export class OldClient extends TestClient {
  readonly #server: TestServer;

  constructor(server: TestServer) {
    super(server.url);
    this.#server = server;
  }

  async created(path: string, body: unknown): Promise<AnyRecord> {
    const answer = await this.post<AnyRecord>(path, body);
    expect(answer).toMatchObject({ status: 201, body: { _id: expect.any(String) as string } });
    const now = Date.now() - Date.parse(String(answer.body['createdAt']));
    expect(Math.abs(now)).toBeLessThan(600_000);
    return answer.body;
  }

  /** A whole record with what old clients send along: nothing but the given changes comes of it. */
  async sentWhole(path: string, changes: Record<string, unknown>): Promise<AnyRecord> {
    const before = (await this.get<AnyRecord>(path)).body;
    const seq = await this.#server.database.seq();
    const nothing = await this.put<AnyRecord>(path, { ...before, ...sentBack });
    expect(nothing).toMatchObject({ status: 200, body: before });
    expect(await this.#server.database.seq()).toBe(seq);
    const after = await this.put<AnyRecord>(path, { ...before, ...sentBack, ...changes });
    expect(after).toMatchObject({ status: 200, body: { _id: before._id, createdAt: before['createdAt'] } });
    for (const name of Object.keys(before)) {
      if (!(name in changes) && name !== 'updatedAt')
        expect([name, after.body[name]]).toEqual([name, before[name]]);
    }
    return after.body;
  }

  async deleted(path: string): Promise<void> {
    const id = path.slice(path.lastIndexOf('/') + 1);
    expect(await this.delete(path)).toMatchObject({ status: 200, body: { _id: id } });
    expect((await this.get(path)).status).toBe(404);
  }

  /** A plain array with its total; a page of it; the search for one; all of it without paging. */
  async list(path: string, search?: { text: string; id: string }): Promise<AnyRecord[]> {
    const whole = await this.get<AnyRecord[]>(path);
    expect(whole.status).toBe(200);
    expect(Array.isArray(whole.body)).toBe(true);
    expect(whole.headers.get('content-type')).toMatch(/^application\/json/);
    expect(whole.headers.get('x-total-count')).toBe(String(whole.body.length));
    const also = path.includes('?') ? '&' : '?';
    const second = await this.get<AnyRecord[]>(`${path}${also}limit=1&offset=1`);
    expect(second.body).toEqual(whole.body.slice(1, 2));
    expect(second.headers.get('x-total-count')).toBe(String(whole.body.length));
    if (search) {
      const found = await this.get<AnyRecord[]>(`${path}${also}search=${encodeURIComponent(search.text)}`);
      expect(found.body.map(({ _id }) => _id)).toEqual([search.id]);
      expect(found.headers.get('x-total-count')).toBe('1');
    }
    return whole.body;
  }
}
