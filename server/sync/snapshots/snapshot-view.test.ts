import { expect, test } from 'vitest';
import { candidate } from '#shared/model/candidate.ts';
import type { EntityDefinition } from '#shared/model/entity.ts';
import { model } from '#shared/model/entities.ts';
import { modelOf } from '../../database/model.ts';
import { viewOf } from './snapshot-view.ts';

/** The model of another version of the server. */
const withCandidate = (changed: EntityDefinition): ReturnType<typeof modelOf> =>
  modelOf(model.map((entity) => (entity.name === changed.name ? changed : entity)));

test('a snapshot of before is not for a role that sees fewer fields from now on, and is for the others', () => {
  const now = withCandidate(candidate);
  const [grant] = candidate.access.HR ?? [];
  if (!grant) throw new Error('HR sees no candidates');
  const HR = [{ ...grant, read: { except: 'payment' } as const }];
  const later = withCandidate({ ...candidate, access: { ...candidate.access, HR } });
  expect(viewOf(later, 'HR')).not.toBe(viewOf(now, 'HR'));
  expect(viewOf(later, 'Admin')).toBe(viewOf(now, 'Admin'));
});
