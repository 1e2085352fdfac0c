import type { ChatOpener } from '#shared/format/phone.ts';
import { useLocalStorage } from '@mantine/hooks';

/** What a PC has installed is the same for all who work at it. */
const KEY = 'whatsapp-opens';

/** Which program opens WhatsApp on this PC, and the way to choose another. */
export function useChatOpener(): readonly [ChatOpener, (opener: ChatOpener) => void] {
  const [kept, keep] = useLocalStorage<string>({
    key: KEY,
    defaultValue: 'browser',
    getInitialValueInEffect: false,
  });
  return [kept === 'app' ? 'app' : 'browser', keep];
}
