import { useEffect, useRef, useState } from 'react';
import { holdKeys } from './keyboard/hold-keys.ts';
import { giveFocusBack, openersNow, type Openers } from './record-form/form-focus.ts';

/**
 * Whether a dialog that is mounted only while it is needed stands open. It opens one turn after it was mounted, so that
 * it notes where the focus was, and gives it back when it is gone (the library does so only where the dialog stays
 * mounted); the state is set to false to close it.
 * What is typed on the way waits for it.
 */
export function useLateOpening(): [opened: boolean, setOpened: (opened: boolean) => void] {
  const [opened, setOpened] = useState(false);
  // An entry of a menu is there no more by the time that the dialog opens.
  const [atMount] = useState(openersNow);
  const openers = useRef<Openers>(atMount);
  useEffect(() => {
    const release = holdKeys();
    const timer = setTimeout(() => {
      openers.current = [...openersNow(), ...atMount];
      setOpened(true);
    });
    return () => {
      clearTimeout(timer);
      release();
      giveFocusBack(openers.current);
    };
  }, [atMount]);
  return [opened, setOpened];
}
