import { isThisComputer } from '#shared/format/this-computer.ts';
import { openOutside } from '../record-links/open-link.ts';

/**
 * Opens the link that was clicked. In the application's window the page itself may not navigate, so the desk opens
 * the address (see OutsideLink). A link to another program of this computer leads nowhere. In text that is being written a link opens with Ctrl, as elsewhere.
 */
export function openFromText(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null;
  if (!link) return;
  if (!window.bridgePort) {
    if (isThisComputer(link.hostname) && link.origin !== window.location.origin) event.preventDefault();
    return;
  }
  event.preventDefault();
  if (!link.isContentEditable || event.ctrlKey || event.metaKey) openOutside(link.href);
}
