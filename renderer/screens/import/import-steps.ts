import type { ImportState } from '#shared/protocol/import.ts';

export const STEPS = ['file', 'columns', 'preview', 'run', 'report'] as const;
export type Step = (typeof STEPS)[number];

export const STEP_LABELS: Readonly<Record<Step, string>> = {
  file: 'File',
  columns: 'Columns',
  preview: 'Preview',
  run: 'Import',
  report: 'Report',
};

/** The steps that can be gone to as the import stands. */
export function openSteps(state: ImportState | null): Step[] {
  if (!state || state.problem !== null || !state.reading) return ['file'];
  if (state.busy === 'running') return ['run'];
  if (state.result) return ['report'];
  // While the rows are judged there is no more to see than how far that is.
  return state.counts && state.busy !== 'judging'
    ? ['file', 'columns', 'preview', 'run']
    : ['file', 'columns'];
}

/**
 * The step to show.
 * @param asked where the user wanted to go; null where nothing was asked since the screen was opened
 */
export function shownStep(state: ImportState | null, asked: Step | null): Step {
  const open = openSteps(state);
  if (asked && open.includes(asked)) return asked;
  // The desk's step where it can be shown; else the last one before it.
  const wanted = STEPS.indexOf(state?.step ?? 'file');
  return open.findLast((step) => STEPS.indexOf(step) <= wanted) ?? open[0] ?? 'file';
}
