import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { model } from '#shared/model/entities.ts';
import { MERGEABLE } from '#shared/model/merged-record.ts';
import { referringTo } from '#shared/model/references.ts';
import { openSqlite } from '../../electron/desk/storage/sqlite-file.ts';
import { openKept } from '../../electron/desk/testing/kept-keys.ts';

/** Asks a server's database, whose process may run meanwhile. */
export type Ask = (sql: string) => Promise<Record<string, unknown>[]>;

export function askSqlite(path: string): Ask {
  return async (sql) => {
    const db = openSqlite(path, { synchronous: 'NORMAL' });
    try {
      return db.prepare(sql).all() as Record<string, unknown>[];
    } finally {
      db.close();
    }
  };
}

export function askPostgresql(connectionString: string): Ask {
  return async (sql) => {
    const client = new pg.Client({ connectionString });
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>>(sql)).rows;
    } finally {
      await client.end();
    }
  };
}

/** The records that a server knows as erased. */
export async function erasedIds(ask: Ask): Promise<Set<string>> {
  return new Set((await ask('SELECT "recordId" FROM "erased"')).map(({ recordId }) => String(recordId)));
}

/** Every text that the outboxes of a desk's users hold of changes, and of those that were refused. */
export function changesIn(dataFolder: string): { all: string; refused: string } {
  const files = readdirSync(dataFolder, { recursive: true, encoding: 'utf8' }).filter((each) =>
    each.endsWith('/outbox.db'),
  );
  const rows = files.flatMap((file) => {
    const db = openKept(join(dataFolder, file), 'NORMAL');
    try {
      return db.prepare('SELECT changes, status FROM operations').all() as Record<string, string>[];
    } finally {
      db.close();
    }
  });
  const text = (of: typeof rows): string => of.map(({ changes }) => changes).join('\n');
  return { all: text(rows), refused: text(rows.filter(({ status }) => status === 'refused')) };
}

interface Entry {
  by: string;
  /** Records that have it: in each place, one, or another that would be erased with it. */
  places: readonly (readonly string[])[];
}

/** One field that somebody wrote, who was shown what it was before. */
export interface Edit {
  by: string;
  entity: string;
  id: string;
  field: string;
  shown: unknown;
}

/** What people were told is saved: each change has a text that no other has. */
export class DayBook {
  readonly #entries = new Map<string, Entry>();
  readonly #madeOf = new Map<string, string>();
  #made = 0;
  /** Edits of a single field, by the text that was written. */
  readonly edits = new Map<string, Edit>();
  /** Conflicts that somebody has read and seen to. */
  readonly read = new Set<string>();

  /** A text that nothing else has. */
  text(): string {
    this.#made += 1;
    return `word${this.#made}word`;
  }

  /** Who wrote what: the data folder of the desk, by the text. */
  get authors(): ReadonlyMap<string, string> {
    return new Map([...this.#entries].map(([text, { by }]) => [text, by]));
  }

  get size(): number {
    return this.#entries.size;
  }

  /** @param places ids of the records that have the text now, or of what each of them is about */
  saved(by: string, text: string, places: Entry['places'] = []): void {
    this.#entries.set(text, { by, places });
  }

  #forget(isOver: (text: string, entry: Entry) => boolean): void {
    for (const [text, entry] of this.#entries) if (isOver(text, entry)) this.#entries.delete(text);
  }

  /** The account was closed: what had not left the computer does not leave it any more. */
  left(by: string): void {
    this.#forget((_, entry) => entry.by === by);
  }

  /** A person's record was made of another: where that is erased, nothing is kept of this one either. */
  madeOf(id: string, from: string): void {
    this.#madeOf.set(id, from);
  }

  /** People were erased, with all that was said of them. */
  erased(ids: ReadonlySet<string>): void {
    const gone = new Set(ids);
    for (const [id, from] of this.#madeOf) if (gone.has(from)) gone.add(id);
    const isGone = (place: readonly string[]): boolean => place.some((id) => gone.has(id));
    this.#forget((_, { places }) => places.length > 0 && places.every(isGone));
  }

  /** So much time passes that the server may forget what it was told of; what it has not been told yet stays. */
  async longAgo(ask: Ask): Promise<void> {
    const known = await wordsOf(ask);
    this.#forget((text) => known.has(text));
  }

  /** The person took changes back before they left the computer: those are not in its outbox any more. */
  takenOut(by: string, { all }: { all: string }): void {
    this.#forget((text, entry) => entry.by === by && !all.includes(text));
  }

  /** The person is about to give up what was refused. */
  givenUp(by: string, { refused }: { refused: string }): void {
    this.#forget((text, entry) => entry.by === by && refused.includes(text));
  }

  /** Whether its maker has written another value in its place since, which is known. */
  #wasReplaced(text: string, known: ReadonlySet<string>): boolean {
    const edit = this.edits.get(text);
    if (!edit) return false;
    const texts = [...this.edits.keys()];
    return texts.slice(texts.indexOf(text) + 1).some((later) => {
      const other = this.edits.get(later);
      const isSame = other?.by === edit.by && other.id === edit.id && other.field === edit.field;
      return isSame && known.has(later);
    });
  }

  /**
   * What was said to be saved, and is neither in the server's log nor in what it tells of as overtaken.
   * @param wasPutBack an older state of the server: where a newer value stands over several of one maker, only their last is told
   */
  async missing(ask: Ask, wasPutBack = false): Promise<string[]> {
    const known = await wordsOf(ask);
    return [...this.#entries].flatMap(([text, { by }]) =>
      known.has(text) || (wasPutBack && this.#wasReplaced(text, known))
        ? []
        : [`${text} of ${by}, ${changesIn(by).all.includes(text) ? '' : 'not '}in the outbox`],
    );
  }
}

/** The texts in the server's log, and in what it tells of as overtaken. */
export async function wordsOf(ask: Ask): Promise<Set<string>> {
  const [log, told] = [
    await ask('SELECT "after" AS text FROM "change_log" WHERE "after" LIKE \'%word%word%\''),
    await ask('SELECT "lost" AS text FROM "conflicts"'),
  ];
  return new Set([...log, ...told].flatMap(({ text }) => String(text).match(/word\d+word/g) ?? []));
}

/** What a record became: it goes with that, and comes back with it. */
const became = [
  ['inquiry', 'enrolledAs', 'candidate'],
  ['contactInquiry', 'inquiry', 'inquiry'],
] as const;

/** What must hold of the server's records whatever was done to them, and does not. */
export async function brokenRules(ask: Ask): Promise<string[]> {
  const broken: string[] = [];
  const note = (what: string, rows: Record<string, unknown>[]): void => {
    for (const row of rows) broken.push(`${what}: ${JSON.stringify(row)}`);
  };
  for (const target of MERGEABLE) {
    const led = `SELECT "was" FROM "mergedRecord" WHERE "deletedAt" IS NULL AND "${target}" IS NOT NULL`;
    note(
      `a ${target} is there and leads away`,
      await ask(`SELECT "_id" FROM "${target}" WHERE "deletedAt" IS NULL AND "_id" IN (${led})`),
    );
    for (const { entity, field } of referringTo(target))
      note(
        `a ${entity}'s ${field} names what was merged away`,
        await ask(
          `SELECT "_id", "${field}" AS id FROM "${entity}" WHERE "deletedAt" IS NULL AND "${field}" IN (${led})`,
        ),
      );
  }
  for (const [from, field, to] of became)
    note(
      `a ${from} became what is not there`,
      await ask(
        `SELECT f."_id", t."_id" AS id FROM "${from}" f JOIN "${to}" t ON t."_id" = f."${field}"
         WHERE f."deletedAt" IS NULL AND t."deletedAt" IS NOT NULL`,
      ),
    );
  // What was said once more of a record that is so already changes nothing of it.
  for (const { name } of model)
    note(
      `a ${name} has a number that the log does not know`,
      await ask(
        `SELECT "_id" FROM "${name}" WHERE "_seq" > 0 AND EXISTS (SELECT 1 FROM "change_log" c WHERE c."entity" = '${name}'
         AND c."recordId" = "${name}"."_id" AND c."seq" > "${name}"."_seq"
         AND NOT (c."kind" IN ('delete', 'restore') AND c."before" IS NOT NULL))`,
      ),
    );
  return broken;
}
