import { zipped, type ZipPart } from './hostile-workbooks.ts';

/** Documents put together by hand: PDF of objects, DOCX of parts. */

/** A PDF of these objects, from number 1 on; the first is the catalogue. @param trailer what else its end says */
export function pdfOf(objects: readonly string[], trailer = ''): Buffer {
  let file = '%PDF-1.7\n';
  const starts = objects.map((content, at) => {
    const start = file.length;
    file += `${at + 1} 0 obj\n${content}\nendobj\n`;
    return start;
  });
  const table = file.length;
  const lines = starts.map((start) => `${String(start).padStart(10, '0')} 00000 n \n`).join('');
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${lines}`;
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${trailer} >>\nstartxref\n${table}\n%%EOF\n`;
  return Buffer.from(file, 'latin1');
}

const FONT = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>';

const streamOf = (content: string): string =>
  `<< /Length ${Buffer.byteLength(content, 'latin1')} >>\nstream\n${content}\nendstream`;

const linesOf = (text: string): string => {
  const lines = text.split('\n').map((line) => `(${line.replace(/[\\()]/g, String.raw`\$&`)}) Tj T*`);
  return `BT /F1 11 Tf 14 TL 50 780 Td ${lines.join(' ')} ET`;
};

/** A PDF with these pages of text, which may use the signs of Latin-1. @param inCatalogue what else its catalogue says */
export function pdf(pages: readonly string[], inCatalogue = ''): Buffer {
  const kids = pages.map((_, at) => `${4 + 2 * at} 0 R`).join(' ');
  return pdfOf([
    `<< /Type /Catalog /Pages 2 0 R ${inCatalogue} >>`,
    `<< /Type /Pages /Count ${pages.length} /Kids [${kids}] >>`,
    FONT,
    ...pages.flatMap((text, at) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents ${5 + 2 * at} 0 R >>`,
      streamOf(linesOf(text)),
    ]),
  ]);
}

const TYPES = `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`;
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';

/** Links of a part: their ids are rId1, rId2 and so on. */
export const relationships = (...links: [type: string, target: string, isExternal?: boolean][]): string =>
  `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${links
    .map(
      ([type, target, isExternal]) =>
        `<Relationship Id="rId${links.findIndex((link) => link[1] === target) + 1}" Type="${OFFICE}/${type}" Target="${target}"${isExternal ? ' TargetMode="External"' : ''}/>`,
    )
    .join('')}</Relationships>`;

/** A document's body as Word writes it. @param before what stands before it */
export const body = (content: string, before = ''): string =>
  `<?xml version="1.0" encoding="UTF-8"?>${before}<w:document xmlns:w="${WORD}" xmlns:r="${OFFICE}"><w:body>${content}</w:body></w:document>`;

export const paragraph = (text: string): string => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`;

/** A DOCX with this body and these parts, which take the place of those of the same name. */
export function docx(content: string, more: readonly ZipPart[] = []): Buffer {
  const parts: ZipPart[] = [
    { name: '[Content_Types].xml', text: TYPES },
    { name: '_rels/.rels', text: relationships(['officeDocument', 'word/document.xml']) },
    { name: 'word/document.xml', text: body(content) },
  ];
  return zipped([...parts.filter(({ name }) => !more.some((each) => each.name === name)), ...more]);
}
