import { deflateSync } from 'node:zlib';
import type { Locator } from '@playwright/test';
import { docx, paragraph, pdf, pdfOf } from '../../electron/desk/testing/made-documents.ts';
import type { ChosenFile } from './picture-file.ts';

/** Documents as people bring them, and how they are dropped. */

const PDF = 'application/pdf';
const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

export const pdfFile = (name: string, pages: readonly string[]): ChosenFile => ({
  name,
  mimeType: PDF,
  buffer: pdf(pages),
});

export const docxFile = (name: string, lines: readonly string[]): ChosenFile => ({
  name,
  mimeType: DOCX,
  buffer: docx(lines.map(paragraph).join('')),
});

export const textFile = (name: string, text: string): ChosenFile => ({
  name,
  mimeType: PDF,
  buffer: Buffer.from(text),
});

/** A page with three links: to the web, to a file of this computer, and one that runs a script. */
export function pdfWithLinks(name: string): ChosenFile {
  const link = (at: number, action: string): string =>
    `<< /Type /Annot /Subtype /Link /Rect [50 ${700 - 40 * at} 250 ${720 - 40 * at}] /Border [0 0 0] /A ${action} >>`;
  const content = 'BT /F1 14 Tf 50 780 Td (Three links) Tj ET';
  const buffer = pdfOf([
    '<< /Type /Catalog /Pages 2 0 R /OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >> >>',
    '<< /Type /Pages /Count 1 /Kids [4 0 R] >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents 5 0 R /Annots [6 0 R 7 0 R 8 0 R] >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    link(0, '<< /S /URI /URI (https://example.com/portfolio) >>'),
    link(1, '<< /S /URI /URI (file:///etc/passwd) >>'),
    link(2, '<< /S /JavaScript /JS (app.alert\\(2\\)) >>'),
  ]);
  return { name, mimeType: PDF, buffer };
}

/** Drops files where the hand would. */
export async function dropFiles(on: Locator, files: readonly ChosenFile[]): Promise<void> {
  const dropped = await on.page().evaluateHandle(
    (all) => {
      const data = new DataTransfer();
      for (const { name, type, base64 } of all) {
        const content = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
        data.items.add(new File([content], name, { type }));
      }
      return data;
    },
    files.map(({ name, mimeType, buffer }) => ({
      name,
      type: mimeType,
      base64: buffer.toString('base64'),
    })),
  );

  await on.dispatchEvent('dragover', { dataTransfer: dropped });
  await on.dispatchEvent('drop', { dataTransfer: dropped });
}

const inOnePage = (content: string, annotations = ''): string[] => [
  '<< /Type /Catalog /Pages 2 0 R >>',
  '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
  `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Annots [${annotations}] >>`,
  content,
];

const stream = (content: string): string => {
  const packed = deflateSync(content).toString('latin1');
  return `<< /Filter /FlateDecode /Length ${packed.length} >>\nstream\n${packed}\nendstream`;
};

/** A small file with so many pages that a part of the window for each would stop it. */
export function pdfOfManyPages(name: string, count: number): ChosenFile {
  const kids = Array.from({ length: count }, (_, at) => `${3 + at} 0 R`).join(' ');
  const buffer = pdfOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${count} /Kids [${kids}] /MediaBox [0 0 595 842] >>`,
    ...Array.from({ length: count }, () => '<< /Type /Page /Parent 2 0 R >>'),
  ]);
  return { name, mimeType: PDF, buffer };
}

/** A page with so many links, one upon the other. */
export function pdfOfManyLinks(name: string, count: number): ChosenFile {
  const annotations = Array.from({ length: count }, (_, at) => `${5 + at} 0 R`).join(' ');
  const buffer = pdfOf([
    ...inOnePage(stream(''), annotations),
    ...Array.from(
      { length: count },
      (_, at) =>
        `<< /Type /Annot /Subtype /Link /Rect [50 700 250 720] /Border [0 0 0] /A << /S /URI /URI (https://example.com/${at}) >> >>`,
    ),
  ]);
  return { name, mimeType: PDF, buffer };
}

/** Some kilobytes that take minutes to draw: one line that goes to and fro so many times. */
export const pdfOfOneLine = (name: string, times: number): ChosenFile => ({
  name,
  mimeType: PDF,
  buffer: pdfOf(inOnePage(stream(`0 0 m ${'300 400 l 10 20 l '.repeat(times)}S`))),
});

/** Pages of these widths and heights, in points. */
export function pdfOfSizes(name: string, sizes: readonly (readonly [number, number])[]): ChosenFile {
  const kids = sizes.map((_, at) => `${3 + at} 0 R`).join(' ');
  const buffer = pdfOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${sizes.length} /Kids [${kids}] >>`,
    ...sizes.map(([width, height]) => `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] >>`),
  ]);
  return { name, mimeType: PDF, buffer };
}
