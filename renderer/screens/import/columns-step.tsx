import type { ImportState } from '#shared/protocol/import.ts';
import { Alert, Box, Button, Group } from '@mantine/core';
import { useRef, useState, type ReactNode } from 'react';
import { nounOf } from '../../components/import/import-wording.ts';
import { useImports } from '../../stores/imports.ts';
import { askedOptions, doubledColumns, isUnsaid, listed, missingFields } from './column-draft.ts';
import { ColumnLines } from './column-lines.tsx';
import { Waiting } from './file-step.tsx';
import { FixedValues } from './fixed-values.tsx';
import classes from './import.module.css';
import { UnknownOptions } from './unknown-options.tsx';
import type { ColumnsInWork } from './use-column-draft.ts';

interface ColumnsStepProps {
  state: ImportState;
  columns: ColumnsInWork;
  onBack: () => void;
  onNext: () => void;
}

/** What each column of the file is, what all rows get besides, and what values mean that are no option. */
export function ColumnsStep({ state, columns, onBack, onNext }: ColumnsStepProps): ReactNode {
  const progress = useImports((imports) => imports.progress);
  const area = useRef<HTMLDivElement>(null);
  const [asked, setAsked] = useState(false);
  const { draft, change, judging } = columns;
  const { entity } = state;
  const doubled = doubledColumns(entity, draft.fields);
  const missing = missingFields(entity, draft);
  const options = askedOptions(draft, state.unknown);
  const unsaid = options.filter((each) => isUnsaid(draft, each)).length;

  /** What keeps the rows from being checked, or is still to be said, gets the focus. */
  const attend = (): void => {
    setTimeout(() =>
      area.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-unsaid]')?.focus(),
    );
  };
  const next = async (): Promise<void> => {
    if (judging) return;
    setAsked(true);
    if (doubled.size === 0 && (!columns.changed || (await columns.judge()))) onNext();
    else attend();
  };
  const told = progress?.id === state.id && progress.busy === 'judging' ? progress : null;
  return (
    <>
      {/* Reachable by Tab, so that it can be scrolled by keys. */}
      <Box
        ref={area}
        className={classes.scroll}
        tabIndex={0}
        role="region"
        aria-label="Columns of the file"
        inert={judging}
      >
        <ColumnLines state={state} draft={draft} doubled={doubled} onChange={change} />
        {options.length > 0 && (
          <UnknownOptions entity={entity} unknown={options} draft={draft} onChange={change} />
        )}
        <FixedValues
          entity={entity}
          draft={draft}
          texts={columns.texts}
          onChange={change}
          onText={columns.say}
        />
      </Box>
      <div className={classes.says} aria-live="polite">
        {judging && <Waiting title="Checking the rows…" part={told?.total ? told.done / told.total : 1} />}
        {!judging && asked && doubled.size > 0 && (
          <Alert color="red" role="alert">
            Two columns have the same field. Choose another for one of them, or leave it out.
          </Alert>
        )}
        {!judging && asked && doubled.size === 0 && unsaid > 0 && (
          <Alert color="yellow">
            Some values are no option of their field. Say what they mean, or go on: their rows will be among
            the wrong ones.
          </Alert>
        )}
        {!judging && missing.length > 0 && (
          <Alert color="yellow">
            {listed(missing)} {missing.length === 1 ? 'has' : 'have'} no column, and every {nounOf(entity, 1)}{' '}
            needs {missing.length === 1 ? 'it' : 'them'}: new rows cannot come in without.
          </Alert>
        )}
      </div>
      <Group className={classes.footer}>
        <Button variant="default" onClick={onBack}>
          Back
        </Button>
        <Button aria-busy={judging} onClick={() => void next()}>
          Next: preview
        </Button>
      </Group>
    </>
  );
}
