import { crc32, deflateRawSync } from 'node:zlib';

/** Workbooks put together by hand, part by part, as no spreadsheet would. */

export type ZipPart = { name: string; text: string } | { name: string; packed: Buffer; unpacked: number };

const TYPES = `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>`;
const REL = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const links = (...targets: [type: string, target: string][]): string =>
  `<?xml version="1.0"?><Relationships>${targets
    .map(([type, target], at) => `<Relationship Id="rId${at + 1}" Type="${REL}/${type}" Target="${target}"/>`)
    .join('')}</Relationships>`;

/**
 * A workbook of one sheet with these rows.
 * @param more parts, which take the place of those of the same name where `isInPlace`
 * @param before what stands before the sheet's own XML
 */
export function workbook(rows: string, more: readonly ZipPart[] = [], isInPlace = true, before = ''): Buffer {
  const parts: ZipPart[] = [
    { name: '[Content_Types].xml', text: TYPES },
    { name: '_rels/.rels', text: links(['officeDocument', 'xl/workbook.xml']) },
    {
      name: 'xl/workbook.xml',
      text: `<workbook><sheets><sheet name="People" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      text: links(['worksheet', 'worksheets/sheet1.xml'], ['sharedStrings', 'sharedStrings.xml']),
    },
    {
      name: 'xl/worksheets/sheet1.xml',
      text: `${before}<worksheet><sheetData>${rows}</sheetData></worksheet>`,
    },
  ];
  const kept = isInPlace ? parts.filter(({ name }) => !more.some((each) => each.name === name)) : parts;
  return zipped([...kept, ...more]);
}

/** The parts as a zip file, which may say of their sizes what is not so. */
export function zipped(parts: readonly ZipPart[]): Buffer {
  const [files, directory]: [Buffer[], Buffer[]] = [[], []];
  let at = 0;
  for (const part of parts) {
    const plain = 'text' in part ? Buffer.from(part.text) : null;
    const packed = 'packed' in part ? part.packed : deflateRawSync(plain ?? Buffer.alloc(0));
    const unpacked = 'unpacked' in part ? part.unpacked : (plain?.length ?? 0);
    const name = Buffer.from(part.name);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(plain ? crc32(plain) : 0, 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(unpacked, 18);
    common.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from('504b0304', 'hex'), common, name, packed]);
    const entry = Buffer.alloc(14);
    entry.writeUInt32LE(at, 10);
    directory.push(Buffer.concat([Buffer.from('504b01021400', 'hex'), common, entry, name]));
    files.push(local);
    at += local.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...files, listed, end]);
}
