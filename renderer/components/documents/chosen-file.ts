import {
  DOCUMENT_TOO_LARGE,
  documentName,
  documentRefusal,
  MAX_DOCUMENT_BYTES,
} from '#shared/model/document-file.ts';

/** What the dialog to choose files offers. */
export const ACCEPTED = '.pdf,.docx,.jpg,.jpeg,.png,application/pdf,image/jpeg,image/png';

const UNREADABLE = 'It could not be read from this computer. Choose it again.';
const EMPTY = 'It is empty. Choose a file that holds something.';

/** Why a chosen file cannot be kept as a document, as a sentence; null where it can. The desk and the server ask the same. */
export async function refusalOf(file: File): Promise<string | null> {
  // Before it is read: what is far too large must not fill the memory.
  if (file.size > MAX_DOCUMENT_BYTES) return DOCUMENT_TOO_LARGE;
  if (file.size === 0) return EMPTY;
  try {
    return documentRefusal(new Uint8Array(await file.arrayBuffer()))?.message ?? null;
  } catch {
    return UNREADABLE;
  }
}

/** Name and content as the desk takes them. Rejects with a sentence where the file was moved or changed meanwhile. */
export async function contentOf(file: File): Promise<{ name: string; base64: string }> {
  const address = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(typeof reader.result === 'string' ? reader.result : '');
    reader.onerror = () => reject(new Error(UNREADABLE));
    reader.readAsDataURL(file);
  });
  // A data address: what it is stands before the comma.
  return { name: documentName(file.name), base64: address.slice(address.indexOf(',') + 1) };
}

export { UNREADABLE };
