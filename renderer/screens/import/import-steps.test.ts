import type { ImportCounts, ImportState } from '#shared/protocol/import.ts';
import { describe, expect, it } from 'vitest';
import { openSteps, shownStep } from './import-steps.ts';

const counts: ImportCounts = {
  new: 3,
  known: 0,
  twice: 0,
  wrong: 0,
  done: 0,
  choices: { skip: 0, fill: 0, overwrite: 0, add: 0 },
  doubles: 0,
};
/** Not undone, and nothing refused. */
const UNTOUCHED = {
  last: 's',
  isTakenBack: false,
  isHalfUndone: false,
  wasUndone: false,
  refused: 0,
  byOthers: 0,
  why: null,
};
const result = { set: 's', added: 3, changed: 0, skipped: 0, leftOut: 0, stopped: false, ...UNTOUCHED };

const state = (changes: Partial<ImportState>): ImportState => ({
  id: 'a',
  entity: 'candidate',
  fileName: 'leads.csv',
  step: 'file',
  busy: null,
  problem: null,
  reading: {
    kind: 'csv',
    encoding: 'utf-8',
    delimiter: ',',
    sheets: [],
    sheet: null,
    heading: 1,
    head: [],
    rows: 3,
  },
  columns: [],
  fixed: {},
  said: null,
  unknown: [],
  counts: null,
  choice: 'skip',
  result: null,
  ...changes,
});

describe('the steps of an import', () => {
  it('begin with the file, and stay there while it cannot be read', () => {
    expect(openSteps(null)).toEqual(['file']);
    expect(openSteps(state({ reading: null, busy: 'reading' }))).toEqual(['file']);
    expect(openSteps(state({ problem: 'The file is empty.' }))).toEqual(['file']);
  });

  it('can be gone back to until the run, and forward as far as the rows were judged', () => {
    expect(openSteps(state({ step: 'columns' }))).toEqual(['file', 'columns']);
    expect(openSteps(state({ step: 'preview', counts }))).toEqual(['file', 'columns', 'preview', 'run']);
    expect(openSteps(state({ step: 'preview', counts, busy: 'judging' }))).toEqual(['file', 'columns']);
    expect(openSteps(state({ step: 'run', counts, busy: 'running' }))).toEqual(['run']);
    expect(openSteps(state({ step: 'report', counts, result }))).toEqual(['report']);
  });

  it('go on where the desk stands, unless the user asked for another', () => {
    expect(shownStep(state({ step: 'preview', counts }), null)).toBe('preview');
    expect(shownStep(state({ step: 'preview', counts }), 'columns')).toBe('columns');
    expect(shownStep(state({ step: 'columns' }), 'preview')).toBe('columns');
    expect(shownStep(state({ step: 'report', counts, result }), 'preview')).toBe('report');
  });
});
