import type { z } from 'zod';
import type { EntityDefinition } from '#shared/model/entity.ts';
import type { JsonSchema } from './record-schemas.ts';

/** A call of the server, as the document, its test and the fuzz test know it. */
export interface ServerCall {
  method: 'get' | 'post' | 'put' | 'delete';
  /** With `{name}` for each part that varies. */
  path: string;
  area: string;
  summary: string;
  /** Whether it is answered without sign-in. */
  open?: boolean;
  /** Whether a setting decides that there is such a path. */
  optional?: boolean;
  /** What a list may be asked for, by entity; or the query's schema. */
  listOf?: EntityDefinition;
  query?: z.ZodType;
  body?: { schema: JsonSchema; form?: boolean; bytes?: boolean };
  answer: { status: 200 | 201 | 202 | 204; schema?: JsonSchema; type?: string };
}

/** A schema of the document, by its name. */
export const ref = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });
