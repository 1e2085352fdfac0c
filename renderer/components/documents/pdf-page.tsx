import { AnnotationMode, TextLayer, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { useEffect, useRef, useState, type CSSProperties, type ReactNode } from 'react';
import { openableAddress } from '../record-links/open-link.ts';
import { OutsideLink } from '../record-links/outside-link.tsx';
import classes from './viewer.module.css';

/** Pixels of one drawn page: at a strong zoom it gets coarser, and the memory does not fill. */
const MOST_PIXELS = 16_000_000;

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
  /** Pixels of the screen for a point. */
  scale: number;
  /** Whether it is in sight or nearly so: others are empty. */
  near: boolean;
}

/** A page of a PDF, drawn while it is near: its picture, its text to be marked, and its links to the web. */
export function PdfPage({ pdf, number, expected, scale, near }: PdfPageProps): ReactNode {
  const picture = useRef<HTMLDivElement>(null);
  const text = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState(expected);
  const [links, setLinks] = useState<readonly PageLink[]>([]);
  const [failed, setFailed] = useState(false);

  useEffect(() => {
    const [drawn, written] = [picture.current, text.current];
    if (!near || !drawn || !written) return;
    let isOver = false;
    const stops: (() => void)[] = [];
    const draw = async (): Promise<void> => {
      const page = await pdf.getPage(number);
      if (isOver) return;
      const own = page.getViewport({ scale: 1 });
      setSize({ width: own.width, height: own.height });
      const viewport = page.getViewport({ scale });
      const fits = Math.sqrt(MOST_PIXELS / Math.max(1, viewport.width * viewport.height));
      const sharp = Math.min(window.devicePixelRatio, fits);
      const canvas = document.createElement('canvas');
      canvas.width = Math.max(1, Math.floor(viewport.width * sharp));
      canvas.height = Math.max(1, Math.floor(viewport.height * sharp));
      const rendering = page.render({
        canvas,
        viewport,
        transform: [sharp, 0, 0, sharp, 0, 0],
        // What was filled in or noted is drawn as it looks, and nothing of it can be pressed.
        annotationMode: AnnotationMode.ENABLE,
      });
      const layer = new TextLayer({
        textContentSource: page.streamTextContent(),
        container: document.createElement('div'),
        viewport,
      });
      stops.push(
        () => rendering.cancel(),
        () => layer.cancel(),
      );
      await rendering.promise;
      if (isOver) return;
      drawn.replaceChildren(canvas);
      setFailed(false);
      await layer.render();
      if (isOver) return;
      written.replaceChildren(...layer.textDivs);
      const annotations: { subtype?: unknown; url?: unknown; rect?: unknown }[] = await page.getAnnotations();
      if (!isOver)
        setLinks(linksOf(annotations, (x, y) => viewport.convertToViewportPoint(x, y).map(Number)));
    };
    draw().catch((error: unknown) => {
      if (!isOver && !(error instanceof Error && error.name === 'RenderingCancelledException'))
        setFailed(true);
    });
    return () => {
      isOver = true;
      for (const stop of stops) stop();
    };
  }, [pdf, number, scale, near]);

  useEffect(() => {
    if (near) return;
    picture.current?.replaceChildren();
    text.current?.replaceChildren();
  }, [near]);

  return (
    <section
      className={classes.page}
      data-page={number}
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

/** The links that lead to the web or to a mail; those that do anything else are left out. */
function linksOf(
  annotations: readonly { subtype?: unknown; url?: unknown; rect?: unknown }[],
  toScreen: (x: number, y: number) => number[],
): PageLink[] {
  return annotations.flatMap(({ subtype, url, rect }) => {
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
}
