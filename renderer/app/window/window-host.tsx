import { useHotkeys } from '@mantine/hooks';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { useBridgeEvent } from '../../bridge/use-bridge-event.ts';
import { hotkeys } from '../../components/keyboard/shortcuts.ts';
import { showToast } from '../../components/messages/messages.tsx';
import { askToDiscard, hasUnsavedChanges } from '../../components/record-form/unsaved-changes.ts';
import { closeOwnDialog, openOwnDialog, useOwnDialog } from '../layout/own-dialogs.ts';
import { FindBar } from './find-bar.tsx';
import { openNewWindow } from './new-window.ts';
import { pressKeys } from './press-keys.ts';
import { searchOfList } from './search-of-list.ts';

const About = lazy(async () => ({ default: (await import('./about-dialog.tsx')).AboutDialog }));

/** The bar that is open already: asked for again, it takes the focus again. */
const openFindBar = (): HTMLInputElement | null => document.querySelector('[data-find-bar] input');

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
  useBridgeEvent('window', (event) => {
    if (event.kind === 'press') pressKeys(event.keys);
    else if (event.kind === 'about') openOwnDialog('about');
    else if (event.kind === 'go') void goUnlessUnsaved(event.address, go);
    else if (event.kind === 'zoom') showToast({ title: `Zoom ${event.percent} %`, autoClose: ZOOM_MS });
    else
      showToast({
        title: `${event.most} windows are open.`,
        message: 'Close one of them, then open another.',
        color: 'yellow',
      });
  });

  return (
    <>
      {finding && <FindBar onClose={() => setFinding(false)} />}
      {isAbout && (
        <Suspense fallback={null}>
          <About onClose={closeOwnDialog} />
        </Suspense>
      )}
    </>
  );
}

async function goUnlessUnsaved(address: string, go: (address: string) => void): Promise<void> {
  if (hasUnsavedChanges() && !(await askToDiscard('this form'))) return;
  go(address);
}
