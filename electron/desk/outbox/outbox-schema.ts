import { PlainError } from '#shared/protocol/errors.ts';
import { FIRST_SUM_SQL, teachSum } from './operation-sum.ts';
import type { SqliteDatabase } from '../storage/sqlite-file.ts';

/**
 * Steps that bring an outbox to the present form; the file's user_version says how many it has had. Steps are only
 * ever added: what users have not sent yet lives here and nowhere else.
 */
const MIGRATIONS: readonly string[] = [
  `CREATE TABLE operations (
     n integer PRIMARY KEY AUTOINCREMENT,
     id text NOT NULL UNIQUE,
     kind text NOT NULL,
     entity text NOT NULL,
     recordId text NOT NULL,
     base integer NOT NULL,
     changes text NOT NULL,
     status text NOT NULL DEFAULT 'waiting',
     seq integer,
     error text,
     title text NOT NULL,
     at text NOT NULL,
     before text
   );
   CREATE INDEX operations_by_record ON operations (entity, recordId, n);
   CREATE INDEX operations_by_status ON operations (status, n);
   CREATE TABLE conflicts (
     id text PRIMARY KEY NOT NULL,
     entity text NOT NULL,
     recordId text NOT NULL,
     field text NOT NULL,
     lost text NOT NULL,
     won text NOT NULL,
     wonBy text NOT NULL,
     title text NOT NULL,
     at text NOT NULL,
     settled integer NOT NULL DEFAULT 0
   );`,
  // Pictures that operations name; their bytes lie in the folder beside.
  `CREATE TABLE files (
     hash text PRIMARY KEY NOT NULL,
     at text NOT NULL,
     sent integer NOT NULL DEFAULT 0
   );`,
  // Exports of which the server's audit log has not heard.
  `CREATE TABLE exports (
     n integer PRIMARY KEY AUTOINCREMENT,
     entity text NOT NULL,
     list text NOT NULL,
     rows integer NOT NULL,
     at text NOT NULL
   );`,
  // What must survive the cache, by name; and of each operation the values that its maker saw before, and when the
  // server acknowledged it, by the server's clock (ISO) and by this computer's (milliseconds since 1970).
  `CREATE TABLE meta (name text PRIMARY KEY NOT NULL, value text NOT NULL);
   ALTER TABLE operations ADD COLUMN seen text;
   ALTER TABLE operations ADD COLUMN ackedAt text;
   ALTER TABLE operations ADD COLUMN ackedHere integer;`,
  // A checksum of what each operation says: a disk that changes a byte of it is not believed.
  `ALTER TABLE operations ADD COLUMN sum integer;
   UPDATE operations SET sum = ${FIRST_SUM_SQL};`,
  // The change set that each operation belongs to, how many its part of it has, and what an undo left as it is.
  `ALTER TABLE operations ADD COLUMN setId text;
   ALTER TABLE operations ADD COLUMN setTitle text;
   ALTER TABLE operations ADD COLUMN setPart integer;
   ALTER TABLE operations ADD COLUMN undoes text;
   ALTER TABLE operations ADD COLUMN leftAsIs text;
   ALTER TABLE operations ADD COLUMN setCount integer;
   CREATE INDEX operations_by_set ON operations (setId, n) WHERE setId IS NOT NULL;
   CREATE INDEX operations_by_undone ON operations (undoes, n) WHERE undoes IS NOT NULL;`,
  // What was typed in forms and is not saved. Without row ids: what is read of a damaged file tells rows by their form,
  // and counts those that it cannot read as lost changes.
  `CREATE TABLE drafts (
     id text PRIMARY KEY NOT NULL,
     entity text NOT NULL,
     recordId text NOT NULL,
     at text NOT NULL,
     offered integer NOT NULL DEFAULT 0,
     content text NOT NULL
   ) WITHOUT ROWID;`,
];

/**
 * Brings the outbox to the present form.
 * @throws PlainError `not-supported` where a newer version of the application wrote it; it stays as it is.
 */
export function migrateOutbox(db: SqliteDatabase): void {
  teachSum(db);
  const done = Number(db.pragma('user_version', { simple: true }));
  if (done > MIGRATIONS.length) {
    throw new PlainError(
      'not-supported',
      'A newer version of this application has kept changes of yours on this computer. They are safe: install that version again to open them.',
    );
  }
  for (const [index, sql] of MIGRATIONS.entries()) {
    if (index < done) continue;
    db.transaction(() => {
      db.exec(sql);
      db.pragma(`user_version = ${index + 1}`);
    })();
  }
}
