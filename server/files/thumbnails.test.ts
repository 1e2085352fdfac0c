import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import { Transformer } from '@napi-rs/image';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pictureHeadOf } from '#shared/model/picture-size.ts';
import { pictureTypeOf } from '#shared/model/picture.ts';
import { newCandidate, operation, type TestClient } from '../testing/client.ts';
import { getFile, hashOf, picture, putFile } from '../testing/pictures.ts';
import { startTestServer, userIdOf, type TestServer } from '../testing/server.ts';
import { cleanUp } from './clean-up.ts';
import { FileStore } from './store.ts';
import { Thumbnails } from './thumbnails.ts';

let server: TestServer;
let hr: TestClient;

beforeAll(async () => {
  server = await startTestServer();
  hr = await server.signIn('HR');
});
afterAll(() => server.stop());

const keptAt = (hash: string): string =>
  join(server.dataFolder, 'thumbnails', hash.slice(0, 2), hash.slice(2));

type Pixel = (x: number, y: number) => readonly [red: number, green: number, blue: number];

function drawn(width: number, height: number, pixel: Pixel): Transformer {
  const pixels = new Uint8Array(width * height * 4).fill(255);
  for (let at = 0; at < width * height; at += 1)
    pixels.set(pixel(at % width, Math.floor(at / width)), at * 4);
  return Transformer.fromRgbaPixels(pixels, width, height);
}

const plain = (shade: number, width = 40, height = 40): Promise<Buffer> =>
  drawn(width, height, () => [shade, shade, shade]).png();

/** A large picture full of detail, its left half red and its right half blue. */
const detailed = (): Transformer =>
  drawn(1200, 900, (x, y) => {
    const shade = 180 + ((x * 31 + y * 17) % 70);
    return x < 600 ? [shade, 0, 0] : [0, 0, shade];
  });

/** A small PNG that says it is 10,000 x 10,000 large. */
async function vastPicture(): Promise<Buffer> {
  const bytes = await plain(9);
  const [header, sides, checksum] = [12, 16, 29];
  bytes.writeUInt32BE(10_000, sides);
  bytes.writeUInt32BE(10_000, sides + 4);
  bytes.writeUInt32BE(crc32(bytes.subarray(header, checksum)), checksum);
  return bytes;
}

/** A chunk of a PNG. */
function chunk(type: string, content: Uint8Array): Buffer {
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  const named = Buffer.concat([Buffer.from(type), content]);
  length.writeUInt32BE(content.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

/** A whole PNG of 64 megapixels with 16 bits in four channels: a few megabytes that unfold to 512. */
function deepPicture(): Buffer {
  const [side, bytesOfPixel] = [5_000, 8];
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([16, 6], 8);
  const rows = deflateSync(Buffer.alloc(side * (side * bytesOfPixel + 1)), { level: 1 });
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A JPEG as of a camera held upright: it notes that it lies on its side, and more. */
async function asOfCamera(): Promise<Buffer> {
  const bytes = await drawn(60, 30, (x) => (x < 30 ? [220, 0, 0] : [0, 0, 220])).jpeg(90);
  // The one entry of a TIFF directory: orientation, 6.
  const orientation = '49492a0008000000010012010300010000000600000000000000';
  const note = Buffer.concat([Buffer.from('Exif\0\0'), Buffer.from(orientation, 'hex')]);
  const length = Buffer.from([0xff, 0xe1, 0, note.length + 2]);
  return Buffer.concat([bytes.subarray(0, 2), length, note, bytes.subarray(2)]);
}

/** Size of a picture, and the colour near two of its corners. */
async function look(bytes: Buffer): Promise<{ size: string; topLeft: string; bottomRight: string }> {
  const { width, height } = await new Transformer(bytes).metadata();
  const pixels = await new Transformer(bytes).rawPixels();
  const channels = pixels.length / (width * height);
  const colourAt = (x: number, y: number): string => {
    const [red = 0, , blue = 0] = pixels.subarray((y * width + x) * channels);
    return red > blue ? 'red' : 'blue';
  };
  return {
    size: `${width} x ${height}`,
    topLeft: colourAt(3, 3),
    bottomRight: colourAt(width - 4, height - 4),
  };
}

async function candidateWith(id: string, bytes: Buffer, changes: object = {}): Promise<string> {
  expect((await putFile(hr, bytes)).status).toBe(200);
  const [result] = await hr.push(newCandidate(id, { profilePicture: hashOf(bytes), ...changes }));
  expect(result?.status).toBe('applied');
  return hashOf(bytes);
}

test.each(['jpeg', 'png', 'webp'] as const)(
  'of a %s picture a small square is given, made once, with the same safe headers',
  async (type) => {
    const hash = await candidateWith(`thumbnail-${type}`, await detailed()[type]());
    expect(existsSync(keptAt(hash))).toBe(false);
    const answers = await Promise.all([1, 2, 3].map(() => getFile(hr, hash, 'thumbnail')));
    const [first] = answers;
    if (!first) throw new Error('There was no answer');
    for (const { status, bytes, headers } of answers) {
      expect([status, bytes.equals(first.bytes)]).toEqual([200, true]);
      expect(headers.get('content-type')).toBe('image/webp');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
      expect(headers.get('cache-control')).toBe('private, max-age=31536000, immutable');
    }
    expect(first.bytes.length).toBeLessThan(20_000);
    expect(existsSync(keptAt(hash))).toBe(true);
    // The middle square of the picture: half of it is red, half blue.
    expect(await look(first.bytes)).toEqual({ size: '192 x 192', topLeft: 'red', bottomRight: 'blue' });

    // Lost, as after a restore of a backup, it is made again.
    rmSync(keptAt(hash));
    expect((await getFile(hr, hash, 'thumbnail')).bytes.equals(first.bytes)).toBe(true);
  },
);

test('a thumbnail stands as the camera was held, tells nothing that the camera noted, and is not made larger', async () => {
  const hash = await candidateWith('thumbnail-turned', await asOfCamera());
  const { bytes } = await getFile(hr, hash, 'thumbnail');
  expect(await look(bytes)).toEqual({ size: '30 x 30', topLeft: 'red', bottomRight: 'blue' });
  expect(bytes.includes('Exif') || bytes.includes('EXIF')).toBe(false);
});

test('a thumbnail is for those who may see the picture', async () => {
  const hash = await candidateWith('thumbnail-assigned', await plain(120, 300, 300), {
    interviewerId: userIdOf('Employee'),
  });
  const employee = await server.signIn('Employee');
  const student = await server.signIn('Student');
  expect((await getFile(employee, hash, 'thumbnail')).status).toBe(200);
  expect(await getFile(student, hash, 'thumbnail')).toMatchObject({ status: 404, code: 'not-found' });
  expect(await getFile(server.client(), hash, 'thumbnail')).toMatchObject({ status: 401 });
  await hr.push(operation('update', 'candidate', 'thumbnail-assigned', { interviewerName: null }, 1e9));
  expect((await getFile(employee, hash, 'thumbnail')).status).toBe(404);
  expect((await hr.get(`/api/files/${hash}?size=huge`)).status).toBe(400);
});

test('of what cannot be opened no thumbnail is given, nor the whole in its place, with a sentence', async () => {
  // A head that is as it should be, and a script behind it.
  const bytes = picture('<script>alert(1)</script>');
  const hash = await candidateWith('thumbnail-none', bytes);
  for (const again of [false, true]) {
    const refused = await getFile(hr, hash, 'thumbnail');
    expect([again, refused.status, refused.code]).toEqual([again, 404, 'not-found']);
    expect(refused.bytes.toString()).toContain('This picture cannot be opened.');
    expect(refused.headers.get('cache-control') ?? '').not.toContain('immutable');
  }
  expect(existsSync(keptAt(hash))).toBe(false);
});

test('what unfolds to too much, or has a head that cannot be read, is refused, by PUT and in a form', async () => {
  const none = Buffer.from('89504e470d0a1a0a', 'hex');
  const text = Buffer.concat([Buffer.from('ffd8ff', 'hex'), Buffer.from('only text behind a signature')]);
  const refused: [Buffer, number, string][] = [
    [await vastPicture(), 413, 'too-large'],
    [deepPicture(), 413, 'too-large'],
    [none, 422, 'invalid'],
    [text, 422, 'invalid'],
  ];
  for (const [bytes, status, code] of refused) {
    expect(await putFile(hr, bytes)).toMatchObject({ status, code });
    const form = new FormData();
    form.set('fullName', 'Meera Iyer');
    form.set('profilePicture', new Blob([new Uint8Array(bytes)]), 'me.png');
    const answer = await fetch(`${server.url}/api/students`, {
      method: 'POST',
      headers: { authorization: `Bearer ${hr.token}` },
      body: form,
    });
    const said: unknown = await answer.json();
    expect([answer.status, said], JSON.stringify(said)).toMatchObject([status, { code }]);
    expect(await getFile(hr, hashOf(bytes))).toMatchObject({ status: 404 });
  }
});

test('one that was kept before such were refused is not opened', async () => {
  const thumbnails = new Thumbnails(join(server.dataFolder, 'thumbnails'));
  const bytes = deepPicture();
  const most = process.resourceUsage().maxRSS;
  expect(await thumbnails.of(hashOf(bytes), 'hr', () => Promise.resolve(bytes))).toBeNull();
  // In kilobytes: opened, it would have taken four hundred megabytes.
  expect(process.resourceUsage().maxRSS - most).toBeLessThan(100_000);
});

test('what a pixel takes is told by the head of a picture', async () => {
  const bytesPerPixel = (bytes: Buffer): number | undefined => {
    const type = pictureTypeOf(bytes);
    return (type && pictureHeadOf(bytes, type))?.bytesPerPixel;
  };
  const png = await plain(5);
  const withHead = (depth: number, colours: number): Buffer => {
    const bytes = Buffer.from(png);
    bytes.set([depth, colours], 24);
    return bytes;
  };
  expect(bytesPerPixel(withHead(8, 2))).toBe(3);
  expect(bytesPerPixel(withHead(16, 6))).toBe(8);
  expect(bytesPerPixel(withHead(1, 0))).toBe(1);
  expect(bytesPerPixel(withHead(4, 3))).toBe(4);
  expect(bytesPerPixel(withHead(8, 77))).toBe(4);
  expect(bytesPerPixel(await detailed().jpeg())).toBe(3);
  expect(bytesPerPixel(await detailed().webp())).toBe(4);
});

test('a thumbnail goes with its picture', async () => {
  const services = {
    database: server.database,
    files: new FileStore(join(server.dataFolder, 'files')),
    thumbnails: new Thumbnails(join(server.dataFolder, 'thumbnails')),
  };
  const day = 86_400_000;
  const now = Date.now();
  const stays = await candidateWith('thumbnail-stays', await plain(1));
  const goes = await candidateWith('thumbnail-goes', await plain(2));
  for (const hash of [stays, goes]) await getFile(hr, hash, 'thumbnail');
  await hr.push(operation('update', 'candidate', 'thumbnail-goes', { profilePicture: null }, 1e9));
  const stray = 'a'.repeat(64);
  await services.thumbnails.of(stray, 'hr', () => plain(3));
  await cleanUp(services, now);
  expect([stays, goes, stray].map((hash) => existsSync(keptAt(hash)))).toEqual([true, true, true]);
  await cleanUp(services, now + 2 * day);
  expect([stays, goes, stray].map((hash) => existsSync(keptAt(hash)))).toEqual([true, true, false]);
  await cleanUp(services, now + 33 * day);
  expect([stays, goes].map((hash) => existsSync(keptAt(hash)))).toEqual([true, false]);
  expect(readdirSync(join(server.dataFolder, 'thumbnails', goes.slice(0, 2)))).toEqual([]);
});
