import { fieldOf, type EntityDefinition } from '#shared/model/entity.ts';
import { isMergeable } from '#shared/model/merged-record.ts';
import type { Left } from '#shared/protocol/change-sets.ts';
import type { Batch } from './batch.ts';
import { mergedTo } from './merged.ts';
import { thatStand } from './record-past.ts';
import { titleOf } from './refusals.ts';
import type { Undo } from './undo-left.ts';

/**
 * What was written for a record while it was merged away, and stands in the one that had stayed: an undo of the merge does not know
 * whose it is by now, and says so.
 * @param id of the record that is there again
 */
export async function lateEdits(
  { batch, entity, pasts, sets, by }: Pick<Undo, 'batch' | 'entity' | 'pasts' | 'sets' | 'by'>,
  id: string,
): Promise<Left[]> {
  if (!isMergeable(entity.name)) return [];
  const [lead] = await batch.ask<{ into: string | null }>(
    `SELECT "${entity.name}" AS "into" FROM "mergedRecord" WHERE "was" = ? AND "${entity.name}" IS NOT NULL
     ORDER BY "_seq" DESC LIMIT 1`,
    [id],
  );
  const row = lead?.into ? await batch.get(entity.name, lead.into) : null;
  if (!row || row['deletedAt'] !== null) return [];
  const { lines: all } = await pasts.of(entity, row._id);
  const lines = await thatStand(sets, all);
  const sent = await mergedTo(batch, entity.name, id);
  const back = await batch.get(entity.name, id);
  const whose = back ? titleOf(entity, back) : entity.label;
  // What the undo has taken along already.
  const seen = new Set(all.flatMap(({ setId, names }) => (setId === by ? names : [])));
  const left: Left[] = [];
  for (const { kind, names, sentFor, name: writer } of lines.toReversed())
    for (const name of kind === 'update' ? names : []) {
      // Nobody knows any more which one it was.
      if (name === '') continue;
      const { label, serverSet } = fieldOf(entity, name);
      if (sentFor !== null && sent.has(sentFor) && !seen.has(name) && !serverSet)
        left.push({
          entity: entity.name,
          recordId: row._id,
          title: titleOf(entity, row),
          field: label,
          reason: `${writer ?? 'Somebody'} wrote it for ${whose} while the two were merged. Write it there, and here what is right.`,
        });
      seen.add(name);
    }
  return left;
}

/** Undoes of undoes that are followed to what was done first. */
const MOST_UNDOES = 50;

/**
 * The record that a set was done to, where it was meant for one that was merged away then; so was what took it back since. null where
 * there is none.
 */
export async function doneInstead(
  batch: Batch,
  entity: EntityDefinition,
  { id, set, sets }: { id: string; set: string; sets: Undo['sets'] },
): Promise<string | null> {
  let at: string | null = set;
  for (let step = 0; at !== null && step < MOST_UNDOES; step += 1) {
    const [line]: { recordId: string }[] = await batch.ask(
      `SELECT "recordId" FROM "change_log" WHERE "setId" = ? AND "entity" = ? AND "sentFor" = ? ORDER BY "seq" LIMIT 1`,
      [at, entity.name, id],
    );
    if (line) return line.recordId === id ? null : line.recordId;
    at = (await sets.linksOf([at])).get(at) ?? null;
  }
  return null;
}
