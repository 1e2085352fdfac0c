import type { ListQuery } from '#shared/protocol/list-calls.ts';
import { expect, it } from 'vitest';
import type { Bridge } from '../../bridge/client.ts';
import { allRows } from './all-rows.ts';

const list = { entity: 'savedView', list: 'savedViews' } as const;

it.each([0, 499, 500, 1_203])('reads all of %i views, each once', async (count) => {
  const ids = Array.from({ length: count }, (_, index) => `v${index}`);
  const call = (async (_method: string, { offset, limit }: ListQuery) => ({
    rows: ids.slice(offset, offset + limit).map((_id) => ({ _id })),
    total: null,
  })) as unknown as Bridge['call'];
  expect((await allRows({ call }, list)).map(({ _id }) => _id)).toEqual(ids);
});
