import type { ShownDocument } from '#shared/protocol/document-calls.ts';
import { ActionIcon, Button, Loader, Modal, Text } from '@mantine/core';
import { useElementSize, useMergedRef } from '@mantine/hooks';
import { IconDownload, IconExternalLink, IconMinus, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import {
  useCallback,
  useEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import { bridge } from '../../bridge/bridge.ts';
import { useSync } from '../../stores/sync.ts';
import { HAS_KEYS } from '../keyboard/keep-focus.ts';
import { FirstFocus } from '../keyboard/first-focus.tsx';
import { loadedLater } from '../loaded-later.tsx';
import { OnlineFailure } from '../sync/online-failure.tsx';
import { useLateOpening } from '../use-late-opening.ts';
import type { ViewedDocument } from './document-dialogs.ts';
import { DOCUMENT_LAYER } from './layer.ts';
import { isInBrowser, takeOut, takeOutLabel } from './take-out.ts';
import { useTakenAway } from './use-taken-away.ts';
import classes from './viewer.module.css';
import { WordText } from './word-text.tsx';

// Reading a PDF takes half a megabyte of program, which nobody needs before.
const PdfPages = loadedLater(async () => (await import('./pdf-pages.tsx')).PdfPages, Waiting);

const ZOOMS = [0.5, 0.67, 0.8, 1, 1.25, 1.5, 2, 3];
/** A page at a zoom of 1 is as wide as the pane, and not wider than this, in pixels. */
const WIDEST = 900;
/** Around a page, in pixels. */
const MARGIN = 32;

interface DocumentViewerProps {
  document: ViewedDocument;
  onClose: () => void;
}

/** A document as it looks: pages of a PDF, the text of a Word document, or a picture. */
export function DocumentViewer({ document, onClose }: DocumentViewerProps): ReactNode {
  const [opened, setOpened] = useLateOpening();
  const [zoom, setZoom] = useState(1);
  const [page, setPage] = useState<{ at: number; of: number } | null>(null);
  const pane = useRef<HTMLDivElement>(null);
  const { ref: measured, width } = useElementSize<HTMLDivElement>();
  const paneRef = useMergedRef(pane, measured, reachable);
  const shown = useShownDocument(document.id);
  useTakenAway(document.id, () => setOpened(false));
  const Out = isInBrowser() ? IconDownload : IconExternalLink;
  const onPage = useCallback(
    (at: number, of: number) =>
      setPage((before) => (before?.at === at && before.of === of ? before : { at, of })),
    [],
  );
  const step = (by: 1 | -1): void =>
    setZoom((now) => ZOOMS[Math.min(ZOOMS.length - 1, Math.max(0, ZOOMS.indexOf(now) + by))] ?? 1);
  const turn = (by: 1 | -1): void => {
    const next = (page?.at ?? 1) + by;
    pane.current?.querySelector(`[data-page="${next}"]`)?.scrollIntoView({ block: 'start' });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === '+' || event.key === '=') step(1);
    else if (event.key === '-') step(-1);
    else if (event.key === 'ArrowRight' && zoom <= 1) turn(1);
    else if (event.key === 'ArrowLeft' && zoom <= 1) turn(-1);
    else return;
    event.preventDefault();
  };
  return (
    <Modal.Root
      opened={opened}
      onClose={() => setOpened(false)}
      onExitTransitionEnd={onClose}
      size="min(1180px, calc(100vw - 48px))"
      centered
      zIndex={DOCUMENT_LAYER}
      classNames={{ content: classes.content ?? '' }}
    >
      <Modal.Overlay backgroundOpacity={0.45} />
      <Modal.Content>
        <FirstFocus />
        {/* The library takes no key handler on the content itself. */}
        <div role="presentation" {...HAS_KEYS} className={classes.frame} onKeyDown={onKeyDown}>
          {/* The dialog is no landmark, so its header must not count as the page's banner. */}
          <Modal.Header role="presentation" className={classes.header}>
            <Modal.Title className={classes.title} title={document.name}>
              {document.name}
            </Modal.Title>
            {page && shown.data?.type === 'PDF' && (
              <span className={classes.pageNumber}>
                Page {page.at} of {page.of}
              </span>
            )}
            {shown.data && (
              <div role="group" aria-label="Zoom" className={classes.zoom}>
                <ActionIcon
                  variant="default"
                  aria-label="Zoom out"
                  title="Zoom out (−)"
                  disabled={zoom === ZOOMS[0]}
                  onClick={() => step(-1)}
                >
                  <IconMinus size={15} aria-hidden />
                </ActionIcon>
                <span className={classes.zoomText} role="status">
                  {Math.round(zoom * 100)}%
                </span>
                <ActionIcon
                  variant="default"
                  aria-label="Zoom in"
                  title="Zoom in (+)"
                  disabled={zoom === ZOOMS.at(-1)}
                  onClick={() => step(1)}
                >
                  <IconPlus size={15} aria-hidden />
                </ActionIcon>
              </div>
            )}
            <Button
              variant="default"
              size="compact-md"
              leftSection={<Out size={15} aria-hidden />}
              onClick={() => void takeOut(document)}
            >
              {takeOutLabel()}
            </Button>
            <Modal.CloseButton aria-label="Close" ml={0} />
          </Modal.Header>
          <div ref={paneRef} className={classes.pane} role="region" aria-label="Document" data-autofocus>
            {shown.isPending && <Waiting />}
            {shown.isError && (
              <div className={classes.problem}>
                <OnlineFailure
                  title="Failed to show the document"
                  error={shown.error}
                  onRetry={() => void shown.refetch()}
                />
              </div>
            )}
            {shown.data === null && (
              <Text role="status" c="dimmed" className={classes.problem}>
                This document is not on this PC yet, and the server cannot be reached. It is shown as soon as
                it can.
              </Text>
            )}
            {shown.data && (
              <Content
                document={shown.data}
                name={document.name}
                pane={pane}
                width={Math.max(200, Math.min(WIDEST, width - MARGIN))}
                zoom={zoom}
                onPage={onPage}
              />
            )}
          </div>
        </div>
      </Modal.Content>
    </Modal.Root>
  );
}

/** By Tab, so that it is read on by arrows and Page Up and Down. */
const reachable = (node: HTMLElement | null): void => node?.setAttribute('tabindex', '0');

/** What the document holds; null while neither this PC nor the server gives it: then it is asked for again. */
function useShownDocument(id: string) {
  const shown = useQuery({
    queryKey: ['document', id],
    queryFn: () => bridge.call('documents.show', { id }),
    // A document keeps its content.
    staleTime: Infinity,
    // What one has read is not kept for whoever signs in next.
    gcTime: 0,
  });
  const { refetch } = shown;
  const missing = shown.data === null;
  useEffect(() => {
    if (!missing) return;
    return useSync.subscribe((sync, before) => {
      if (sync.state === 'live' && before.state !== 'live') void refetch();
    });
  }, [missing, refetch]);
  return shown;
}

function Waiting(): ReactNode {
  return (
    <div role="status" className={classes.waiting}>
      <Loader size="sm" /> Loading...
    </div>
  );
}

interface ContentProps {
  document: ShownDocument;
  name: string;
  pane: RefObject<HTMLElement | null>;
  /** Of a page or picture at a zoom of 1, in pixels. */
  width: number;
  zoom: number;
  onPage: (at: number, of: number) => void;
}

function Content({ document, name, pane, width, zoom, onPage }: ContentProps): ReactNode {
  switch (document.type) {
    case 'PDF':
      return <PdfPages base64={document.base64} pane={pane} width={width} zoom={zoom} onPage={onPage} />;
    case 'DOCX':
      return <WordText html={document.html} zoom={zoom} />;
    default: {
      const type = document.type === 'PNG' ? 'image/png' : 'image/jpeg';
      return (
        <div className={classes.pages}>
          <img
            className={classes.image}
            src={`data:${type};base64,${document.base64}`}
            alt={name}
            style={{ maxWidth: width * zoom, ...(zoom > 1 ? { width: width * zoom } : {}) }}
          />
        </div>
      );
    }
  }
}
