import { unpacked, ZipTrouble, zipPartsOf, type ZipLimits } from '../files/zip-parts.ts';

/** Bytes of a document when it is unpacked, pictures and all; and of what is read of it, all of that and each part. */
const MOST_UNPACKED = 400 * 1_024 * 1_024;
const MOST_READ = 48 * 1_024 * 1_024;
const MOST_OF_PART = 24 * 1_024 * 1_024;

const XML = /\.(?:xml|rels)$/i;

const LIMITS: ZipLimits = {
  parts: 5_000,
  inAll: MOST_UNPACKED,
  ofPart: (name) => (XML.test(name) ? MOST_OF_PART : MOST_UNPACKED),
};

/** A document type declaration, by which a few bytes become many; Word writes none. */
const DECLARATION = /<!\s*(?:doctype|entity)/i;

/** A document's parts as the library that reads them takes an opened file. */
export interface OpenedDocx {
  exists(name: string): boolean;
  read(name: string, encoding?: string): Promise<string | Uint8Array>;
}

/**
 * Unpacks the parts that are XML, and looks at them before anything reads them. Of all others there are none to be read:
 * no pictures, no fonts, no programs.
 * @throws ZipTrouble, or what `node:zlib` throws, where it is damaged, would become too large, or declares entities
 */
export function openDocx(bytes: Buffer): OpenedDocx {
  const parts = new Map<string, Buffer>();
  let total = 0;
  for (const [name, part] of zipPartsOf(bytes, LIMITS)) {
    if (!XML.test(name)) continue;
    total += part.unpacked;
    if (total > MOST_READ) throw new ZipTrouble('too-large');
    const content = unpacked(bytes, part);
    // Byte by byte, so that none of them is left out for not being text.
    if (DECLARATION.test(content.toString('latin1'))) throw new ZipTrouble('damaged');
    parts.set(name, content);
  }
  return {
    exists: (name) => parts.has(name),
    read: async (name, encoding) => {
      const content = parts.get(name);
      if (!content) throw new ZipTrouble('damaged');
      if (encoding === undefined) return content;
      return encoding === 'base64' ? content.toString('base64') : content.toString('utf8');
    },
  };
}
