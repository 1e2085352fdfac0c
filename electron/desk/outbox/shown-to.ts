import { z } from 'zod';

const schema = z.object({
  user: z.string(),
  role: z.string(),
  /** By each grant of the role. */
  sees: z.array(z.object({ entity: z.string(), rows: z.unknown(), fields: z.array(z.string()) })),
});

/** Who is shown what others wrote: which fields of which rows. */
export type ShownTo = z.infer<typeof schema>;

/**
 * Whether all that was shown may be seen still, in the same role or in one that sees as much. Another version of the application
 * has other rules without taking anything away: a new field is one more to see.
 * @param before as it was kept
 */
export function maySeeStill(before: string, now: ShownTo): boolean {
  const kept = schema.safeParse(parsed(before)).data;
  if (kept?.user !== now.user) return false;
  return kept.sees.every(({ entity, rows, fields }) =>
    now.sees.some(
      (grant) =>
        grant.entity === entity &&
        (grant.rows === 'all' || JSON.stringify(grant.rows) === JSON.stringify(rows)) &&
        fields.every((name) => grant.fields.includes(name)),
    ),
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
