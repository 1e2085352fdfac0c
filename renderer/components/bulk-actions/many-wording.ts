import { inSentence } from '#shared/format/label-in-sentence.ts';
import { formatNumber } from '#shared/format/numbers.ts';
import { entityOf, type EntityName } from '#shared/model/entities.ts';
import type { LeftOut, ManyKind, ManyResult } from '#shared/protocol/many.ts';

/** `1 candidate`, `40 candidates`. */
export function recordsText(entity: EntityName, count: number): string {
  const { label, plural } = entityOf(entity);
  return `${formatNumber(count)} ${inSentence(count === 1 ? label : plural)}`;
}

const DONE: Readonly<Record<ManyKind, { title: string; verb: string; of: string }>> = {
  set: { title: 'Updated!', verb: 'set', of: 'change' },
  delete: { title: 'Deleted!', verb: 'deleted', of: 'delete' },
  restore: { title: 'Restored', verb: 'restored', of: 'restore' },
};

/** What came of a change of many, as its message: `38 of 40 set; 2 are not yours to change.` */
export function manyText(result: ManyResult): { title: string; message: string } {
  const { kind, entity, field, selected, same, left, stopped } = result;
  const { title, verb, of } = DONE[kind];
  // What is back already, and what has that value already, is as it was wanted.
  const done = kind === 'set' ? result.done : result.done + same;
  const reasons = left.map((each) => leftOutText(each, of));
  const already = same > 0 && kind === 'set' ? [`${formatNumber(same)} had it already`] : [];
  if (done === selected) {
    const what = recordsText(entity, done);
    return { title, message: kind === 'set' ? `${field ?? 'Fields'} of ${what} set.` : `${what} ${verb}.` };
  }
  const parts = [`${formatNumber(done)} of ${formatNumber(selected)} ${verb}`, ...already, ...reasons];
  const message = `${parts.join('; ').replace(/\.$/, '')}.`;
  if (stopped) return { title: 'Stopped.', message };
  return { title: done > 0 ? title : 'Nothing was changed.', message };
}

function leftOutText({ why, count, reason }: LeftOut, of: string): string {
  const are = count === 1 ? '1 is' : `${formatNumber(count)} are`;
  if (why === 'not-yours') return `${are} not yours to ${of}`;
  if (why === 'gone') return `${are} no longer there`;
  return `${formatNumber(count)} stayed: ${reason}`;
}
