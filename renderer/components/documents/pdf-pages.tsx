import { formatNumber } from '#shared/format/numbers.ts';
import { Loader, Text } from '@mantine/core';
import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { useCallback, useEffect, useState, type ReactNode, type RefObject } from 'react';
import { loadPdf } from './load-pdf.ts';
import { PdfPage, type PageSize } from './pdf-page.tsx';
import classes from './viewer.module.css';

interface PdfPagesProps {
  base64: string;
  /** The pane that scrolls. */
  pane: RefObject<HTMLElement | null>;
  /** Width of a page at a zoom of 1, in pixels. */
  width: number;
  zoom: number;
  /** Told which page is in view, of how many. */
  onPage: (page: number, of: number) => void;
}

/** A CV has a few; hundreds of thousands, which fit into a small file, would stop the window. */
const MOST_PAGES = 1_000;
/** Of so many pages the text is there as long as the document is shown, to be found: as many as a search of documents knows. */
const MOST_READ = 50;
/** And of fewer where they hold more pieces of text than this. */
const MOST_PIECES = 20_000;
const UNREADABLE = 'This PDF cannot be shown here. It may be damaged. Open it in another program.';
const LOCKED = 'This PDF is protected with a password. Open it in another program, which asks for it.';

/** The pages of a PDF below each other; those near what is in view are drawn. */
export function PdfPages({ base64, pane, width, zoom, onPage }: PdfPagesProps): ReactNode {
  const [pdf, setPdf] = useState<{ document: PDFDocumentProxy; size: PageSize } | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [near, setNear] = useState<ReadonlySet<number>>(() => new Set([1]));
  /** Pages whose text is read wherever they are, one after the other once the first page is drawn. */
  const [read, setRead] = useState({ upTo: 0, pieces: 0 });
  const onDrawn = useCallback(() => setRead((now) => (now.upTo === 0 ? { ...now, upTo: 1 } : now)), []);
  const onRead = useCallback(
    (page: number, pieces: number) =>
      setRead((now) => {
        const sum = now.pieces + pieces;
        if (page !== now.upTo || page === MOST_READ || sum > MOST_PIECES) return now;
        return { upTo: page + 1, pieces: sum };
      }),
    [],
  );

  useEffect(() => {
    let isOver = false;
    const loaded = loadPdf(base64);
    loaded.document
      .then(async (document) => {
        const { width: wide, height } = (await document.getPage(1)).getViewport({ scale: 1 });
        if (!isOver) setPdf({ document, size: { width: wide, height } });
      })
      .catch((error: unknown) => {
        if (isOver) return;
        setProblem(error instanceof Error && error.name === 'PasswordException' ? LOCKED : UNREADABLE);
      });
    return () => {
      isOver = true;
      setPdf(null);
      loaded.close();
    };
  }, [base64]);

  const inAll = pdf?.document.numPages ?? 0;
  const count = Math.min(inAll, MOST_PAGES);
  useEffect(() => {
    const area = pane.current;
    if (!area || count === 0) return;
    const pages = [...area.querySelectorAll<HTMLElement>('[data-page]')];
    const numberOf = (page: Element): number => Number(page.getAttribute('data-page'));
    const observer = new IntersectionObserver(
      (entries) =>
        setNear((before) => {
          const now = new Set(before);
          for (const { target, isIntersecting } of entries) {
            if (isIntersecting) now.add(numberOf(target));
            else now.delete(numberOf(target));
          }
          return now;
        }),
      { root: area, rootMargin: '50% 0px' },
    );
    for (const page of pages) observer.observe(page);
    const follow = (): void => {
      const middle = area.getBoundingClientRect().top + area.clientHeight / 2;
      const at = pages.findLast((page) => page.getBoundingClientRect().top <= middle) ?? pages[0];
      if (at) onPage(numberOf(at), inAll);
    };
    follow();
    area.addEventListener('scroll', follow, { passive: true });
    return () => {
      observer.disconnect();
      area.removeEventListener('scroll', follow);
    };
  }, [pane, count, inAll, onPage]);

  if (problem !== null) {
    return (
      <Text role="alert" className={classes.problem}>
        {problem}
      </Text>
    );
  }
  if (!pdf) {
    return (
      <div role="status" className={classes.waiting}>
        <Loader size="sm" /> Loading...
      </div>
    );
  }
  return (
    <div className={classes.pages}>
      {Array.from({ length: count }, (_, index) => (
        <PdfPage
          key={index}
          pdf={pdf.document}
          number={index + 1}
          expected={pdf.size}
          width={width * zoom}
          near={near.has(index + 1)}
          reads={index < read.upTo}
          onDrawn={onDrawn}
          onRead={onRead}
        />
      ))}
      {inAll > count && (
        <Text role="status" className={classes.problem}>
          These are the first {formatNumber(count)} of {formatNumber(inAll)} pages. Open the document in
          another program to see the others.
        </Text>
      )}
    </div>
  );
}
