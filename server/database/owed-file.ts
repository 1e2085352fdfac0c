/** In `meta`, before the hash: a file of somebody who was erased, until its bytes are gone. */
export const OWED_FILE = 'fileOwed ';

/** Hashes of those files: no backup takes them along. */
export const OWED_FILES = `SELECT substr("name", ${OWED_FILE.length + 1}) AS "hash" FROM "meta" WHERE "name" LIKE '${OWED_FILE}%'`;
