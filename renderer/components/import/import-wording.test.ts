import type { ImportCounts } from '#shared/protocol/import.ts';
import { describe, expect, it } from 'vitest';
import { reportText, reportTitle, runText } from './import-wording.ts';

const counts = (added: number, choices: Partial<ImportCounts['choices']> = {}): ImportCounts => ({
  new: added,
  known: 0,
  twice: 4,
  wrong: 9,
  done: 0,
  choices: { skip: 0, fill: 0, overwrite: 0, add: 0, ...choices },
  doubles: 0,
});

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
describe('the words of an import', () => {
  it('say on the button what the run does', () => {
    expect(runText('candidate', counts(4812, { fill: 100, overwrite: 20, skip: 7 }))).toBe(
      'Import 4,812 new and change 120 candidates',
    );
    expect(runText('hrRecord', counts(0, { add: 1 }))).toBe('Import 1 new HR record');
    expect(runText('inquiry', counts(0, { fill: 1 }))).toBe('Change 1 inquiry');
    expect(runText('inquiry', counts(0, { skip: 30 }))).toBeNull();
  });

  it('say afterwards what came of it', () => {
    const result = {
      set: 's',
      added: 1,
      changed: 120,
      skipped: 3,
      leftOut: 12,
      stopped: false,
      ...UNTOUCHED,
    };
    expect(reportTitle(result)).toBe('Imported!');
    expect(reportText('candidate', result)).toBe(
      '1 candidate added, 120 changed, 3 skipped; 12 rows left out.',
    );
    expect(reportTitle({ ...result, stopped: true })).toBe('Import stopped.');
    expect(reportTitle({ ...result, added: 0, changed: 0 })).toBe('Nothing was imported.');
  });
});
