import type { StatementCache } from '../storage/sqlite-file.ts';

/** The part of the outbox that keeps texts under names, beside the operations. */
export class OutboxMeta {
  readonly #statements: StatementCache;

  constructor(statements: StatementCache) {
    this.#statements = statements;
  }

  read(name: string): string | undefined {
    const row = this.#statements.prepare('SELECT value FROM meta WHERE name = ?').get(name);
    return (row as { value: string } | undefined)?.value;
  }

  /** Keeps a text under a name, or forgets it. */
  write(name: string, value: string | null): void {
    if (value === null) this.#statements.prepare('DELETE FROM meta WHERE name = ?').run(name);
    else this.#statements.prepare('INSERT OR REPLACE INTO meta (name, value) VALUES (?, ?)').run(name, value);
  }

  /** The texts whose names begin so, by the rest of their names. */
  below(prefix: string): { name: string; value: string }[] {
    const rows = this.#statements
      // A range, which the index finds: a pattern that is bound has SQLite prepare the statement anew, or read all of it.
      .prepare('SELECT substr(name, ?) AS name, value FROM meta WHERE name >= ? AND name < ?')
      .all(prefix.length + 1, prefix, `${prefix}\u{10ffff}`);
    return rows as { name: string; value: string }[];
  }
}
