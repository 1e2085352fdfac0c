import { z } from 'zod';
import {
  DELIMITERS,
  ENCODINGS,
  IMPORTABLE,
  KNOWN_CHOICES,
  saidColumnsSchema,
} from '#shared/protocol/import.ts';

/** What an import has come to, kept with its rows. */
export const workSchema = z.object({
  id: z.string(),
  entity: z.enum(IMPORTABLE),
  fileName: z.string(),
  size: z.int(),
  received: z.int(),
  /** What goes on by itself until it is done, also after a restart. */
  going: z.enum(['receiving', 'reading', 'judging', 'running']).nullable(),
  step: z.enum(['file', 'columns', 'preview', 'run', 'report']),
  problem: z.string().nullable(),
  /** How the user wishes the file to be read. */
  asked: z.object({
    encoding: z.enum(ENCODINGS).optional(),
    delimiter: z.enum(DELIMITERS).optional(),
    sheet: z.string().optional(),
    heading: z.int().optional(),
  }),
  form: z
    .object({
      kind: z.enum(['csv', 'xlsx']),
      encoding: z.enum(ENCODINGS).nullable(),
      delimiter: z.enum(DELIMITERS).nullable(),
      sheets: z.array(z.string()),
      sheet: z.string().nullable(),
    })
    .nullable(),
  heading: z.int(),
  divided: z.int().nullable().default(null),
  head: z.array(z.array(z.string())),
  columns: z.array(
    z.object({
      heading: z.string(),
      samples: z.array(z.string()),
      field: z.string().nullable(),
      isRemembered: z.boolean(),
    }),
  ),
  fixed: z.record(z.string(), z.unknown()),
  meanings: z.record(z.string(), z.record(z.string(), z.string().nullable())),
  /** Of the columns, what the rows are not judged by yet. */
  said: saidColumnsSchema.nullable().default(null),
  choice: z.enum(KNOWN_CHOICES),
  /** Id of the change set, from the first part on. */
  set: z.string().nullable(),
  stopped: z.boolean(),
  /** Why a run ended before its last row, where nobody stopped it, as a sentence. */
  why: z.string().nullable().default(null),
  /** Whether what came in was taken back before it had left this computer, so that nothing of it is kept. */
  takenOut: z.boolean().default(false),
  /** How many of those who were added others have added meanwhile too; null until it was looked. */
  byOthers: z.int().nullable().default(null),
  /** Whether that was told, perhaps of a part of it. */
  toldOfOthers: z.boolean().default(false),
  /** Readings of the file that have begun since the last one came to its end. */
  readings: z.int().default(0),
});

export type ImportWork = z.infer<typeof workSchema>;
