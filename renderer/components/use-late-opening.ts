import { useEffect, useState } from 'react';

/**
 * Whether a dialog that is mounted only while it is needed stands open. It opens one turn after it was mounted, so that
 * it notes where the focus was and gives it back; the state is set to false to close it.
 */
export function useLateOpening(): [opened: boolean, setOpened: (opened: boolean) => void] {
  const [opened, setOpened] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setOpened(true));
    return () => clearTimeout(timer);
  }, []);
  return [opened, setOpened];
}
