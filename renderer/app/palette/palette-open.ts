import { create } from 'zustand';
import { onOtherUser } from '../../stores/session.ts';

/** Whether Ctrl+K is open; what one user looked for is not there for the next. */
export const usePaletteOpen = create<{ open: boolean }>(() => ({ open: false }));

export const openPalette = (): void => usePaletteOpen.setState({ open: true });
export const closePalette = (): void => usePaletteOpen.setState({ open: false });
export const togglePalette = (): void => usePaletteOpen.setState(({ open }) => ({ open: !open }));

/** To be called once, at the start. */
export function startPalette(): void {
  onOtherUser(closePalette);
}
