import type { ImportState } from '#shared/protocol/import.ts';
import { Alert, Button, Loader, Text } from '@mantine/core';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { importTitle } from '../../components/import/import-wording.ts';
import { useImportState } from '../../components/import/use-import-state.ts';
import { sentenceOf } from '../../components/messages/messages.tsx';
import { useImports } from '../../stores/imports.ts';
import { ColumnsStep } from './columns-step.tsx';
import { FileStep } from './file-step.tsx';
import { STEP_LABELS, shownStep, type Step } from './import-steps.ts';
import classes from './import.module.css';
import { PreviewStep } from './preview-step.tsx';
import { ReportStep } from './report-step.tsx';
import { RunStep } from './run-step.tsx';
import { StepList } from './step-list.tsx';
import { useColumnDraft } from './use-column-draft.ts';

/** A file of rows becomes records, step by step; it goes on where it was left, also after a restart. */
export function ImportScreen(): ReactNode {
  const query = useImportState();
  const { data: state } = query;
  return (
    <div className={classes.screen}>
      <div className={classes.header}>
        <h1 className={classes.title}>Import</h1>
        <Text size="sm" c="dimmed" truncate>
          {state ? importTitle(state) : ''}
        </Text>
      </div>
      {query.isPending && (
        <div className={classes.loading} role="status">
          <Loader size="xs" aria-hidden />
          Loading...
        </div>
      )}
      {query.isError && (
        <Alert color="red" title="Failed to load the import" m="md" role="alert">
          <Text size="sm" mb="xs">
            {sentenceOf(query.error, 'Something went wrong.')}
          </Text>
          <Button size="compact-sm" variant="default" onClick={() => void query.refetch()}>
            Retry
          </Button>
        </Alert>
      )}
      {state !== undefined && <Steps state={state} />}
    </div>
  );
}

function Steps({ state }: { state: ImportState | null }): ReactNode {
  const sending = useImports((imports) => imports.sending);
  // What was sent just now is looked at before its columns are, and what was said of these is gone on with.
  const [asked, setAsked] = useState<Step | null>(sending ? 'file' : state?.said ? 'columns' : null);
  const step = shownStep(state, asked);
  const draft = useColumnDraft(state, step === 'columns');
  const body = useRef<HTMLElement>(null);
  // The button that led on may be gone: whoever goes by keys goes on in the step.
  const stage = `${step} ${sending !== null} ${state?.busy === 'running'}`;
  const last = useRef(stage);
  useEffect(() => {
    if (last.current !== stage) body.current?.focus();
    last.current = stage;
  }, [stage]);

  const go = async (to: Step): Promise<void> => {
    // What was changed in the columns is judged before anything that follows from it is shown.
    const passesColumns = to === 'preview' || to === 'run';
    if (passesColumns && draft.changed) {
      if (await draft.judge()) setAsked(to);
      else setAsked('columns');
    } else setAsked(to);
  };

  return (
    <>
      <StepList state={state} shown={step} onGo={(to) => void go(to)} />
      <section ref={body} tabIndex={-1} className={classes.step} aria-label={STEP_LABELS[step]}>
        {step === 'file' && (
          <FileStep state={state} onFile={() => setAsked('file')} onNext={() => setAsked('columns')} />
        )}
        {state && step === 'columns' && (
          <ColumnsStep
            state={state}
            columns={draft}
            onBack={() => setAsked('file')}
            onNext={() => setAsked('preview')}
          />
        )}
        {state && step === 'preview' && (
          <PreviewStep state={state} onBack={() => setAsked('columns')} onNext={() => void go('run')} />
        )}
        {state && step === 'run' && <RunStep state={state} onBack={() => setAsked('preview')} />}
        {state?.result && step === 'report' && <ReportStep state={state} result={state.result} />}
      </section>
    </>
  );
}
