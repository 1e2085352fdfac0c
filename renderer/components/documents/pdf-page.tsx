import {
  AnnotationMode,
  OPS,
  RenderingCancelledException,
  TextLayer,
  type PDFDocumentProxy,
} from 'pdfjs-dist/legacy/build/pdf.mjs';
import { useEffect, useRef, useState, type CSSProperties, type ReactNode } from 'react';
import { openableAddress } from '../record-links/open-link.ts';
import { OutsideLink } from '../record-links/outside-link.tsx';
import classes from './viewer.module.css';

/** Pixels of one drawn page: at a strong zoom it gets coarser, and the memory does not fill. */
const MOST_PIXELS = 16_000_000;
/** So many links of a page lead somewhere: more than anybody writes, and not so many that the window stands still. */
const MOST_LINKS = 500;
/** Numbers that the lines of a page hold: a few kilobytes unfold to so many that the page's process would end. */
const MOST_OF_LINES = 3_000_000;
/** A page that takes longer to draw, in milliseconds, is not drawn. */
const LONGEST = 20_000;

export interface PageSize {
  /** In points. */
  width: number;
  height: number;
}

interface PageLink {
  address: string;
  place: CSSProperties;
}

interface PdfPageProps {
  pdf: PDFDocumentProxy;
  /** From 1. */
  number: number;
  /** Of the first page until its own is known. */
  expected: PageSize;
  /** Of the page on the screen, in pixels. */
  width: number;
  /** Whether it is in sight or nearly so: others have no picture. */
  near: boolean;
  /** Whether its text is there also where it is not near, to be found. */
  reads: boolean;
  onDrawn: () => void;
  /** Told of the text of a page that `reads`, and of how many pieces it is. */
  onRead: (number: number, pieces: number) => void;
}

/** A page of a PDF, drawn while it is near: its picture, its text to be marked, and its links to the web. */
export function PdfPage(props: PdfPageProps): ReactNode {
  const { pdf, number, expected, width, near, reads, onDrawn, onRead } = props;
  const picture = useRef<HTMLDivElement>(null);
  const text = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState(expected);
  const [links, setLinks] = useState<readonly PageLink[]>([]);
  const [failed, setFailed] = useState(false);
  /** How many pieces its text is; null while it is not there. */
  const [pieces, setPieces] = useState<number | null>(null);
  const isWritten = near || reads;
  // By its own width: the first page may be a small card, and the others as large as paper is.
  const scale = width / size.width;

  useEffect(() => {
    const { current: drawn } = picture;
    if (!near || !drawn) return;
    let isOver = false;
    const stops: (() => void)[] = [];
    const draw = async (): Promise<void> => {
      const page = await pdf.getPage(number);
      if (isOver) return;
      const own = page.getViewport({ scale: 1 });
      setSize({ width: own.width, height: own.height });
      const viewport = page.getViewport({ scale: width / own.width });
      const fits = Math.sqrt(MOST_PIXELS / Math.max(1, viewport.width * viewport.height));
      const sharp = Math.min(window.devicePixelRatio, fits);
      const canvas = document.createElement('canvas');
      canvas.width = Math.max(1, Math.floor(viewport.width * sharp));
      canvas.height = Math.max(1, Math.floor(viewport.height * sharp));
      const giveUp = (): void => {
        setFailed(true);
        rendering.cancel();
      };
      let lines = 0;
      const rendering = page.render({
        canvas,
        viewport,
        transform: [sharp, 0, 0, sharp, 0, 0],
        // What was filled in or noted is drawn as it looks, and nothing of it can be pressed.
        annotationMode: AnnotationMode.ENABLE,
        operationsFilter: (at, { fnArray, argsArray }) => {
          lines += fnArray[at] === OPS.constructPath ? lengthOf(argsArray[at]) : 0;
          if (lines <= MOST_OF_LINES) return true;
          giveUp();
          return false;
        },
      });
      const longest = setTimeout(giveUp, LONGEST);
      stops.push(
        () => clearTimeout(longest),
        () => rendering.cancel(),
      );
      await rendering.promise;
      clearTimeout(longest);
      if (isOver) return;
      drawn.replaceChildren(canvas);
      setFailed(false);
      onDrawn();
      const annotations: { subtype?: unknown; url?: unknown; rect?: unknown }[] = await page.getAnnotations();
      if (!isOver)
        setLinks(linksOf(annotations, (x, y) => viewport.convertToViewportPoint(x, y).map(Number)));
    };
    draw().catch((error: unknown) => {
      if (!isOver && !(error instanceof RenderingCancelledException)) setFailed(true);
    });
    return () => {
      isOver = true;
      for (const stop of stops) stop();
    };
  }, [pdf, number, width, near, onDrawn]);

  useEffect(() => {
    if (!near) picture.current?.replaceChildren();
  }, [near]);

  useEffect(() => {
    const { current: written } = text;
    if (!isWritten || !written) return;
    let isOver = false;
    let layer: TextLayer | undefined;
    const write = async (): Promise<void> => {
      const page = await pdf.getPage(number);
      if (isOver) return;
      // Of any width: the style says how large it is shown.
      const viewport = page.getViewport({ scale: 1 });
      setSize({ width: viewport.width, height: viewport.height });
      layer = new TextLayer({
        textContentSource: page.streamTextContent(),
        container: document.createElement('div'),
        viewport,
      });
      await layer.render();
      if (isOver) return;
      written.replaceChildren(...layer.textDivs);
      setPieces(layer.textDivs.length);
    };
    // A page whose text cannot be read has none.
    write().catch(() => isOver || setPieces(0));
    return () => {
      isOver = true;
      layer?.cancel();
      written.replaceChildren();
      setPieces(null);
    };
  }, [pdf, number, isWritten]);

  useEffect(() => {
    if (reads && pieces !== null) onRead(number, pieces);
  }, [reads, pieces, number, onRead]);

  return (
    <section
      className={classes.page}
      data-page={number}
      data-unread={pieces === null || undefined}
      aria-label={`Page ${number}`}
      style={
        {
          width: size.width * scale,
          height: size.height * scale,
          '--total-scale-factor': scale,
        } as CSSProperties
      }
    >
      <div ref={picture} className={classes.picture} aria-hidden />
      {failed && (
        <p role="alert" className={classes.pageFailed}>
          This page cannot be drawn. Open the document in another program.
        </p>
      )}
      <div ref={text} className={classes.textLayer} />
      {near &&
        links.map(({ address, place }, at) => (
          <span key={`${at} ${address}`} className={classes.pageLink} style={place}>
            <OutsideLink href={address} label={`Open ${address}`}>
              {''}
            </OutsideLink>
          </span>
        ))}
    </section>
  );
}

/** Of an operation that draws lines, how many numbers these hold. */
function lengthOf(args: unknown): number {
  const [, data] = Array.isArray(args) ? (args as readonly unknown[]) : [];
  const [path] = Array.isArray(data) ? (data as readonly unknown[]) : [];
  return ArrayBuffer.isView(path) && 'length' in path ? Number(path.length) : 0;
}

/** The links that lead to the web or to a mail; those that do anything else are left out. */
function linksOf(
  annotations: readonly { subtype?: unknown; url?: unknown; rect?: unknown }[],
  toScreen: (x: number, y: number) => number[],
): PageLink[] {
  const links = annotations.flatMap(({ subtype, url, rect }) => {
    if (subtype !== 'Link' || typeof url !== 'string' || !Array.isArray(rect)) return [];
    const address = /^mailto:[^\s]+$/i.test(url) ? url : openableAddress(url);
    if (address === null) return [];
    const [left = 0, bottom = 0, right = 0, top = 0] = rect.map(Number);
    const [x1 = 0, y1 = 0] = toScreen(left, bottom);
    const [x2 = 0, y2 = 0] = toScreen(right, top);
    return [
      {
        address,
        place: {
          left: Math.min(x1, x2),
          top: Math.min(y1, y2),
          width: Math.abs(x2 - x1),
          height: Math.abs(y2 - y1),
        },
      },
    ];
  });
  return links.slice(0, MOST_LINKS);
}
