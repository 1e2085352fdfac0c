import { pathOfList } from '#shared/access/routes.ts';
import { formatNumber } from '#shared/format/numbers.ts';
import type { ImportResult, ImportState } from '#shared/protocol/import.ts';
import { Alert, Button, Group, Menu, Text } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { bridge } from '../../bridge/bridge.ts';
import { useBridgeEvent } from '../../bridge/use-bridge-event.ts';
import { undoChange } from '../../components/changes/undo.ts';
import { mainListOf } from '../../components/import/import-address.ts';
import { byOthersText, refusedText, reportTitle } from '../../components/import/import-wording.ts';
import { useImportNews } from '../../components/import/use-import-state.ts';
import { tellSaved } from '../../components/list-screen/export-list.ts';
import { showFailure } from '../../components/messages/messages.tsx';
import { useRole } from '../../stores/session.ts';
import classes from './import.module.css';
import { useRun } from './run-step.tsx';

/** What others did to it since was told as it was undone, and stays. */
const TAKEN_BACK = 'What came in was taken back, but for what others have changed since.';
const HALF_UNDONE =
  'An undo was interrupted: some of it is done, the rest is not. Undo it again for the rest.';

interface ReportStepProps {
  state: ImportState;
  result: ImportResult;
}

/** What came of the run, and what can be done with it. */
export function ReportStep({ state, result }: ReportStepProps): ReactNode {
  const { id, entity } = state;
  const {
    added,
    changed,
    skipped,
    leftOut,
    refused,
    byOthers,
    last,
    isTakenBack,
    isHalfUndone,
    wasUndone,
    stopped,
    why,
  } = result;
  const role = useRole();
  const navigate = useNavigate();
  const { take } = useImportNews();
  const run = useRun(id, null);
  const undo = useUndo(last);
  const list = pathOfList(mainListOf(entity), role);

  const save = async (format: 'csv' | 'xlsx'): Promise<void> => {
    try {
      tellSaved(await bridge.call('import.leftOut', { id, format }));
    } catch (error) {
      showFailure('Failed to save the rows', error, () => save(format));
    }
  };
  const putAway = async (): Promise<void> => {
    try {
      await bridge.call('import.putAway', { id });
      take(null);
    } catch (error) {
      showFailure('Failed to put the import away', error, putAway);
    }
  };

  return (
    <>
      <div className={classes.inner}>
        <div role="status">
          <h2 className={classes.partTitle}>{reportTitle(result)}</h2>
        </div>
        <dl className={classes.report}>
          <Figure label="Added" count={added} />
          <Figure label="Changed" count={changed} />
          <Figure label="Skipped" count={skipped} />
          <Figure label="Left out" count={leftOut} />
          {refused > 0 && <Figure label="Refused" count={refused} />}
        </dl>
        {why !== null && (
          <Alert color="yellow" role="alert">
            {why}
          </Alert>
        )}
        <Text size="sm" role="status">
          {isTakenBack
            ? TAKEN_BACK
            : [
                isHalfUndone && !undo.busy && HALF_UNDONE,
                refused > 0 && refusedText(refused),
                byOthers !== null && byOthers > 0 && byOthersText(byOthers),
              ]
                .filter((text) => text !== false)
                .join(' ')}
        </Text>
        <Group gap="sm">
          {leftOut > 0 && (
            <Menu position="bottom-start">
              <Menu.Target>
                <Button variant="default" rightSection={<IconChevronDown size={16} aria-hidden />}>
                  Save the rows that were left out
                </Button>
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Item onClick={() => void save('csv')}>CSV</Menu.Item>
                <Menu.Item onClick={() => void save('xlsx')}>Excel workbook</Menu.Item>
              </Menu.Dropdown>
            </Menu>
          )}
          {(last !== null || isTakenBack) && (
            <Button
              variant="default"
              aria-busy={undo.busy}
              {...(isTakenBack ? { 'aria-disabled': true, className: classes.spent } : {})}
              onClick={() => void (isTakenBack || undo.start())}
            >
              {undo.text}
            </Button>
          )}
          {stopped && !wasUndone && (
            <Button variant="default" loading={run.running} onClick={() => void run.start()}>
              Go on with the rest
            </Button>
          )}
        </Group>
      </div>
      <Group className={classes.footer}>
        <Button variant="default" onClick={() => void putAway()}>
          Import another file
        </Button>
        {list !== undefined && <Button onClick={() => void navigate(list)}>Show the list</Button>}
      </Group>
    </>
  );
}

function Figure({ label, count }: { label: string; count: number }): ReactNode {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{formatNumber(count)}</dd>
    </div>
  );
}

/** Takes the run back, and says how far that is where there is time to read it. @param set what is undone for that */
function useUndo(set: string | null): { busy: boolean; text: string; start: () => Promise<void> } {
  const [busy, setBusy] = useState(false);
  const [progress, setProgress] = useState<{ done: number; total: number } | null>(null);
  const { askAgain } = useImportNews();
  useBridgeEvent('undo', ({ id, done, total }) => {
    if (busy && id === set) setProgress({ done, total });
  });
  const start = async (): Promise<void> => {
    if (busy || set === null) return;
    setBusy(true);
    await undoChange(set);
    await askAgain();
    setBusy(false);
    setProgress(null);
  };
  const isLong = progress !== null && progress.total > progress.done;
  const text = busy && isLong ? `${formatNumber(progress.done)} of ${formatNumber(progress.total)}` : 'Undo';
  return { busy, text, start };
}
