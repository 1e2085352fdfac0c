import { createHash } from 'node:crypto';
import { MAX_FILE_BYTES, type PictureType } from '#shared/model/picture.ts';
import { filePath, textFilePath, type FileSize } from '#shared/protocol/sync.ts';
import type { TestClient } from './client.ts';

/** Heads of pictures of 1 x 1 pixel, with nothing behind them. */
export const HEADS: Readonly<Record<PictureType, Buffer>> = {
  'image/jpeg': Buffer.from('ffd8ffc0000b080001000101011100', 'hex'),
  'image/png': Buffer.from('89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de', 'hex'),
  'image/webp': Buffer.from('5249464610000000574542505650385800000a0000000000000000000000', 'hex'),
};

/** Bytes that begin like a picture, told apart by `mark`. */
export function picture(mark: string, type: PictureType = 'image/png'): Buffer {
  return Buffer.concat([HEADS[type], Buffer.from(mark)]);
}

export function pictureOfSize(size: number): Buffer {
  const bytes = Buffer.alloc(size, 7);
  HEADS['image/jpeg'].copy(bytes);
  return bytes;
}

export const largestPicture = (): Buffer => pictureOfSize(MAX_FILE_BYTES);

export const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

export interface FileAnswer {
  status: number;
  headers: Headers;
  bytes: Buffer;
  /** Code of a refusal. */
  code: unknown;
}

async function call(client: TestClient, path: string, init: RequestInit): Promise<FileAnswer> {
  const response = await fetch(client.url + path, {
    ...init,
    headers: client.token === undefined ? {} : { authorization: `Bearer ${client.token}` },
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  const said: unknown = response.ok ? null : JSON.parse(bytes.toString('utf8'));
  const code = typeof said === 'object' && said !== null && 'code' in said ? said.code : undefined;
  return { status: response.status, headers: response.headers, bytes, code };
}

export function getFile(client: TestClient, hash: string, size?: FileSize): Promise<FileAnswer> {
  return call(client, filePath(hash, size), { method: 'GET' });
}

/** Sends bytes as the file of a hash; by default of their own. */
export function putFile(client: TestClient, bytes: Buffer, hash = hashOf(bytes)): Promise<FileAnswer> {
  return call(client, filePath(hash), { method: 'PUT', body: new Uint8Array(bytes) });
}

/** Sends bytes as a picture of a text. */
export function putTextFile(client: TestClient, bytes: Buffer): Promise<FileAnswer> {
  return call(client, textFilePath(hashOf(bytes)), { method: 'PUT', body: new Uint8Array(bytes) });
}
