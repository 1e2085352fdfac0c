import { create } from 'zustand';

/** Whether the dialog is open that asks when inquiries are proposed for erasure: by the palette, the menu and the screen. */
export const useErasureSetting = create<{ open: boolean }>(() => ({ open: false }));

export function openErasureSetting(): void {
  useErasureSetting.setState({ open: true });
}

export function closeErasureSetting(): void {
  useErasureSetting.setState({ open: false });
}
