import { create } from 'zustand';
import { isStillWriting } from '../../components/messaging/still-writing.ts';

/** Dialogs that belong to no screen: opened from the user's menu and from the palette. */
export type OwnDialog =
  | 'details'
  | 'drafts'
  | 'audit-log'
  | 'join-codes'
  | 'office-network'
  | 'backups'
  | 'updates'
  | 'shortcuts'
  | 'about'
  | 'notifications';

export const useOwnDialog = create<{ open: OwnDialog | null }>(() => ({ open: null }));

/** Opens it; what stands above a message that is being written, the unsaved forms, also then. */
export function openOwnDialog(open: OwnDialog): void {
  if (open !== 'drafts' && isStillWriting()) return;
  useOwnDialog.setState({ open });
}

export function closeOwnDialog(): void {
  useOwnDialog.setState({ open: null });
}

/** What one user has open is not there for the next; About is nobody's. */
export function forgetOwnDialog(): void {
  if (useOwnDialog.getState().open !== 'about') closeOwnDialog();
}
