import { entityOf, isEntityName, type EntityName } from '#shared/model/entities.ts';
import { fieldOf } from '#shared/model/entity.ts';
import type { RestClient } from './rest-client.ts';
import type { Entries } from './walk-records.ts';

/** Makes a record by REST, for a screen that adds none; the one career slide gets what is entered. */
export async function prepareRecord(rest: RestClient, name: EntityName, entries: Entries): Promise<void> {
  const entity = entityOf(name);
  const body: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(entries)) {
    const { target } = fieldOf(entity, field);
    body[field] = target && isEntityName(target.entity) ? await refer(rest, target.entity, value) : value;
  }
  if (name !== 'careerSlide') {
    await rest.create(`/api/${entity.path}`, body);
    return;
  }
  const [slide] = await rest.list(`/api/${entity.path}`);
  await rest.change(`/api/${entity.path}/${slide?._id}`, body);
}

/** The record with that name, as references are given. */
async function refer(rest: RestClient, name: EntityName, value: string | readonly string[]): Promise<object> {
  const { path, title } = entityOf(name);
  const found = (await rest.list(`/api/${path}`)).find((record) => record[title] === value);
  if (!found) throw new Error(`There is no ${name} named ${String(value)}`);
  return { _id: found._id, [title]: value };
}
