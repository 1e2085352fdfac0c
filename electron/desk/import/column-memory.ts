import { join } from 'node:path';
import { z } from 'zod';
import { fold } from '#shared/import/fold.ts';
import { readPrivateJson, writePrivateJson } from '../storage/data-folders.ts';
import { IMPORT_FILES } from '../storage/import-files.ts';

/** Kinds of files that are remembered, the newest ones. */
const MOST = 50;

const keptSchema = z.array(z.object({ of: z.string(), fields: z.array(z.string().nullable()) }));

/** What the user said that the columns are, by entity and headings: the next file of the same headings has it at once. */
export class ColumnMemory {
  readonly #path: string;

  constructor(folder: string) {
    this.#path = join(folder, IMPORT_FILES.columns);
  }

  read(entity: string, headings: readonly string[]): (string | null)[] | null {
    const of = keyOf(entity, headings);
    return this.#kept().find((each) => each.of === of)?.fields ?? null;
  }

  keep(entity: string, headings: readonly string[], fields: (string | null)[]): void {
    const of = keyOf(entity, headings);
    const others = this.#kept().filter((each) => each.of !== of);
    writePrivateJson(this.#path, [{ of, fields }, ...others].slice(0, MOST));
  }

  #kept(): z.infer<typeof keptSchema> {
    return keptSchema.safeParse(readPrivateJson(this.#path)).data ?? [];
  }
}

const keyOf = (entity: string, headings: readonly string[]): string =>
  JSON.stringify([entity, ...headings.map(fold)]).slice(0, 4_000);
