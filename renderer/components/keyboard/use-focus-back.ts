import { useLayoutEffect } from 'react';
import { giveFocusBack, openersNow, type Openers } from '../record-form/form-focus.ts';

/**
 * Of a dialog that stays mounted: gives the focus back as it closes, at once, so that what opens next, and the next key,
 * find it where it belongs. The library does so by a timer, and is told not to (`returnFocus`).
 * @param give what is done in the place of that; must be the same function from render to render
 */
export function useFocusBack(opened: boolean, give: (openers: Openers) => void = giveFocusBack): void {
  useLayoutEffect(() => {
    if (!opened) return;
    const openers = openersNow();
    return () => give(openers);
  }, [opened, give]);
}
