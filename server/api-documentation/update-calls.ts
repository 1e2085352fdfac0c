import { z } from 'zod';
import {
  OFFER_PATH,
  offerQuerySchema,
  offerSchema,
  stageSchema,
  STARTED_PATH,
  startedSchema,
  updateFilePath,
  UPDATES_STATE_PATH,
} from '#shared/protocol/updates.ts';
import type { JsonSchema } from './record-schemas.ts';
import type { ServerCall } from './server-call.ts';

/** How PCs get new versions of the application (decision 42). */
export function updateCalls(): ServerCall[] {
  const area = 'Updates';
  const anyObject: JsonSchema = { type: 'object' };
  const bodyOf = (schema: z.ZodType): { schema: JsonSchema } => ({ schema: z.toJSONSchema(schema) });
  return [
    {
      method: 'get',
      path: OFFER_PATH,
      area,
      summary: 'What this PC is to update to, as a signed manifest; for a desk',
      query: offerQuerySchema,
      answer: { status: 200, schema: z.toJSONSchema(offerSchema) },
    },
    {
      method: 'get',
      path: updateFilePath('{version}', '{name}'),
      area,
      summary: 'A file of a version that this PC was offered, whole or from a place on (Range)',
      answer: { status: 200, type: 'application/octet-stream' },
    },
    {
      method: 'post',
      path: STARTED_PATH,
      area,
      summary: 'A desk tells how its first start with a version went',
      body: bodyOf(startedSchema),
      answer: { status: 204 },
    },
    {
      method: 'get',
      path: UPDATES_STATE_PATH,
      area,
      summary: 'Which version is published, who gets it and how many PCs have which, for a Super Admin',
      answer: { status: 200, schema: anyObject },
    },
    {
      method: 'put',
      path: UPDATES_STATE_PATH,
      area,
      summary: 'Give a version to all PCs, or halt it, as Super Admin',
      body: bodyOf(stageSchema),
      answer: { status: 200, schema: anyObject },
    },
  ];
}
