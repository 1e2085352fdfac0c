import { ROLES } from '#shared/access/roles.ts';
import type { RoleRecord } from '#shared/model/role.ts';
import { Random } from './random.ts';
import { calendarOf, HISTORY_DAYS, recordId, type DemoOptions } from './record-base.ts';

/** The built-in roles, with ids that are the same for the same seed. */
export function* demoRoles(options: DemoOptions) {
  const calendar = calendarOf(options);
  for (const [index, name] of ROLES.entries()) {
    const createdAt = calendar.time(-HISTORY_DAYS - 30, 600 + index);
    const random = new Random(options.seed, 'role', index);
    yield {
      _id: recordId(random, createdAt),
      createdAt,
      updatedAt: createdAt,
      name,
    } satisfies Partial<RoleRecord>;
  }
}
