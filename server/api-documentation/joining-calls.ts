import { z } from 'zod';
import {
  JOIN_CODES_PATH,
  JOIN_PATH,
  joinAnswerSchema,
  joinRequestSchema,
  newJoinCodeSchema,
  OFFICE_PATH,
  officeNameSchema,
} from '#shared/protocol/joining.ts';
import type { JsonSchema } from './record-schemas.ts';
import type { ServerCall } from './server-call.ts';

/** How PCs join the office's server (decision 36). */
export function joiningCalls(): ServerCall[] {
  const area = 'Joining';
  const anyObject: JsonSchema = { type: 'object' };
  const bodyOf = (schema: z.ZodType): { schema: JsonSchema } => ({
    schema: z.toJSONSchema(schema, { io: 'input' }),
  });
  return [
    {
      method: 'post',
      path: JOIN_PATH,
      area,
      summary: 'Ask whether a join code is good, and whose server it is; counts a use',
      open: true,
      body: bodyOf(joinRequestSchema),
      answer: { status: 200, schema: z.toJSONSchema(joinAnswerSchema) },
    },
    {
      method: 'get',
      path: JOIN_CODES_PATH,
      area,
      summary: 'The join codes that are good yet, for an administrator',
      answer: { status: 200, schema: { type: 'array', items: anyObject } },
    },
    {
      method: 'post',
      path: JOIN_CODES_PATH,
      area,
      summary: 'Make a join code, as administrator; its text is in this answer alone',
      body: bodyOf(newJoinCodeSchema),
      answer: { status: 201, schema: anyObject },
    },
    {
      method: 'delete',
      path: `${JOIN_CODES_PATH}/{id}`,
      area,
      summary: 'End a join code, as administrator',
      answer: { status: 204 },
    },
    {
      method: 'get',
      path: OFFICE_PATH,
      area,
      summary: 'What the office is called, and where other PCs reach the server, for an administrator',
      answer: { status: 200, schema: anyObject },
    },
    {
      method: 'put',
      path: OFFICE_PATH,
      area,
      summary: 'Say what the office is called, as Super Admin',
      body: bodyOf(officeNameSchema),
      answer: { status: 200, schema: anyObject },
    },
  ];
}
