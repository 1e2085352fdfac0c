import type { Grant } from '#shared/model/entity.ts';

/** The grants that most entities give: kept here so that each entity's table reads like the one in decision 11. */
export const everything: readonly Grant[] = [
  { rows: 'all', read: 'all', set: 'all', create: true, delete: true },
];

export const everythingButDelete: readonly Grant[] = [{ rows: 'all', read: 'all', set: 'all', create: true }];

export const readOnly: readonly Grant[] = [{ rows: 'all', read: 'all', set: 'none' }];
