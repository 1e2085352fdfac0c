import { mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import { writeWholeFileNow } from '#shared/node/whole-file.ts';

export interface Bounds {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Where the window stood when it was last closed. Without `bounds` the system places it. */
export interface WindowState {
  bounds?: Bounds;
  width: number;
  height: number;
  maximized: boolean;
}

export const SMALLEST = { width: 940, height: 600 } as const;
const FIRST = { width: 1360, height: 860 } as const;

/** How much of the window must lie on a display for the user to be able to grasp it, in pixels. */
const GRIP = { width: 120, height: 40 } as const;

const stored = z.object({
  bounds: z.object({
    x: z.int(),
    y: z.int(),
    width: z.int().min(1).max(20_000),
    height: z.int().min(1).max(20_000),
  }),
  maximized: z.boolean(),
});

/**
 * Reads the kept state and fits it to the displays there are now: a window last seen on a display that is gone
 * opens where the system puts it.
 * @param workAreas the usable part of each display, in screen coordinates.
 */
export function readWindowState(file: string, workAreas: readonly Bounds[]): WindowState {
  const largest = workAreas.reduce(
    (best, area) => (area.width * area.height > best.width * best.height ? area : best),
    { x: 0, y: 0, width: 0, height: 0 },
  );
  const fitted = (size: { width: number; height: number }): { width: number; height: number } => ({
    width: Math.min(Math.max(size.width, SMALLEST.width), largest.width || FIRST.width),
    height: Math.min(Math.max(size.height, SMALLEST.height), largest.height || FIRST.height),
  });
  const kept = readStored(file);
  if (!kept) return { ...fitted(FIRST), maximized: false };
  const size = fitted(kept.bounds);
  const reachable = workAreas.some((area) => isReachable(kept.bounds, area));
  return {
    ...size,
    ...(reachable ? { bounds: { x: kept.bounds.x, y: kept.bounds.y, ...size } } : {}),
    maximized: kept.maximized,
  };
}

/** Keeps the state; a failure to do so is no reason to disturb the user. */
export function writeWindowState(file: string, bounds: Bounds, maximized: boolean): void {
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeWholeFileNow(file, JSON.stringify({ bounds, maximized }));
  } catch {
    return;
  }
}

function readStored(file: string): z.infer<typeof stored> | undefined {
  try {
    return stored.parse(JSON.parse(readFileSync(file, 'utf8')));
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
