import { hotkeys } from '../../components/keyboard/shortcuts.ts';
import { isTextField } from '../../components/keyboard/plain-key.ts';

/** Does what a key does, as the window's menu asks: outside of whatever text is being written. */
export function pressKeys(keys: string): void {
  // In text, Undo takes back what was typed.
  if (keys === hotkeys.undo && isTextField(document.activeElement)) {
    document.execCommand('undo');
    return;
  }
  const parts = keys.split('+');
  const isMac = navigator.userAgent.includes('Mac OS');
  const isCommand = parts.includes('mod');
  document.body.dispatchEvent(
    new KeyboardEvent('keydown', {
      key: parts.at(-1) ?? '',
      ctrlKey: isCommand && !isMac,
      metaKey: isCommand && isMac,
      shiftKey: parts.includes('shift'),
      bubbles: true,
      cancelable: true,
    }),
  );
}
