import type { ChatOpener } from '#shared/format/phone.ts';
import { readLocalStorageValue } from '@mantine/hooks';
import { create } from 'zustand';

/** What a PC has installed is the same for all who work at it. */
const KEY = 'whatsapp-opens';

const keptOpener = (): ChatOpener =>
  readLocalStorageValue<string>({ key: KEY, defaultValue: 'browser' }) === 'app' ? 'app' : 'browser';

// One for the page: each phone number of a list follows it.
const useKeptOpener = create<{ opener: ChatOpener }>(() => ({ opener: keptOpener() }));

// Chosen in another window.
window.addEventListener('storage', ({ key }) => {
  if (key === KEY || key === null) useKeptOpener.setState({ opener: keptOpener() });
});

function keep(opener: ChatOpener): void {
  useKeptOpener.setState({ opener });
  try {
    localStorage.setItem(KEY, JSON.stringify(opener));
  } catch {
    // Without storage it holds until the window is closed.
  }
}

/** Which program opens WhatsApp on this PC, and the way to choose another. */
export function useChatOpener(): readonly [ChatOpener, (opener: ChatOpener) => void] {
  return [useKeptOpener(({ opener }) => opener), keep];
}
