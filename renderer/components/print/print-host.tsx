import { useEffect, useRef, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { onOtherUser } from '../../stores/session.ts';
import { bodyPlace } from '../body-place.ts';
import classes from './print.module.css';
import { usePrinting } from './printing.ts';
import { savePdf } from './save-pdf.ts';

const SCHEME = 'data-mantine-color-scheme';

/** Paper is light: the dark colours give way for as long as the browser prints. */
function useLightPaper(): void {
  useEffect(() => {
    const root = document.documentElement;
    let before: string | null = null;
    const begin = (): void => {
      before ??= root.getAttribute(SCHEME);
      root.setAttribute(SCHEME, 'light');
    };
    const end = (): void => {
      if (before !== null) root.setAttribute(SCHEME, before);
      before = null;
    };
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
    return () => {
      window.removeEventListener('beforeprint', begin);
      window.removeEventListener('afterprint', end);
    };
  }, []);
}

/** Puts the page to be printed into the document, where only paper shows it, and opens the dialog of the system. */
export function PrintHost(): ReactNode {
  const { page, to } = usePrinting();
  useLightPaper();
  // Whoever is signed in next has nothing of it in the window.
  useEffect(() => onOtherUser(() => usePrinting.setState({ page: null })), []);
  const whole = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!page) return;
    // Another one may be printed by then.
    const done = (): void => usePrinting.setState((now) => (now.page === page ? { page: null } : now));
    const printed = async (): Promise<void> => {
      if (to === 'pdf') await savePdf(page.title).finally(done);
      else window.print();
    };
    if (to === 'paper') window.addEventListener('afterprint', done);
    const pictures = [...(whole.current?.querySelectorAll('img') ?? [])];
    void Promise.allSettled(pictures.map((picture) => picture.decode())).then(printed);
    return () => window.removeEventListener('afterprint', done);
  }, [page, to]);
  if (!page) return null;
  return createPortal(
    <article
      ref={whole}
      className={classes.page}
      data-printed=""
      data-landscape={page.landscape || undefined}
      data-filed={to === 'pdf' || undefined}
    >
      <h1 className={classes.title}>{page.title}</h1>
      {page.lines.map((line) => (
        <p key={line} className={classes.line}>
          {line}
        </p>
      ))}
      {page.content}
    </article>,
    bodyPlace('data-print-place'),
  );
}
