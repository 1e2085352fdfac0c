import { describe, expect, it } from 'vitest';
import { candidate } from './candidate.ts';
import { inquiry } from './inquiry.ts';
import { fileFieldsOf, MAX_FILE_BYTES, pictureRefusal, pictureTypeOf } from './picture.ts';
import { validateChanges } from './validation.ts';

const bytes = (...parts: (number[] | string)[]): Uint8Array =>
  Uint8Array.from(
    parts.flatMap((part) => (typeof part === 'string' ? [...new TextEncoder().encode(part)] : part)),
  );

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

describe('the type of a picture', () => {
  it('is told by how its content begins', () => {
    expect(pictureTypeOf(bytes([0xff, 0xd8, 0xff, 0xe1], 'Exif'))).toBe('image/jpeg');
    expect(pictureTypeOf(bytes(PNG, 'rest'))).toBe('image/png');
    expect(pictureTypeOf(bytes('RIFF', [1, 2, 3, 4], 'WEBPVP8 '))).toBe('image/webp');
  });

  it('is none for anything else, however it is called', () => {
    for (const other of [
      bytes(''),
      bytes([0xff, 0xd8]),
      bytes('RIFF', [1, 2, 3, 4], 'WAVE'),
      bytes('GIF89a'),
      bytes('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      bytes('%PDF-1.7'),
      bytes(' ', PNG),
    ]) {
      expect(pictureTypeOf(other)).toBeNull();
      expect(pictureRefusal(other)?.code).toBe('invalid');
    }
  });
});

it('a picture may have 5 MB and not a byte more (decisions, "Screens")', () => {
  const largest = new Uint8Array(MAX_FILE_BYTES);
  largest.set(PNG);
  expect(pictureRefusal(largest)).toBeNull();
  const larger = new Uint8Array(MAX_FILE_BYTES + 1);
  larger.set(PNG);
  expect(pictureRefusal(larger)?.code).toBe('too-large');
});

it('a file field holds the hash of a content and nothing else', () => {
  expect(fileFieldsOf(candidate)).toEqual(['profilePicture']);
  expect(fileFieldsOf(inquiry)).toEqual([]);
  const issues = (value: unknown): number =>
    validateChanges(candidate, { profilePicture: value }, { mode: 'update' }).issues.length;
  expect(['0123456789abcdef'.repeat(4), null, ''].map(issues)).toEqual([0, 0, 0]);
  expect(['me.png', '../server.db', 'F'.repeat(64), 'f'.repeat(63), 5].map(issues)).toEqual([1, 1, 1, 1, 1]);
});
