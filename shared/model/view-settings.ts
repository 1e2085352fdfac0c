import { z } from 'zod';
import { fieldConditionsSchema } from './field-condition.ts';

const name = z.string().min(1).max(60);

/**
 * What a saved view keeps of a list. Names are judged when it is opened, against the model and the rights of then: what
 * does not fit any more, or not this reader, is left out there and stays in the view. What later versions add
 * is kept by this one.
 */
export const viewSettingsSchema = z.looseObject({
  /** The list's own filters as its address has them; `MINE` stands for whoever opens the view. */
  filters: z.record(name, z.string().max(200)).default({}),
  conditions: fieldConditionsSchema.default([]),
  search: z.string().max(200).default(''),
  /** The search is looked for in documents. */
  inDocuments: z.boolean().default(false),
  /** null for the list's own order. */
  sort: z
    .strictObject({ field: name, direction: z.enum(['asc', 'desc']) })
    .nullable()
    .default(null),
  /** The columns in their order; null for the list's own. */
  columns: z.array(name).min(1).max(60).nullable().default(null),
  /** Widths that were given by hand, in pixels by column. */
  widths: z.record(name, z.int().min(20).max(4_000)).default({}),
  /** The field by whose values it is shown as a board; null for the list. */
  board: name.nullable().default(null),
});

export type ViewSettings = z.infer<typeof viewSettingsSchema>;

/** In a view's filters: the id of whoever opens it. */
export const MINE = '@me';

/** The settings as the record has them; null where they cannot be read, as those of a later version. */
export function readViewSettings(text: unknown): ViewSettings | null {
  if (typeof text !== 'string') return null;
  try {
    return viewSettingsSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
