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
  | { kind: 'rename'; entry: DocumentEntry };

/** A CV that becomes a candidate, by the form of the screen at a path. */
export interface TakenCv {
  file: File;
  path: string;
}

interface DocumentDialogs {
  open: DocumentDialog | null;
  /** Below the other one: records are looked at over it, and documents over those. */
  cv: TakenCv | null;
}

/** One dialog of documents at a time, over whatever asked for it: a row that is gone meanwhile does not close it. */
export const useDocumentDialogs = create<DocumentDialogs>(() => ({ open: null, cv: null }));

export function openDocumentDialog(dialog: DocumentDialog): void {
  if (useDocumentDialogs.getState().open) return;
  holdKeys();
  useDocumentDialogs.setState({ open: dialog });
}

export const viewDocument = ({ id, name }: ViewedDocument): void =>
  openDocumentDialog({ kind: 'view', document: { id, name } });

export function takeCv(cv: TakenCv): void {
  const now = useDocumentDialogs.getState();
  if (now.open || now.cv) return;
  holdKeys();
  useDocumentDialogs.setState({ cv });
}

export const putCvAway = (): void => useDocumentDialogs.setState({ cv: null });

export const closeDocumentDialog = (): void => useDocumentDialogs.setState({ open: null });
