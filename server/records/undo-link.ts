import type { ColumnValue } from '#shared/model/columns.ts';
import { mayTakeAway } from './remove-record.ts';
import { titleOf } from './refusals.ts';
import { LINKS } from './rules/linked-records.ts';
import { didAndSince, type Undo } from './undo-left.ts';
import { reasonToStay } from './undo-presence.ts';
import { rightsOn } from './visibility.ts';

/**
 * Why a record goes on naming what it became by the set that is taken back: that stays, since somebody has said more about it or
 * changed it, or the author may not delete it. The two belong together (`rules/linked-records.ts`).
 * @param before what the field held before the set
 * @returns a sentence; null where nothing keeps the field
 */
export async function keptByLink(undo: Undo, field: string, before: ColumnValue): Promise<string | null> {
  const { batch, entity, recordId, row, pasts } = undo;
  const link = LINKS.find(({ from }) => from.entity === entity.name && from.field === field);
  const id = row[field];
  if (!link || before !== null || typeof id !== 'string') return null;
  const target = batch.entity(link.to.entity);
  const became = await batch.get(target.name, id);
  if (!became || became['deletedAt'] !== null || became[link.to.field] !== recordId) return null;
  const { lines: all } = await pasts.of(target, id);
  const done = await didAndSince(undo, all);
  const made: Undo = { ...undo, ...done, entity: target, recordId: id, row: became, all };
  const reason = await reasonToStay(made);
  if (reason === undefined || (reason === null && (await mayTakeAway(batch, target, became)))) return null;
  const isSeen = rightsOn(target, batch.author, became).read.size > 0;
  const name = isSeen ? titleOf(target, became) : `The ${target.label.toLowerCase()}`;
  return `${name} stays, and they belong together.`;
}
