import { MantineProvider } from '@mantine/core';
import { createRoot, type Root } from 'react-dom/client';
import { isTextField } from '../../components/keyboard/plain-key.ts';
import { useSession, type SessionStore } from '../../stores/session.ts';
import { cssVariables, theme } from '../theme.ts';
import { takeContentAway } from './content-away.ts';
import { LockPage } from './lock-page.tsx';

interface Standing {
  place: HTMLElement;
  root: Root;
  putBack: () => void;
}

let standing: Standing | null = null;

const OF_CONTENT: ReadonlySet<string> = new Set(['keydown', 'keypress']);
/** What ends at the lock page: who clicks beside something in it clicks beside nothing of the content. */
const ENDING = ['keyup', 'pointerdown', 'mousedown', 'touchstart', 'click'] as const;

/** As long as a hand that unlocks by Enter may still press it, in milliseconds. */
const SAME_PRESS_MS = 800;
/** When the content came back, or the key that unlocked was last heard, as events count time. */
let unlockedAt = Number.NEGATIVE_INFINITY;

/**
 * While the desk is locked the lock page stands in place of all content. To be called before anything is drawn and
 * before anything listens to keys.
 */
export function startLock(): void {
  for (const event of ['keydown', 'keyup', 'keypress', 'paste', 'drop'] as const)
    window.addEventListener(event, keepFromContent, true);
  useSession.subscribe(follow);
}

/**
 * The content is away but listens still: what does not happen in the lock page is not for it. Nor is what is left of the Enter
 * that unlocked, held or pressed twice: the button that had the focus before may delete.
 */
function keepFromContent(event: Event): void {
  if (standing) {
    const isWithin = event.target instanceof Node && standing.place.contains(event.target);
    // The lock page hears no key go down: what that does in a field or on a button is the browser's. Dialogs and cells of the content
    // listen on the window, before the page, and would put away what was typed for an Escape that wakes the screen.
    if (!isWithin || OF_CONTENT.has(event.type)) event.stopImmediatePropagation();
  } else if (event instanceof KeyboardEvent && isOfUnlocking(event)) {
    event.preventDefault();
    event.stopImmediatePropagation();
  }
}

function isOfUnlocking({ type, key, timeStamp, target }: KeyboardEvent): boolean {
  // In a text it is a letter, with which somebody goes on.
  const presses = key === 'Enter' || (key === ' ' && !isTextField(target));
  const isOf = presses && timeStamp - unlockedAt < SAME_PRESS_MS;
  // Who presses it on and on thinks that the unlocking hangs.
  if (isOf) unlockedAt = timeStamp;
  // With another key in between it is meant.
  if (!isOf && type === 'keydown') unlockedAt = Number.NEGATIVE_INFINITY;
  return isOf;
}

function follow({ user, locked }: SessionStore): void {
  if (locked === (standing !== null)) return;
  if (locked) standing = begin(user?.name ?? '');
  else if (standing) {
    standing.putBack();
    standing.root.unmount();
    standing = null;
    unlockedAt = performance.now();
  }
}

function begin(name: string): Standing {
  const place = document.createElement('div');
  const root = createRoot(place);
  const putBack = takeContentAway(place);
  document.title = 'Locked – Employee Management System';
  root.render(
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <LockPage name={name} />
    </MantineProvider>,
  );
  // After React, which listens here: on the way to the document they would reach those of the content.
  for (const event of ENDING) place.addEventListener(event, (happened) => happened.stopPropagation());
  return { place, root, putBack };
}
