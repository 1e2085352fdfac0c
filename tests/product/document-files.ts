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
