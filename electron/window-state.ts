import { mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import { writeWholeFileNow } from '#shared/node/whole-file.ts';
import { ZOOM_STEPS, type ZoomStep } from './window/zoom-steps.ts';

export interface Bounds {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Where a window is to stand, and what it shows. */
export interface WindowState {
  /** Without them the system places it. */
  bounds?: Bounds;
  width: number;
  height: number;
  maximized: boolean;
  /** Path and query of the page; the start page without one. */
  address?: string;
}

/** The windows as they stood when the application was last ended, at least one, and the zoom of all, in percent. */
export interface WindowStates {
  zoom: ZoomStep;
  windows: [WindowState, ...WindowState[]];
}

export const SMALLEST = { width: 940, height: 600 } as const;
const FIRST = { width: 1360, height: 860 } as const;

/** So many windows are open at a time, and are opened again. */
export const MOST_WINDOWS = 8;

/** How much of the window must lie on a display for the user to be able to grasp it, in pixels. */
const GRIP = { width: 120, height: 40 } as const;

const storedWindow = z.object({
  bounds: z.object({
    x: z.int(),
    y: z.int(),
    width: z.int().min(1).max(20_000),
    height: z.int().min(1).max(20_000),
  }),
  maximized: z.boolean(),
  address: z.string().startsWith('/').max(4_000).optional(),
});

const stored = z.object({
  zoom: z.literal([...ZOOM_STEPS]).catch(100),
  windows: z.array(storedWindow).min(1),
});

export type StoredWindow = z.infer<typeof storedWindow>;
type Stored = z.infer<typeof stored>;

/**
 * Reads the kept states and fits them to the displays there are now: a window last seen on a display that is gone
 * opens where the system puts it.
 * @param workAreas the usable part of each display, in screen coordinates.
 */
export function readWindowStates(file: string, workAreas: readonly Bounds[]): WindowStates {
  const { zoom, windows } = readStored(file) ?? { zoom: 100 as const, windows: [] };
  const [first, ...others] = windows.slice(0, MOST_WINDOWS).map((kept) => fitted(kept, workAreas));
  return { zoom, windows: [first ?? firstEver(workAreas), ...others] };
}

/** A state fitted to the displays. */
export function fitted(kept: StoredWindow, workAreas: readonly Bounds[]): WindowState {
  const size = fittedSize(kept.bounds, workAreas);
  const reachable = workAreas.some((area) => isReachable(kept.bounds, area));
  return {
    ...size,
    ...(reachable ? { bounds: { x: kept.bounds.x, y: kept.bounds.y, ...size } } : {}),
    maximized: kept.maximized,
    ...(kept.address === undefined ? {} : { address: kept.address }),
  };
}

function firstEver(workAreas: readonly Bounds[]): WindowState {
  return { ...fittedSize(FIRST, workAreas), maximized: false };
}

function fittedSize(
  size: { width: number; height: number },
  workAreas: readonly Bounds[],
): { width: number; height: number } {
  const largest = workAreas.reduce(
    (best, area) => (area.width * area.height > best.width * best.height ? area : best),
    { x: 0, y: 0, width: 0, height: 0 },
  );
  return {
    width: Math.min(Math.max(size.width, SMALLEST.width), largest.width || FIRST.width),
    height: Math.min(Math.max(size.height, SMALLEST.height), largest.height || FIRST.height),
  };
}

/** Parts of an address that hold what somebody has typed: often whom they looked for, and this file is plain. */
const TYPED = ['search', 'in', 'where'];

/** An address without what was typed. */
function withoutTyped(address: string): string {
  const [path = '', query = ''] = address.split('?', 2);
  const params = new URLSearchParams(query);
  for (const name of TYPED) params.delete(name);
  return params.size === 0 ? path : `${path}?${params.toString()}`;
}

/** Keeps the states, without what was typed into searches; a failure to do so is no reason to disturb the user. */
export function writeWindowStates(file: string, states: Stored): void {
  try {
    mkdirSync(dirname(file), { recursive: true });
    const windows = states.windows.map(({ address, ...rest }) => ({
      ...rest,
      ...(address === undefined ? {} : { address: withoutTyped(address) }),
    }));
    writeWholeFileNow(file, JSON.stringify({ ...states, windows }));
  } catch {
    return;
  }
}

/** Versions up to 0.2 kept one window, by itself. */
function readStored(file: string): Stored | undefined {
  try {
    const content: unknown = JSON.parse(readFileSync(file, 'utf8'));
    const one = storedWindow.safeParse(content);
    return one.success ? { zoom: 100, windows: [one.data] } : stored.parse(content);
  } catch {
    return undefined;
  }
}

/** Whether enough of the title bar's strip lies on the display. */
function isReachable(bounds: Bounds, area: Bounds): boolean {
  const width = Math.min(bounds.x + bounds.width, area.x + area.width) - Math.max(bounds.x, area.x);
  const top = Math.max(bounds.y, area.y);
  const height = Math.min(bounds.y + GRIP.height, area.y + area.height) - top;
  return width >= GRIP.width && height >= GRIP.height / 2;
}
