import { z } from 'zod';
import { isEntityName } from '../model/entities.ts';
import { cursorSchema, deskProofSchema, receiptSchema, refreshTokenSchema, type PulledRows } from './sync.ts';

/**
 * What an answer of the server must have before a desk believes any of it: part of it is kept, and sent back with each call
 * that follows, so that one wrong answer would spoil all of them. What else a newer server says is not looked at.
 */

const id = z.string().min(1).max(100);
const seq = z.int().min(0);
/** As every clock writes it, and `Date` reads it. */
const time = z.string().refine((text) => !Number.isNaN(Date.parse(text)));

/** An entity of a newer model is for the desk that has that model. */
function areRows({ entity, columns, rows }: Readonly<Record<keyof PulledRows, unknown>>): boolean {
  if (typeof entity !== 'string' || !Array.isArray(columns) || !Array.isArray(rows)) return false;
  if (!isEntityName(entity)) return true;
  const [idAt, seqAt] = [columns.indexOf('_id'), columns.indexOf('_seq')];
  return rows.every(
    (row: unknown) =>
      Array.isArray(row) &&
      id.safeParse(row[idAt]).success &&
      Number.isSafeInteger(row[seqAt]) &&
      row.every((value) => value === null || typeof value === 'string' || Number.isFinite(value)),
  );
}

const records = z.array(
  z.object({ entity: z.string(), ids: z.array(z.string()), hidden: z.array(z.string()).optional() }),
);

const conflicts = z.array(
  z.object({
    id,
    entity: z.string(),
    recordId: z.string(),
    field: z.string(),
    by: z.string(),
    at: time,
  }),
);

export const pullAnswerSchema = z.discriminatedUnion('status', [
  z.object({ status: z.literal('resync'), reason: z.string() }),
  z.object({
    status: z.literal('page'),
    rows: z.array(z.object({ entity: z.unknown(), columns: z.unknown(), rows: z.unknown() }).refine(areRows)),
    gone: records,
    conflicts,
    erased: records.optional(),
    cursor: cursorSchema,
    seq,
    at: time,
    receipt: receiptSchema,
    more: z.boolean(),
    total: seq.optional(),
  }),
]);

const result = z.discriminatedUnion('status', [
  z.object({
    id,
    status: z.literal('applied'),
    seq,
    left: z.array(z.unknown()).optional(),
    arrivedAt: id.optional(),
    mergedInto: id.optional(),
  }),
  z.object({
    id,
    status: z.literal('refused'),
    code: z.string(),
    error: z.string(),
    fields: z.array(z.unknown()).optional(),
    refusedWith: id.optional(),
  }),
]);

export const pushAnswerSchema = z.object({
  results: z.array(result),
  seq,
  at: time,
  receipt: receiptSchema,
});

export const checksumAnswerSchema = z.object({
  seq,
  entities: z.record(
    z.string(),
    z.object({
      count: z.number(),
      seqSum: z.number(),
      content: z.number().optional(),
      columns: z.array(z.string()).optional(),
    }),
  ),
});

export const loginAnswerSchema = z.object({
  // It goes into a header.
  token: z.string().regex(/^[!-~]+$/),
  user: z.object({ _id: id, name: z.string(), email: z.string(), role: z.string() }),
  refreshToken: refreshTokenSchema.optional(),
  deskProof: deskProofSchema.optional(),
  dataKey: z.string().optional(),
  trial: z.string().max(100).optional(),
  expiresIn: z.number().positive(),
});
