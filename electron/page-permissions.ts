/**
 * What a page may do beyond showing itself: our own page, in the window itself, puts text on the clipboard (its Copy
 * buttons and Ctrl+C on a cell). Reading the clipboard is not among it: pasting into a field needs no permission.
 */
const GRANTED: ReadonlySet<string> = new Set(['clipboard-sanitized-write']);

/** Who asks: the page's address or origin, and whether it is the page of the window, not a frame within it. */
export interface Asker {
  address: string;
  isMainFrame: boolean;
}

/** @param isOurs whether an address belongs to the application. */
export function mayPage(permission: string, asker: Asker, isOurs: (address: string) => boolean): boolean {
  return GRANTED.has(permission) && asker.isMainFrame && isOurs(asker.address);
}
