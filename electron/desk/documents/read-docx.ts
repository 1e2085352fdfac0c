import mammoth from 'mammoth';
import { openDocx } from './docx-parts.ts';
import { harmlessHtml } from './harmless-html.ts';

type Input = Parameters<typeof mammoth.extractRawText>[0];

/** What the library takes in the place of bytes is a file that is open already: so it reads what was looked at. */
const inputOf = (bytes: Uint8Array): Input =>
  ({ file: openDocx(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)) }) as unknown as Input;

/** What a DOCX says, a line for each paragraph. @throws where it cannot be read */
export async function docxText(bytes: Uint8Array): Promise<string> {
  const { value } = await mammoth.extractRawText(inputOf(bytes));
  return value.replace(/\n{2,}/g, '\n');
}

/** A DOCX as harmless HTML, without its pictures. @throws where it cannot be read */
export async function docxHtml(bytes: Uint8Array): Promise<string> {
  const { value } = await mammoth.convertToHtml(inputOf(bytes), {
    includeEmbeddedStyleMap: false,
    externalFileAccess: false,
    convertImage: mammoth.images.imgElement(async () => ({ src: '' })),
  });
  return harmlessHtml(value);
}
