import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { quote } from '#shared/model/list-query.ts';
import { tablesOf } from '../database/schema.ts';
import type { TestServer } from './server.ts';

/** Everything that a server keeps, under the name of its file or table: what nobody may find a secret in. */
export async function storedBytes(server: TestServer): Promise<Map<string, Buffer>> {
  const found = new Map<string, Buffer>();
  for (const name of readdirSync(server.dataFolder, { recursive: true, encoding: 'utf8' })) {
    const path = join(server.dataFolder, name);
    if (statSync(path).isFile()) found.set(name, readFileSync(path));
  }
  if (server.databaseUrl === null) return found;
  for (const { name } of tablesOf(server.database.model.entities)) {
    const rows = await server.database.all(`SELECT * FROM ${quote(name)}`);
    found.set(name, Buffer.from(JSON.stringify(rows)));
  }
  return found;
}
