import type { DocumentTypeName } from '#shared/model/document-file.ts';

/** What is asked of the worker that reads documents: what the document says, or for a DOCX how it looks. */
export interface DocumentAsked {
  bytes: Uint8Array;
  type: Extract<DocumentTypeName, 'PDF' | 'DOCX'>;
  wanted: 'text' | 'html';
}

/** Why there is nothing to be read. */
export type DocumentTrouble = 'locked' | 'unreadable';

export type DocumentRead = { content: string } | { trouble: DocumentTrouble };
