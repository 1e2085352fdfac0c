import { addressOnScreen } from '../../components/record-links/record-on-top.ts';
import { useSession } from '../../stores/session.ts';

/** Opens what is on the screen, a record or a list, in a window of its own. */
export function openNewWindow(): void {
  if (useSession.getState().user) window.open(addressOnScreen(), '_blank', 'noopener');
}
