import { bridge } from '../../bridge/bridge.ts';
import { sentenceOf, showError } from '../messages/messages.tsx';

export { openableAddress, shownAddress } from '#shared/format/web-address.ts';

/** Address that opens the PC's mail application. */
export function mailAddress(email: string): string {
  return `mailto:${encodeURIComponent(email).replaceAll('%40', '@')}`;
}

/** Opens an address outside the application: by the desk in Electron, by the browser itself elsewhere. Rejects as the bridge. */
export async function handOut(url: string): Promise<void> {
  if (window.bridgePort) await bridge.call('system.open', { url });
  else window.open(url, '_blank', 'noopener,noreferrer');
}

/**
 * The same, and says where it fails.
 * @param onOpened called once it was handed over
 */
export function openOutside(url: string, onOpened?: () => void): void {
  handOut(url).then(
    () => onOpened?.(),
    (error: unknown) =>
      showError(sentenceOf(error, 'The link could not be opened. Copy it and open it in your browser.')),
  );
}
