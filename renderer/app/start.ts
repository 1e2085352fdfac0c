import { bridge } from '../bridge/bridge.ts';
import { keepFocus } from '../components/keyboard/keep-focus.ts';
import { keepOneEscape } from '../components/keyboard/one-escape.ts';
import { forgetMessages } from '../components/messages/messages.tsx';
import { startConnection } from '../stores/connection.ts';
import { askServerChoice, startServerChoice } from '../stores/server-choice.ts';
import { startSession, useSession } from '../stores/session.ts';
import { startSync } from '../stores/sync.ts';
import { startUpdate } from '../stores/update.ts';
import { forgetOwnDialog } from './layout/own-dialogs.ts';
import { startLock } from './lock/lock.tsx';
import { startPalette } from './palette/palette-open.ts';
import { queryClient } from './query-client.ts';

/** Connects the stores to the desk. Called once, before the first render. */
export function start(): void {
  startLock();
  keepOneEscape();
  keepFocus();
  startConnection();
  startSession();
  startServerChoice();
  startSync();
  startUpdate();
  startPalette();

  // One user's answers are never shown to the next.
  useSession.subscribe((session, before) => {
    const isAnother = session.user?._id !== before.user?._id;
    if (isAnother || session.user?.role !== before.user?.role) queryClient.clear();
    if (isAnother && before.user) {
      forgetMessages();
      forgetOwnDialog();
    }
    if (isAnother) void askServerChoice();
  });

  // Events of the time without a desk are lost, so everything on the screen is asked again.
  let wasLost = false;
  bridge.onConnection((connection) => {
    if (connection === 'open' && wasLost) void queryClient.invalidateQueries();
    wasLost = connection !== 'open' && connection !== 'connecting';
  });
}
