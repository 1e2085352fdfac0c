import { randomUUID } from 'node:crypto';
import { ROLES, type BuiltInRole } from '#shared/access/roles.ts';
import { normaliseText } from '#shared/model/search-text.ts';
import { BUILT_IN_HEADLINE } from './built-in-slide.ts';
import { loadWithin } from './bulk-load.ts';
import type { Database, Transaction } from './database.ts';

/** Sees to it that the five built-in roles and one career slide are there (decision 10). */
export async function ensureBuiltIn(database: Database): Promise<void> {
  if (isNothing(await missingIn(database))) return;
  await database.write(async (trx, log) => {
    // Once more under the lock: of several processes that start on an empty database one makes them.
    const { roles, slide } = await missingIn(trx);
    const named = roles.map((name) => ({ _id: randomUUID(), name }));
    if (named.length > 0) await loadWithin(trx, log, database, 'role', named);
    const cta = { label: null, url: null };
    const made = { _id: randomUUID(), headline: BUILT_IN_HEADLINE, subheading: null, cta };
    if (slide) await loadWithin(trx, log, database, 'careerSlide', [made]);
  });
}

interface Missing {
  roles: readonly BuiltInRole[];
  slide: boolean;
}

const isNothing = ({ roles, slide }: Missing): boolean => roles.length === 0 && !slide;

async function missingIn({ all }: Pick<Transaction, 'all'>): Promise<Missing> {
  const roles = await all<{ name_key: string }>('SELECT "name_key" FROM "role" WHERE "deletedAt" IS NULL');
  const slides = await all('SELECT "_id" FROM "careerSlide" WHERE "deletedAt" IS NULL LIMIT 1');
  return {
    roles: ROLES.filter((name) => !roles.some((role) => role.name_key === normaliseText(name))),
    slide: slides.length === 0,
  };
}
