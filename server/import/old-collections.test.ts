import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { entityNames, entityOf } from '#shared/model/entities.ts';
import { collectionsIn } from './old-collections.ts';

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'old-collections-'))));
afterEach(() => rmSync(folder, { recursive: true }));

function entityIn(file: string): string | undefined {
  writeFileSync(join(folder, file), '');
  const found = collectionsIn(folder).collections.find((each) => each.file === join(folder, file));
  rmSync(join(folder, file));
  return found?.entity;
}

it.each(entityNames)('%s: a collection is known by what the model calls it', (name) => {
  const { path, plural } = entityOf(name);
  expect([entityIn(`${path}.json`), entityIn(`office.${name}.jsonl`), entityIn(`${plural}.json`)]).toEqual([
    name,
    name,
    name,
  ]);
});

it.each([
  ['employees', 'user'],
  ['assignRole', 'roleAssignment'],
  ['LeadStatuses', 'leadStatus'],
  ['student', 'candidate'],
  ['interns', 'inquiry'],
  ['contact', 'contactInquiry'],
  ['careers', 'careerSlide'],
  ['link', 'dataLink'],
  ['hr', 'hrRecord'],
])('the old system may have called it %s', (file, entity) => {
  expect(entityIn(`${file}.json`)).toBe(entity);
});

it('what is no collection is told apart', () => {
  expect(entityIn('invoices.json')).toBeUndefined();
});
