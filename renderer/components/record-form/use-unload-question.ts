import { useEffect } from 'react';

/** Has leaving the page asked about: a browser asks by itself, in the desktop application the main process does. */
export function useUnloadQuestion(dirty: boolean): void {
  useEffect(() => {
    if (!dirty) return;
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [dirty]);
}
