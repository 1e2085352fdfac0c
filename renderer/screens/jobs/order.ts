import { readNumber } from '#shared/format/read-amount.ts';
import { job } from '#shared/model/job.ts';
import { validateChanges } from '#shared/model/validation.ts';

/** A typed order as the number that it is, or what is wrong with it, in the model's words. */
export function readOrder(text: string): { order: number } | { problem: string } {
  const read = readNumber(text, job.fields.order.label);
  if ('problem' in read) return read;
  const { values, issues } = validateChanges(job, { order: read.value }, { mode: 'update' });
  const order = values['order'];
  if (typeof order === 'number') return { order };
  return { problem: issues[0]?.message ?? `${job.fields.order.label} must be a number` };
}
