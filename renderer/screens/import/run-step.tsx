import { formatNumber } from '#shared/format/numbers.ts';
import type { Params } from '#shared/protocol/bridge.ts';
import type { ImportCounts, ImportState } from '#shared/protocol/import.ts';
import { Alert, Button, Group, Progress, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { bridge } from '../../bridge/bridge.ts';
import { nounOf, runText } from '../../components/import/import-wording.ts';
import { rowsText } from '../../components/list-screen/export-wording.ts';
import { useImportNews } from '../../components/import/use-import-state.ts';
import { showFailure } from '../../components/messages/messages.tsx';
import { useImports } from '../../stores/imports.ts';
import classes from './import.module.css';

/** Says what the run does, runs it, and says how far it is. */
export function RunStep({ state, onBack }: { state: ImportState; onBack: () => void }): ReactNode {
  const { id, entity, counts } = state;
  const run = useRun(id, counts);
  if (run.running || state.busy === 'running') return <Running state={state} />;
  if (!counts) return null;
  const text = runText(entity, counts);
  return (
    <>
      <div className={classes.inner}>
        {text === null && (
          <Alert color="yellow">
            There is nothing to bring in: every row is left out or skipped. Go back to mend rows or to choose
            what happens with people who are here already.
          </Alert>
        )}
        <ul className={classes.outcome}>
          {outcomes(state, counts).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        <Text size="sm" c="dimmed">
          It is one change: one Undo takes all of it back.
        </Text>
      </div>
      <Group className={classes.footer}>
        <Button variant="default" onClick={onBack}>
          Back
        </Button>
        {text !== null && <Button onClick={() => void run.start()}>{text}</Button>}
      </Group>
    </>
  );
}

/** What becomes of the rows, one line for each kind. */
function outcomes({ entity }: ImportState, counts: ImportCounts): string[] {
  const { choices } = counts;
  const line = (count: number, text: string): string[] => (count > 0 ? [text] : []);
  return [
    ...line(counts.new, `${formatNumber(counts.new)} new ${nounOf(entity, counts.new)} will be added.`),
    ...line(choices.add, `${rowsText(choices.add)} of people here already will be added anyway.`),
    ...line(choices.fill, `${formatNumber(choices.fill)} here already: empty fields will be filled.`),
    ...line(
      choices.overwrite,
      `${formatNumber(choices.overwrite)} here already: fields will be overwritten.`,
    ),
    ...line(choices.skip, `${formatNumber(choices.skip)} here already will be skipped.`),
    ...line(counts.doubles, `${rowsText(counts.doubles)} of people twice in the file will be added anyway.`),
    ...line(
      counts.twice - counts.doubles,
      `${rowsText(counts.twice - counts.doubles)} of people twice in the file will be left out.`,
    ),
    ...line(
      counts.wrong,
      `${rowsText(counts.wrong)} with something wrong will be left out, and can be saved to a file afterwards.`,
    ),
  ];
}

function Running({ state }: { state: ImportState }): ReactNode {
  const progress = useImports((imports) => imports.progress);
  const [stopping, setStopping] = useState(false);
  const told = progress?.id === state.id && progress.busy === 'running' ? progress : null;
  const done = told?.done ?? 0;
  const total = told?.total ?? state.reading?.rows ?? 0;
  const stop = (): void => {
    setStopping(true);
    bridge.call('import.stop', { id: state.id }).catch(() => setStopping(false));
  };
  return (
    <div className={classes.inner}>
      <div className={classes.waiting}>
        <Text size="sm" role="status">
          Importing…
        </Text>
        <Progress value={(done / Math.max(1, total)) * 100} aria-label="Rows that are done" />
        <Group justify="space-between">
          <Text size="sm" c="dimmed">
            {formatNumber(done)} of {formatNumber(total)}
          </Text>
          <Button size="compact-sm" variant="default" disabled={stopping} onClick={stop}>
            Stop
          </Button>
        </Group>
        <Text size="sm" c="dimmed">
          You can go on with other work meanwhile.
        </Text>
      </div>
    </div>
  );
}

/**
 * The run of an import, begun or gone on with. It runs on when the screen is left.
 * @param shown what the user was told that it does; null where it goes on with the rest
 */
export function useRun(
  id: string,
  shown: ImportCounts | null,
): { running: boolean; start: () => Promise<void> } {
  const { askAgain } = useImportNews();
  const [running, setRunning] = useState(false);
  const start = async (): Promise<void> => {
    setRunning(true);
    try {
      await bridge.call('import.run', { id, ...(shown ? { shown: willDo(shown) } : {}) });
    } catch (error) {
      if (!(await goesOn(id))) showFailure('Failed to import', error, start);
    }
    await askAgain();
    setRunning(false);
  };
  return { running, start };
}

/** The desk may have been started anew in the middle of it: then it goes on by itself, or is done by now. */
async function goesOn(id: string): Promise<boolean> {
  await connectionBack();
  const state = await bridge.call('import.state', {}).catch(() => null);
  if (state?.id !== id) return false;
  return state.busy === 'running' || (state.step === 'report' && state.result?.stopped === false);
}

/** Until the desk is there again, or is not to come. */
function connectionBack(): Promise<void> {
  return new Promise((resolve) => {
    const stop = bridge.onConnection((connection) => {
      if (connection !== 'open' && connection !== 'refused') return;
      resolve();
      // It tells at once, too.
      queueMicrotask(() => stop());
    });
  });
}

const willDo = ({ new: fresh, doubles, choices }: ImportCounts): Params<'import.run'>['shown'] => ({
  new: fresh,
  doubles,
  choices,
});
