import { PlainError } from '#shared/protocol/errors.ts';
import type { EntityRules } from './entity-rules.ts';

/** An activity is about one person, and only a call has an outcome (decision 20). */
export const activityRules: EntityRules = {
  check({ kind, row, values }, batch) {
    if (kind !== 'create' && kind !== 'update') return;
    const held = (name: string): unknown => (name in values ? values[name] : (row?.[name] ?? null));
    if ((held('candidate') === null) === (held('inquiry') === null)) {
      const message = 'An activity is about one candidate or one inquiry';
      throw new PlainError('invalid', `${message}.`, [{ field: 'candidate', code: 'invalid', message }]);
    }
    if (held('kind') !== 'Call' && held('outcome') !== null) values['outcome'] = null;
    if (kind === 'create') values['at'] ??= batch.at;
    // It would stay the newest until then: the clock of a computer orders nothing (sync rule 10).
    if (typeof values['at'] === 'string' && values['at'] > batch.at) values['at'] = batch.at;
  },
};
