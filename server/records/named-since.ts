import { inSentence } from '#shared/format/label-in-sentence.ts';
import { entityOf, type EntityName } from '#shared/model/entities.ts';
import { quote } from '#shared/model/list-query.ts';
import { referringTo } from '#shared/model/references.ts';
import type { Row } from '../database/rows.ts';
import type { Batch } from './batch.ts';
import { parseVersions, versionOf } from './versions.ts';

/**
 * What refers to a record and was not linked with it by one of these sets, such as a call that somebody has logged since.
 * @param after the number of the log from which on it counts
 * @returns the names of the kinds, as they stand in a sentence
 */
export async function namedSince(
  batch: Batch,
  target: EntityName,
  id: string,
  sets: readonly string[],
  after = 0,
): Promise<string[]> {
  const kinds: string[] = [];
  for (const { entity, field } of referringTo(target)) {
    // What they say is not asked: the text of a document is long.
    const rows = await batch.ask<Row>(
      `SELECT "_id", "_versions", "_createdSeq" FROM ${quote(entity)} WHERE ${quote(field)} = ? AND "deletedAt" IS NULL`,
      [id],
    );
    const seqs = rows
      .map((row) => versionOf(row, parseVersions(row['_versions']), field)[0])
      .filter((seq) => seq > after);
    if (await areAllOf(batch, seqs, sets)) continue;
    kinds.push(inSentence(entityOf(entity).plural));
  }
  return [...new Set(kinds)];
}

/** So many are asked about at once. */
const SLICE = 500;

async function areAllOf(batch: Batch, seqs: readonly number[], sets: readonly string[]): Promise<boolean> {
  for (let at = 0; at < seqs.length; at += SLICE) {
    const some = seqs.slice(at, at + SLICE);
    const lines = await batch.ask<{ setId: string | null }>(
      `SELECT "setId" FROM "change_log" WHERE "seq" IN (${some.map(() => '?').join(', ')})`,
      some,
    );
    const own = lines.filter(({ setId }) => setId !== null && sets.includes(setId));
    if (own.length < new Set(some).size) return false;
  }
  return true;
}
