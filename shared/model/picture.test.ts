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

/** The head of a PNG. */
function pngOf(width: number, height: number, depth = 8, colours = 2): Uint8Array {
  const head = bytes(PNG, [0, 0, 0, 13], 'IHDR', Array<number>(17).fill(0));
  const view = new DataView(head.buffer);
  view.setUint32(16, width);
  view.setUint32(20, height);
  head.set([depth, colours], 24);
  return head;
}

const jpegOf = (width: number, height: number): Uint8Array =>
  bytes(
    [0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2, 0xff, 0xc2, 0, 11, 8],
    [height >> 8, height & 255, width >> 8, width & 255, 1, 1, 0x11, 0],
  );

it.each([
  ['a signature alone', bytes(PNG), 'invalid'],
  ['a signature and a script', bytes(PNG, '<script>alert(1)</script> and more and more'), 'invalid'],
  ['a JPEG signature and text', bytes([0xff, 0xd8, 0xff], 'this is only text, and no picture'), 'invalid'],
  ['a JPEG that ends early', bytes([0xff, 0xd8, 0xff, 0xe0, 0xff, 0xff, 0]), 'invalid'],
  ['a WebP without a picture', bytes('RIFF', [1, 2, 3, 4], 'WEBPVP8 ', Array<number>(20).fill(0)), 'invalid'],
  ['no pixels', pngOf(0, 0), 'invalid'],
  ['no height', jpegOf(5, 0), 'invalid'],
  ['30000 x 30000 in black and white', pngOf(30_000, 30_000, 1, 0), 'too-large'],
  ['65535 x 65535', jpegOf(65_535, 65_535), 'too-large'],
  ['more than numbers hold', pngOf(0xff_ff_ff_ff, 0xff_ff_ff_ff, 16, 6), 'too-large'],
  ['40 megapixels of a camera', jpegOf(8_000, 5_000), undefined],
])('a picture of %s is judged by its head', (_what, content, code) => {
  expect(pictureRefusal(content)?.code).toBe(code);
});

it('a picture may have 5 MB and not a byte more (decision 12)', () => {
  const largest = new Uint8Array(MAX_FILE_BYTES);
  largest.set(pngOf(1, 1));
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
