import { saysWho, withoutWho, type KnownBy } from '#shared/model/saying-who.ts';
import type { StatementCache } from '../storage/sqlite-file.ts';
import type { Refusal } from './outbox-operation.ts';

/** What a refusal says may name what others wrote, also in another record than the one that was refused. */

const NO_LONGER_SHOWN =
  'The server refused it. What it said is not shown any more, since the record may not be yours to see.';

const SENT_WITH_ERASED =
  'It was sent together with a change of somebody who was erased meanwhile, and was not done. Try again: it goes without that one.';

interface Refused {
  n: number;
  error: string;
}

/** A refusal without its sentences. @param said in their place */
export function withoutSentence(error: string, said = NO_LONGER_SHOWN): string {
  const { code, dependsOn, refusedWith, strippedFields } = JSON.parse(error) as Refusal;
  // It speaks of the account alone.
  if (strippedFields !== undefined) return error;
  const kept: Refusal = {
    code,
    error: said,
    ...(dependsOn === undefined ? {} : { dependsOn }),
    ...(refusedWith === undefined ? {} : { refusedWith }),
  };
  return JSON.stringify(kept);
}

/**
 * What operations were refused for, or with them, is not said any more: neither by their ids nor by those of their records.
 * @param areErased these are of people who were erased: what was sent with them is not at fault
 */
export function forgetCauses(
  statements: StatementCache,
  operations: readonly string[],
  recordIds: readonly string[],
  areErased = false,
): boolean {
  const refused = statements
    .prepare(
      `SELECT n, error FROM operations WHERE status = 'refused' AND json_valid(error) AND (
         coalesce(error ->> '$.refusedWith', error ->> '$.dependsOn') IN (SELECT value FROM json_each(?))
         OR EXISTS (SELECT 1 FROM json_each(?) WHERE instr(error, value) > 0))`,
    )
    .all(JSON.stringify(operations), JSON.stringify(recordIds)) as Refused[];
  const gone = new Set(areErased ? operations : []);
  return rewrite(statements, refused, (error) => {
    const { refusedWith } = JSON.parse(error) as Refusal;
    const isSentWith = refusedWith !== undefined && gone.has(refusedWith);
    return withoutSentence(error, isSentWith ? SENT_WITH_ERASED : undefined);
  });
}

/** People were erased: what was said of them in any refusal goes. */
export function forgetInSentences(statements: StatementCache, people: KnownBy): boolean {
  const refused = statements
    .prepare(`SELECT n, error FROM operations WHERE status = 'refused' AND json_valid(error)`)
    .all() as Refused[];
  const naming = refused.filter(({ error }) => saysWho(people, error));
  return rewrite(statements, naming, (error) => {
    const { error: sentence, fields: _, ...rest } = JSON.parse(error) as Refusal;
    return JSON.stringify({ ...rest, error: withoutWho(people, sentence) || NO_LONGER_SHOWN });
  });
}

function rewrite(
  statements: StatementCache,
  refused: readonly Refused[],
  change: (error: string) => string,
): boolean {
  const write = statements.prepare('UPDATE operations SET error = ? WHERE n = ?');
  let changed = false;
  for (const { n, error } of refused) {
    const now = change(error);
    if (now === error) continue;
    write.run(now, n);
    changed = true;
  }
  return changed;
}
