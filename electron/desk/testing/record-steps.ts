import type { EntityName } from '#shared/model/entities.ts';
import type { RecordView } from '#shared/protocol/record-view.ts';
import type { TestDesk } from './test-desk.ts';
import { until } from './until.ts';

/** What people do with records, on a desk. */

export const PERSON = { fullName: 'Meera Iyer', mobile: '98200 12345', email: 'meera@mail.test' };

export async function create(
  desk: TestDesk,
  entity: EntityName,
  changes: Record<string, unknown>,
): Promise<string> {
  const { record } = await desk.call('records.save', { entity, id: null, base: null, changes });
  return record._id;
}

export const get = (
  desk: TestDesk,
  id: string,
  entity: EntityName = 'candidate',
): Promise<RecordView | null> => desk.call('records.get', { entity, id });

export async function edit(
  desk: TestDesk,
  id: string,
  changes: Record<string, unknown>,
  entity: EntityName = 'candidate',
): Promise<void> {
  const view = await get(desk, id, entity);
  await desk.call('records.save', { entity, id, base: view?.base ?? 0, changes });
}

/** Waits until the record has the value. */
export const shows = (
  desk: TestDesk,
  id: string,
  field: string,
  value: unknown,
  entity: EntityName = 'candidate',
): Promise<true> =>
  until(`${field} is ${String(value)}`, async () => (await get(desk, id, entity))?.record[field] === value);
