import { join } from 'node:path';
import { z } from 'zod';
import { fold } from '#shared/import/fold.ts';
import type { KnownBy } from '#shared/model/saying-who.ts';
import { IMPORT_FILES, type ImportPlace } from '../storage/import-files.ts';
import { readSealedJson, writeSealedJson } from '../storage/sealed-file.ts';

/** Kinds of files that are remembered, the newest ones. */
const MOST = 50;

const keptSchema = z.array(z.object({ of: z.string(), fields: z.array(z.string().nullable()) }));

/** What the user said that the columns are, by entity and headings: the next file of the same headings has it at once. */
export class ColumnMemory {
  readonly #path: string;
  readonly #key: Buffer | undefined;

  constructor({ folder, keys }: Pick<ImportPlace, 'folder' | 'keys'>) {
    this.#path = join(folder, IMPORT_FILES.columns);
    this.#key = keys?.files;
  }

  read(entity: string, headings: readonly string[]): (string | null)[] | null {
    const of = keyOf(entity, headings);
    return this.#kept().find((each) => each.of === of)?.fields ?? null;
  }

  keep(entity: string, headings: readonly string[], fields: (string | null)[]): void {
    const of = keyOf(entity, headings);
    const others = this.#kept().filter((each) => each.of !== of);
    writeSealedJson(this.#path, [{ of, fields }, ...others].slice(0, MOST), this.#key);
  }

  /** Forgets files in which a row of people was taken for the headings, of those who are erased. */
  forget({ texts, numbers }: KnownBy): void {
    const kept = this.#kept();
    const signs = [...texts.map(fold), ...numbers];
    const left = kept.filter(({ of }) => {
      const written = of.replaceAll('","', '');
      return !signs.some((sign) => written.includes(sign));
    });
    if (left.length < kept.length) writeSealedJson(this.#path, left, this.#key);
  }

  #kept(): z.infer<typeof keptSchema> {
    return keptSchema.safeParse(readSealedJson(this.#path, this.#key)).data ?? [];
  }
}

const keyOf = (entity: string, headings: readonly string[]): string =>
  JSON.stringify([entity, ...headings.map(fold)]).slice(0, 4_000);
