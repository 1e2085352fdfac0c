import type { DocumentEntry } from '#shared/protocol/document-calls.ts';
import { create } from 'zustand';
import { holdKeys } from '../keyboard/hold-keys.ts';
import type { DocumentOwner } from './documented.ts';

/** A document that is looked at. */
export interface ViewedDocument {
  id: string;
  name: string;
}

export type DocumentDialog =
  | { kind: 'view'; document: ViewedDocument }
  | { kind: 'attach'; owner: DocumentOwner; hasCv: boolean; files: readonly File[] }
  | { kind: 'rename'; entry: DocumentEntry }
  | { kind: 'cv'; file: File; path: string };

/** One dialog of documents at a time, over whatever asked for it: a row that is gone meanwhile does not close it. */
export const useDocumentDialogs = create<{ open: DocumentDialog | null }>(() => ({ open: null }));

export function openDocumentDialog(dialog: DocumentDialog): void {
  if (useDocumentDialogs.getState().open) return;
  holdKeys();
  useDocumentDialogs.setState({ open: dialog });
}

export const viewDocument = ({ id, name }: ViewedDocument): void =>
  openDocumentDialog({ kind: 'view', document: { id, name } });

export const closeDocumentDialog = (): void => useDocumentDialogs.setState({ open: null });
