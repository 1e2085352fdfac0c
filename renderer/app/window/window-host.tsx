import { pathShowing } from '#shared/access/routes.ts';
import { toRole } from '#shared/access/roles.ts';
import type { WindowEvent } from '#shared/window/window-events.ts';
import { useHotkeys } from '@mantine/hooks';
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import { loadedLater } from '../../components/loaded-later.tsx';
import { useBridgeEvent } from '../../bridge/use-bridge-event.ts';
import { discardDrafts } from '../../components/drafts/draft-keeper.ts';
import { hotkeys } from '../../components/keyboard/shortcuts.ts';
import { showToast } from '../../components/messages/messages.tsx';
import { mayLeaveForms } from '../../components/record-form/unsaved-changes.ts';
import { onOtherUser, useSession } from '../../stores/session.ts';
import { closeOwnDialog, openOwnDialog, useOwnDialog } from '../layout/own-dialogs.ts';
import { FindBar } from './find-bar.tsx';
import { openPalette } from '../palette/palette-open.ts';
import { askForForm } from '../../stores/asked-form.ts';
import { offerReminder } from './offer-reminder.tsx';
import { openNewWindow } from './new-window.ts';
import { pressKeys } from './press-keys.ts';
import { searchOfList } from './search-of-list.ts';

const About = loadedLater(async () => (await import('./about-dialog.tsx')).AboutDialog);

/** The bar that is open already: asked for again, it takes the focus again. */
const openFindBar = (): HTMLInputElement | null => document.querySelector('[data-find-bar] input');

const OF_MENU: ReadonlySet<WindowEvent['kind']> = new Set(['press', 'about', 'step', 'screen']);
/** What is nothing before the desk has said who is signed in, and what their role is. */
const OF_USER: ReadonlySet<WindowEvent['kind']> = new Set(['add-inquiry', 'find-person']);

/** So long the zoom is said after it was changed, in milliseconds. */
const ZOOM_MS = 1_500;

interface WindowHostProps {
  /** Goes to an address of the application. */
  go: (address: string) => void;
}

/** What belongs to the window and to no screen: what its menu does, finding in what is open, and About. */
export function WindowHost({ go }: WindowHostProps): ReactNode {
  const [finding, setFinding] = useState(false);
  const isAbout = useOwnDialog(({ open }) => open === 'about');

  const find = (): void => {
    const search = openFindBar() ?? searchOfList();
    if (search) search.select();
    else setFinding(true);
  };
  // In a browser these keys are its own.
  useHotkeys(
    window.bridgePort
      ? [
          [hotkeys.find, find],
          [hotkeys.newWindow, openNewWindow],
        ]
      : [],
    [],
  );
  // What was looked for is a name, and not for whoever signs in next.
  useEffect(() => onOtherUser(() => setFinding(false)), []);
  const isLocked = useSession((session) => session.locked);
  const isKnown = useSession((session) => session.known);
  const waiting = useRef<WindowEvent[]>([]);
  const hear = (event: WindowEvent): void => {
    if (event.kind === 'press') pressKeys(event.keys);
    else if (event.kind === 'discard') discardDrafts();
    else if (event.kind === 'about') openOwnDialog('about');
    else if (event.kind === 'step') window.history.go(event.by === 'back' ? -1 : 1);
    else if (event.kind === 'go' || event.kind === 'screen') void unlessUnsaved(() => go(event.address));
    else if (event.kind === 'reminder') offerReminder(event);
    else if (event.kind === 'add-inquiry') addInquiry(go);
    else if (event.kind === 'find-person') openPalette();
    else if (event.kind === 'zoom') showToast({ title: `Zoom ${event.percent} %`, autoClose: ZOOM_MS });
    else
      showToast({
        title: `${event.most} windows are open.`,
        message: 'Close one of them, then open another.',
        color: 'yellow',
      });
  };
  // Where a reminder leads waits for the password; what is chosen in the menu is not for a locked page.
  useBridgeEvent('window', (event) => {
    if (!isLocked && (isKnown || !OF_USER.has(event.kind))) hear(event);
    else if (!OF_MENU.has(event.kind)) waiting.current.push(event);
  });
  const hearWaiting = useEffectEvent(() => {
    const waited = waiting.current.splice(0);
    // Whoever signs in next hears nothing of what waited for the one before.
    if (useSession.getState().user !== null) waited.forEach(hear);
  });
  useEffect(() => {
    if (isKnown && !isLocked) hearWaiting();
  }, [isKnown, isLocked]);

  return (
    <>
      {finding && <FindBar onClose={() => setFinding(false)} />}
      {isAbout && <About onClose={closeOwnDialog} />}
    </>
  );
}

/** The form of a new inquiry, for a role that has the screen. */
function addInquiry(go: (address: string) => void): void {
  const path = pathShowing('inquiry', toRole(useSession.getState().user?.role));
  if (path === undefined) return;
  void unlessUnsaved(() => {
    askForForm({ path, mode: 'add', id: null });
    go(path);
  });
}

/** What comes once the user has said that a form may go; null while nobody is asked. */
let afterwards: (() => void) | null = null;

/** Links may come one after the other: it is asked once, and the last of them counts. */
async function unlessUnsaved(then: () => void): Promise<void> {
  const isAsked = afterwards !== null;
  afterwards = then;
  if (isAsked) return;
  const may = await mayLeaveForms('this form').catch(() => false);
  const last: () => void = afterwards;
  afterwards = null;
  if (may) last();
}
