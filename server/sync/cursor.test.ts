import { expect, test } from 'vitest';
import type { Role } from '#shared/access/roles.ts';
import { candidate } from '#shared/model/candidate.ts';
import type { EntityDefinition } from '#shared/model/entity.ts';
import { model } from '#shared/model/entities.ts';
import { modelOf } from '../database/model.ts';
import { permissionVersion } from './cursor.ts';

/** The model of another version of the server. */
const version = (changed: EntityDefinition, role: Role): string =>
  permissionVersion(
    modelOf(model.map((entity) => (entity.name === changed.name ? changed : entity))),
    'u1',
    role,
  );

const before = (role: Role): string => version(candidate, role);

test('a field that students see from now on is news for students alone', () => {
  const city = { ...candidate.fields.city, groups: ['student'] };
  const forStudents = { ...candidate, fields: { ...candidate.fields, city } };
  expect(version(forStudents, 'Student')).not.toBe(before('Student'));
  for (const role of ['Super Admin', 'Admin', 'HR'] as const)
    expect(version(forStudents, role)).toBe(before(role));
});

test('a right that is given or taken is news for who has it', () => {
  const none = { ...candidate, access: { ...candidate.access, HR: [] } };
  expect(version(none, 'HR')).not.toBe(before('HR'));
  expect(version(none, 'Admin')).toBe(before('Admin'));
  const [grant] = candidate.access.HR ?? [];
  if (!grant) throw new Error('HR sees no candidates');
  const own = {
    ...candidate,
    access: { ...candidate.access, HR: [{ ...grant, rows: { whereUserIs: 'map' } }] },
  };
  expect(version(own, 'HR')).not.toBe(before('HR'));
});
