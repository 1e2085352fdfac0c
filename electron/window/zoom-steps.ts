/** The steps of browsers between half and double, in percent. */
export const ZOOM_STEPS = [50, 67, 75, 80, 90, 100, 110, 125, 150, 175, 200] as const;

export type ZoomStep = (typeof ZOOM_STEPS)[number];
export type ZoomChange = 'in' | 'out' | 'actual';

/** The step after a change; the same at either end. */
export function zoomAfter(now: ZoomStep, change: ZoomChange): ZoomStep {
  if (change === 'actual') return 100;
  const next = ZOOM_STEPS.indexOf(now) + (change === 'in' ? 1 : -1);
  return ZOOM_STEPS[next] ?? now;
}

/** What a key asks of the zoom, on any keyboard and its number pad; null where it is another key. */
export function zoomKey(input: {
  key: string;
  control: boolean;
  meta: boolean;
  alt: boolean;
  type: string;
}): ZoomChange | null {
  const isCommand = process.platform === 'darwin' ? input.meta : input.control;
  if (!isCommand || input.alt || input.type !== 'keyDown') return null;
  if (input.key === '+' || input.key === '=') return 'in';
  if (input.key === '-' || input.key === '_') return 'out';
  return input.key === '0' ? 'actual' : null;
}
