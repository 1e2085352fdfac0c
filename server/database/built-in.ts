import { randomUUID } from 'node:crypto';
import { ROLES } from '#shared/access/roles.ts';
import { normaliseText } from '#shared/model/search-text.ts';
import { BUILT_IN_HEADLINE } from './built-in-slide.ts';
import { bulkLoad } from './bulk-load.ts';
import type { Database } from './database.ts';

/** Sees to it that the five built-in roles and one career slide are there (decision 10). */
export async function ensureBuiltIn(database: Database): Promise<void> {
  const roles = await database.all<{ name_key: string }>(
    'SELECT "name_key" FROM "role" WHERE "deletedAt" IS NULL',
  );
  const missing = ROLES.filter((name) => !roles.some((role) => role.name_key === normaliseText(name)));
  if (missing.length > 0) {
    await bulkLoad(
      database,
      'role',
      missing.map((name) => ({ _id: randomUUID(), name })),
    );
  }
  const [slide] = await database.all('SELECT "_id" FROM "careerSlide" WHERE "deletedAt" IS NULL LIMIT 1');
  if (!slide) {
    await bulkLoad(database, 'careerSlide', [
      { _id: randomUUID(), headline: BUILT_IN_HEADLINE, subheading: null, cta: { label: null, url: null } },
    ]);
  }
}
