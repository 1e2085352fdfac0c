import { useHotkeys } from '@mantine/hooks';
import { isDialogOpen } from './open-dialogs.ts';
import { isTextField } from './plain-key.ts';

function isSign(key: string): boolean {
  return key.length === 1 && key.toLowerCase() === key.toUpperCase();
}

/**
 * Listens for the keys of a screen while nothing lies over it and nobody types into a field. A key that is held down
 * acts once: held on Undo it would take back a day's work.
 * @param shortcuts the key as in `hotkeys`, and what it does
 */
export function useShortcuts(shortcuts: readonly (readonly [key: string, run: () => void])[]): void {
  useHotkeys(
    shortcuts.flatMap(([key, run]) => {
      const alone = (event: KeyboardEvent): void => {
        // In a dialog the key is the browser's: Ctrl+A marks its text. So it is where somebody types.
        if (isDialogOpen() || isTextField(event.target)) return;
        event.preventDefault();
        if (!event.repeat) run();
      };
      const ours = { preventDefault: false };
      // Where a character needs Shift is the keyboard's affair.
      return isSign(key)
        ? [
            [key, alone, ours],
            [`shift+${key}`, alone, ours],
          ]
        : [[key, alone, ours]];
    }),
    // Where they are not heard is said above: the library keeps them from a tick of a row, too.
    [],
  );
}
