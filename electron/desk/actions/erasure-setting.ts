import { mayErase } from '#shared/access/persons.ts';
import { formatNumber } from '#shared/format/numbers.ts';
import { newId } from '#shared/model/new-id.ts';
import type { Params, Results } from '#shared/protocol/bridge.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import { newSet } from '../records/new-set.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { notBefore } from './activity-log.ts';

/** The record that has it: of several the first one, as on the server. */
function settingOf({ cache }: Workspace): { id: string; months: string | null } | undefined {
  return cache.statements
    .prepare(
      'SELECT "_id" AS id, "eraseAfterMonths" AS months FROM "officeSetting" ORDER BY "createdAt", "_id" LIMIT 1',
    )
    .get() as { id: string; months: string | null } | undefined;
}

/** After how many months without contact inquiries are proposed for erasure; null where they are not. */
export function erasureMonths(workspace: Workspace): Results['erasure.months'] {
  assertErases(workspace);
  return { months: settingOf(workspace)?.months ?? null };
}

/**
 * Decides that for the office.
 * @throws PlainError `forbidden`
 */
export function setErasureMonths(
  workspace: Workspace,
  { months }: Params<'erasure.setMonths'>,
): { set: string | null; record: string } {
  assertErases(workspace);
  const { writer, reader, actor } = workspace;
  const there = settingOf(workspace);
  const id = there?.id ?? newId();
  const set = writer.together(newSet('When inquiries are proposed for erasure'), () => {
    const base = there ? reader.baseSeq('officeSetting', id) : null;
    writer.save({ entity: 'officeSetting', id, base, changes: { eraseAfterMonths: months } }, actor);
  });
  return { set, record: id };
}

/**
 * Keeps people who are proposed for as long again: a note about each, which is contact, on every desk.
 * @throws PlainError `forbidden`, `not-found` for one who is no longer there
 */
export function keepProposed(
  workspace: Workspace,
  { ids }: Params<'erasure.keep'>,
): { set: string | null; notes: string[] } {
  assertErases(workspace);
  const { writer, actor, outbox } = workspace;
  const months = settingOf(workspace)?.months;
  if (!months) throw new PlainError('conflict', 'Nothing is proposed for erasure any more.');
  const notes = ids.map(() => newId());
  const what = ids.length === 1 ? 'an inquiry' : `${formatNumber(ids.length)} inquiries`;
  const at = notBefore(outbox.server.time);
  const set = writer.together(newSet(`Kept ${what} for another ${months} months`), () => {
    for (const [index, inquiry] of ids.entries()) {
      const changes = { inquiry, kind: 'Note', note: `Kept for another ${months} months.`, at };
      writer.save({ entity: 'activity', id: notes[index] ?? newId(), base: null, changes }, actor);
    }
  });
  return { set, notes };
}

function assertErases({ actor }: Workspace): void {
  if (!mayErase(actor.role))
    throw new PlainError('forbidden', 'Only a Super Admin decides when people are erased.');
}
