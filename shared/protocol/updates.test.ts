import { expect, test } from 'vitest';
import { compareVersions, fileNameSchema, mayFollow, versionSchema, type UpdateManifest } from './updates.ts';

test('versions stand in the order of semver', () => {
  const order = [
    '0.9.9',
    '1.0.0-alpha',
    '1.0.0-alpha.1',
    '1.0.0-alpha.beta',
    '1.0.0-beta',
    '1.0.0-beta.2',
    '1.0.0-beta.11',
    '1.0.0-rc.1',
    '1.0.0',
    '1.0.9',
    '1.0.10',
    '1.9.0',
    '1.10.0',
    '2.0.0',
  ];
  for (const [at, one] of order.entries()) {
    for (const [there, other] of order.entries()) {
      expect(Math.sign(compareVersions(one, other)), `${one} and ${other}`).toBe(Math.sign(at - there));
    }
  }
  for (const none of ['1.0', 'v1.0.0', '01.0.0', '1.0.0-', '1.0.0 ', '1.0.0/..', '../1.0.0', '1.0.0+build'])
    expect(versionSchema.safeParse(none).success, none).toBe(false);
});

test('a release follows newer ones only, and skips no step that it needs', () => {
  const manifest: Pick<UpdateManifest, 'version' | 'from'> = { version: '1.4.0', from: '1.2.0' };
  const follows = (installed: string): boolean => mayFollow(manifest as UpdateManifest, installed);
  expect(['1.1.9', '1.2.0', '1.3.7', '1.4.0-rc.1', '1.4.0', '1.5.0'].map(follows)).toEqual([
    false,
    true,
    true,
    true,
    false,
    false,
  ]);
});

test('names of files lead out of no folder, on no system', () => {
  for (const good of ['placement-desk-1.4.0-linux-x64.AppImage', 'latest.yml', 'SHA256SUMS'])
    expect(fileNameSchema.safeParse(good).success, good).toBe(true);
  for (const bad of [
    '',
    '.',
    '..',
    '../a',
    'a/b',
    'a\\b',
    '/etc/passwd',
    'C:a',
    '.hidden',
    'a.',
    'a ',
    'a\0b',
    'a\nb',
    '-rf',
    'nul',
    'CON.exe',
    'com1.txt',
    'manifest.json',
    'manifest.json.sig',
    'a%2fb',
    'a:b',
    'x'.repeat(121),
  ])
    expect(fileNameSchema.safeParse(bad).success, bad).toBe(false);
});
