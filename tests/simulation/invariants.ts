import { mayRead, readableFields } from '#shared/access/permissions.ts';
import type { Role } from '#shared/access/roles.ts';
import { fieldColumns } from '#shared/model/columns.ts';
import { model } from '#shared/model/entities.ts';
import type { EntityDefinition } from '#shared/model/entity.ts';
import { searchColumn } from '#shared/model/search-text.ts';
import { openKept } from '../../electron/desk/testing/kept-keys.ts';
import { PASSWORD, STRONG_PASSWORD } from '../../electron/desk/testing/test-desk.ts';
import { TestClient } from '../../server/testing/client.ts';
import { brokenRules, changesIn, erasedIds } from '../office/day-book.ts';
import { Actor, runAs } from './actor.ts';
import type { Row } from './connections.ts';
import { beyondRole, fileOf, hiddenFields, readOutbox } from './desk-data.ts';
import type { Office } from './office.ts';
import { SERVER_URL, type SimulatedDesk } from './simulated-desk.ts';
import { untold } from './told.ts';

/** What must hold once everybody is in step, and does not. */
export async function broken(office: Office): Promise<string[]> {
  const { server, book, desks, world } = office;
  const ask = (sql: string): Promise<Row[]> => server.ask(sql);
  const found: string[] = [];
  for (const desk of desks) {
    if (office.wasClosed.has(desk.name)) book.left(desk.data);
    else book.givenUp(desk.data, changesIn(desk.data));
  }
  const wasPutBack = ['restoreBackup', 'putBack'].some((step) => office.happened.has(step));
  const erased = await erasedIds(ask);
  book.erased(erased);
  found.push(...(await world.done(brokenRules(ask as never))));
  found.push(
    ...(await world.done(book.missing(ask as never, wasPutBack))).map(
      (each) => `acknowledged and lost: ${each}`,
    ),
  );
  found.push(...(await world.done(doneTwice(ask))));
  found.push(...(await world.done(inAnothersName(office, ask))));
  found.push(...(await world.done(untold(office, ask))));
  const without = `SELECT "_id", "file" FROM "document" WHERE "deletedAt" IS NULL AND "file" NOT IN (SELECT "hash" FROM "files")`;
  for (const row of await ask(without)) found.push(`a document without its file: ${JSON.stringify(row)}`);
  for (const desk of desks) {
    if (office.isClosed(desk)) {
      found.push(...leftBehind(desk));
      continue;
    }
    found.push(...(await beyondRole(office.world, desk)));
    found.push(...(await differences(office, desk)));
    found.push(...(await halves(office, desk)));
    found.push(...unexplained(desk));
    found.push(...saidOfErased(desk, erased));
    found.push(...(await wrongSearches(office, desk)));
  }
  return found;
}

/** What a closed account still has of what was fetched for it. */
function leftBehind(desk: SimulatedDesk): string[] {
  const path = fileOf(desk, 'cache.db');
  return path === undefined ? [] : [`${desk.id} of ${desk.name}, whose account is closed, keeps its copy`];
}

/**
 * Edits and activities that stand twice: each has a word that no other has. What changes nothing is not counted: an edit of
 * many may come to a record by itself and by another that was merged into it.
 */
async function doneTwice(ask: (sql: string) => Promise<Row[]>): Promise<string[]> {
  const rows = await ask(
    `SELECT "entity", "recordId", "kind", "after", count(*) AS "times" FROM "change_log"
     WHERE "kind" IN ('create', 'update') AND "after" LIKE '%word%word%'
     AND COALESCE("before", '') <> "after" AND ("setId" IS NULL OR "setId" NOT IN
       (SELECT "id" FROM "change_sets" WHERE "undoes" IS NOT NULL))
     GROUP BY "entity", "recordId", "kind", "after", "userId", "setId" HAVING count(*) > 1`,
  );
  const calls = await ask(
    `SELECT "note", count(*) AS "times" FROM "activity" WHERE "note" LIKE '%word%word%' GROUP BY "note" HAVING count(*) > 1`,
  );
  return [...rows, ...calls].map((row) => `applied twice: ${JSON.stringify(row)}`);
}

/** What was written first by another user than the one who was told that it is saved. */
async function inAnothersName(office: Office, ask: (sql: string) => Promise<Row[]>): Promise<string[]> {
  // A restored server is told of it in whatever order desks come back.
  if (['restoreBackup', 'putBack', 'months'].some((step) => office.happened.has(step))) return [];
  const userOf = new Map(office.desks.map(({ data, user }) => [data, user?.id]));
  const { authors } = office.book;
  const known = new Set<string>();
  const lines = await ask(
    `SELECT "userId", "after" FROM "change_log" WHERE "after" LIKE '%word%word%' ORDER BY "seq"`,
  );
  return lines.flatMap(({ userId, after }) =>
    (String(after).match(/word\d+word/g) ?? []).flatMap((text) => {
      const by = userOf.get(authors.get(text) ?? '');
      if (known.has(text) || by === undefined) return [];
      known.add(text);
      return by === userId ? [] : [`${text} was written by ${String(userId)}, in the place of ${by}`];
    }),
  );
}

/** Parts of change sets of which the server applied some and not all, as the desk that made them knows them. */
async function halves(office: Office, desk: SimulatedDesk): Promise<string[]> {
  const parts = readOutbox(
    desk,
    `SELECT setId, setPart, json_group_array(id) AS ids FROM operations WHERE setId IS NOT NULL GROUP BY setId, setPart`,
  );
  const found: string[] = [];
  for (const { setId, ids } of parts) {
    const all = JSON.parse(String(ids)) as string[];
    const known = await office.world.done(
      office.server.ask(
        `SELECT "result" FROM "operations" WHERE "id" IN (${all.map((id) => `'${id}'`).join(', ')})`,
      ),
    );
    const applied = known.filter(({ result }) => String(result).includes('"status":"applied"')).length;
    if (applied > 0 && applied < all.length)
      found.push(`${desk.id}: of ${all.length} changes of the set ${String(setId)}, ${applied} were applied`);
  }
  return found;
}

/** What waits, and has no reason to. */
function unexplained(desk: SimulatedDesk): string[] {
  const rows = readOutbox(
    desk,
    `SELECT id, kind, entity, status FROM operations
     WHERE status IN ('waiting', 'sent') OR (status = 'refused' AND error IS NULL)`,
  );
  return rows.map((row) => `${desk.id} keeps ${JSON.stringify(row)}`);
}

/** What an outbox still says of people who were erased. */
function saidOfErased(desk: SimulatedDesk, erased: ReadonlySet<string>): string[] {
  if (erased.size === 0) return [];
  return readOutbox(desk, `SELECT recordId, changes FROM operations WHERE changes LIKE '%word%word%'`)
    .filter(({ recordId }) => erased.has(String(recordId)))
    .map((row) => `${desk.id} keeps of somebody who was erased: ${JSON.stringify(row)}`);
}

/** What a new desk is given that the rules of access do not grant on what is there, or the other way round. */
async function wronglyGiven(
  office: Office,
  user: { _id: string; role: string },
  rows: ReadonlyMap<string, Row>,
): Promise<string[]> {
  const actor = { _id: user._id, role: user.role as Role };
  const found: string[] = [];
  const granted = new Set<string>();
  for (const entity of model) {
    const there = await office.world.done(
      office.server.ask(`SELECT * FROM "${entity.name}" WHERE "deletedAt" IS NULL`),
    );
    for (const row of there) {
      const fields = readableFields(entity, actor, row as { _id: string });
      if (fields.size === 0) continue;
      const key = `${entity.name}/${String(row['_id'])}`;
      granted.add(key);
      const given = rows.get(key);
      if (!given) found.push(`${user.role} is not given ${key}`);
      for (const [name, value] of Object.entries(given ?? {}))
        if (value !== null && !name.startsWith('_') && !fields.has(name))
          found.push(`${user.role} is given ${name} of ${key}`);
    }
  }
  for (const key of rows.keys()) if (!granted.has(key)) found.push(`${user.role} is given ${key}`);
  return found;
}

/** Where a desk differs from what a new one of the same user is given. */
async function differences(office: Office, desk: SimulatedDesk): Promise<string[]> {
  const { world } = office;
  const { user } = await world.done(desk.call('session.get', {}));
  const path = fileOf(desk, 'cache.db');
  if (!user || path === undefined) return [`${desk.id} is signed out`];
  const looker = new Actor('looker');
  const client = new TestClient(SERVER_URL);
  // A server that was put back may have the password of before, and the desk's session all the same.
  const signIn = (password: string): Promise<unknown> =>
    runAs(looker, () => world.done(client.signIn(user.email, password, `looker-${desk.id}`)));
  const other = desk.password === PASSWORD ? STRONG_PASSWORD : PASSWORD;
  await signIn(desk.password).catch(() => signIn(other));
  const { rows } = await runAs(looker, () => world.done(client.pull()));
  const found = await wronglyGiven(office, user, rows);
  const cache = openKept(path, 'NORMAL');
  try {
    const seen = new Set<string>();
    for (const entity of model) {
      for (const row of cache.prepare(`SELECT * FROM "${entity.name}"`).all() as Row[]) {
        const key = `${entity.name}/${String(row['_id'])}`;
        seen.add(key);
        const given = rows.get(key);
        if (!given) found.push(`${desk.id} of ${desk.name} has ${key}, which is not there for its user`);
        else
          found.push(
            ...unlike(entity, row, given).map((each) => `${desk.id} of ${desk.name} ${key} ${each}`),
          );
      }
    }
    for (const key of rows.keys()) if (!seen.has(key)) found.push(`${desk.id} of ${desk.name} lacks ${key}`);
  } finally {
    cache.close();
  }
  return found.slice(0, 10);
}

function unlike(entity: EntityDefinition, row: Row, given: Row): string[] {
  const names = ['_seq', ...fieldColumns(entity).map(({ name }) => name)];
  return names
    .filter((name) => (row[name] ?? null) !== (given[name] ?? null))
    .map((name) => `${name} is ${String(row[name])}, not ${String(given[name])}`);
}

/** Of an import there are more: they are not asked for page by page. */
const MOST_FOUND = 100;

/** Searches for words that are there, and for words that are not, that find something else. */
async function wrongSearches(office: Office, desk: SimulatedDesk): Promise<string[]> {
  const { world } = office;
  const { user } = await world.done(desk.call('session.get', {}));
  const path = fileOf(desk, 'cache.db');
  const entity = model.find(({ name }) => name === 'candidate');
  if (!user || path === undefined || !entity || !mayRead(entity, user.role as Role)) return [];
  if (hiddenFields(entity, user.role as Role).includes('fullName')) return [];
  const cache = openKept(path, 'NORMAL');
  const texts = cache
    .prepare(`SELECT "_id", "${searchColumn('default')}" AS text FROM "candidate"`)
    .all() as Row[];
  cache.close();
  const words = [...new Set(texts.flatMap(({ text }) => String(text).match(/word\d+word/g) ?? []))].slice(
    0,
    4,
  );
  const found: string[] = [];
  for (const word of [...words, 'word0word', 'random', 'enrolled']) {
    const { rows } = await world.done(
      desk.call('records.list', {
        entity: 'candidate',
        list: 'candidates',
        search: word,
        offset: 0,
        limit: MOST_FOUND,
      }),
    );
    const expected = texts.filter(({ text }) => String(text).includes(word)).map(({ _id }) => String(_id));
    if (expected.length > MOST_FOUND) continue;
    const got = rows.map(({ _id }) => _id);
    if (expected.toSorted().join() !== got.toSorted().join())
      found.push(`${desk.id} searches ${word}: ${got.length} found, ${expected.length} there`);
  }
  return found;
}
