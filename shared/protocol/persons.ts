import { z } from 'zod';
import type { DataSubject } from '#shared/access/persons.ts';

/** `html` is for the person to read; `json` has all of it, the files too. */
export const COPY_FORMATS = ['html', 'json'] as const;
export type CopyFormat = (typeof COPY_FORMATS)[number];

/** Query of GET /api/persons/{entity}/{id}/copy. */
export const copyQuerySchema = z.strictObject({ format: z.enum(COPY_FORMATS).default('json') });

/** Path of the copy of all that is kept about a person. */
export const personCopyPath = (entity: DataSubject | ':entity', id: string, format?: CopyFormat): string =>
  `/api/persons/${entity}/${id === ':id' ? id : encodeURIComponent(id)}/copy${format ? `?format=${format}` : ''}`;

/** Body of POST /api/persons/{entity}/{id}/erase: why, without the name; and the name, typed as it stands in the heading. */
export const eraseSchema = z.strictObject({
  reason: z.string().trim().min(3).max(500),
  name: z.string().trim().min(1).max(300),
});

/** Path of the erasing of a person. */
export const personErasePath = (entity: DataSubject | ':entity', id: string): string =>
  `/api/persons/${entity}/${id === ':id' ? id : encodeURIComponent(id)}/erase`;
