import { formatDateTime } from '#shared/format/dates.ts';
import { useEffect, useLayoutEffect, useRef, type ReactNode } from 'react';
import { create } from 'zustand';
import { useSession } from '../../stores/session.ts';
import { useSync } from '../../stores/sync.ts';
import { showFailure } from '../messages/messages.tsx';

/** What goes on paper in the place of the screen: a list or a record as plain HTML. */
export interface PrintedPage {
  title: string;
  /** What it shows, one line each; when it was printed and by whom is said after them. */
  lines: readonly string[];
  content: ReactNode;
  /** Tables of many columns lie on their side. */
  landscape: boolean;
}

type Prepare = () => Promise<PrintedPage>;

/** On paper by the dialog of the system, or in a PDF file by the desktop application. */
export type PrintsTo = 'paper' | 'pdf';

/** The page that is being printed; null where none is. */
export const usePrinting = create<{ page: PrintedPage | null; to: PrintsTo }>(() => ({
  page: null,
  to: 'paper',
}));

/** What is on the screen and can be printed; the last lies on top. */
const offers: Prepare[] = [];

/**
 * Offers what the component shows to whoever prints, for as long as it is there; null offers nothing.
 * @param settle what must be waited for first, such as a list that follows what was just typed
 */
export function usePrintable(prepare: Prepare | null, settle?: () => Promise<void>): void {
  const latest = useRef({ prepare, settle });
  // In the same commit as the list that it is waited for.
  useLayoutEffect(() => {
    latest.current = { prepare, settle };
  });
  const offered = prepare !== null;
  useEffect(() => {
    if (!offered) return;
    const offer: Prepare = async () => {
      await latest.current.settle?.();
      if (!latest.current.prepare) throw new Error('Nothing to print');
      return latest.current.prepare();
    };
    offers.push(offer);
    return () => void offers.splice(offers.indexOf(offer), 1);
  }, [offered]);
}

/** When it was printed, and by whom: paper outlives what it says. */
function printedLine(): string {
  const name = useSession.getState().user?.name ?? '';
  return `Printed ${formatDateTime(new Date().toISOString())}${name === '' ? '' : ` by ${name}`}`;
}

/** Whoever reads the paper does not see the line below the top bar. */
function lackingLine(): string[] {
  const isWhole = useSync.getState().syncedAt !== null;
  return isWhole ? [] : ['Not whole: not all records were on this PC yet.'];
}

let isPreparing = false;

/** Prints what lies on top of the screen; a screen without a list or a record as it is, without its surroundings. */
export async function print(to: PrintsTo = 'paper'): Promise<void> {
  const prepare = offers.at(-1);
  if (!prepare) {
    window.print();
    return;
  }
  // A double click is one wish.
  if (isPreparing) return;
  isPreparing = true;
  const userId = useSession.getState().user?._id;
  try {
    const page = await prepare();
    if (useSession.getState().user?._id !== userId) return;
    usePrinting.setState({ page: { ...page, lines: [...page.lines, ...lackingLine(), printedLine()] }, to });
  } catch (error) {
    showFailure('Failed to print', error, () => print(to));
  } finally {
    isPreparing = false;
  }
}
