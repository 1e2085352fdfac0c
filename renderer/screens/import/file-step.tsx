import { entityOf } from '#shared/model/entities.ts';
import type { ImportableEntity, ImportState } from '#shared/protocol/import.ts';
import { Alert, Button, Group, Progress, SegmentedControl, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { bridge } from '../../bridge/bridge.ts';
import { askedEntity, importables } from '../../components/import/import-address.ts';
import { useImportNews } from '../../components/import/use-import-state.ts';
import { sentenceOf, showFailure } from '../../components/messages/messages.tsx';
import { sendFile, useImports } from '../../stores/imports.ts';
import { useRole } from '../../stores/session.ts';
import { FileDrop } from './file-drop.tsx';
import { fileRefusal } from './file-refusal.ts';
import { FoundFile } from './found-file.tsx';
import classes from './import.module.css';

const NOT_SENT = 'The file could not be read from this computer. Choose it again.';

interface FileStepProps {
  state: ImportState | null;
  /** A file was chosen. */
  onFile: () => void;
  onNext: () => void;
}

/** Chooses the file, sends it to the desk, and shows what was found in it. */
export function FileStep({ state, onFile, onNext }: FileStepProps): ReactNode {
  const role = useRole();
  const asked = askedEntity(useLocation().search);
  const entities = importables(role);
  const [chosen, setChosen] = useState<ImportableEntity | null>(null);
  const entity = state?.entity ?? chosen ?? asked ?? entities[0] ?? 'candidate';
  const [problem, setProblem] = useState<string | null>(null);
  const { take, askAgain } = useImportNews();
  const sending = useImports((imports) => imports.sending);

  const send = async (file: File): Promise<void> => {
    const refusal = fileRefusal(file);
    setProblem(refusal);
    if (refusal !== null) return;
    onFile();
    try {
      if (state) {
        await bridge.call('import.putAway', { id: state.id });
        take(null);
      }
      take(await sendFile(file, entity));
    } catch (error) {
      setProblem(sentenceOf(error, NOT_SENT));
      void askAgain();
    }
  };
  const putAway = async (): Promise<void> => {
    if (!state) return;
    try {
      await bridge.call('import.putAway', { id: state.id });
      take(null);
    } catch (error) {
      showFailure('Failed to put the file away', error, putAway);
    }
  };

  // What was on its way when the page was closed will not arrive any more.
  const isBroken = state?.busy === 'receiving' && sending === null;
  const shown = problem ?? state?.problem ?? (isBroken ? 'The file did not arrive whole.' : null);
  const isOnItsWay = sending !== null || (state?.busy === 'receiving' && !isBroken);
  if (isOnItsWay || (state?.busy === 'reading' && !state.reading)) {
    const part = sending && sending.sent < sending.size ? sending.sent / sending.size : 1;
    return (
      <div className={classes.inner}>
        <Waiting title={`Reading ${sending?.fileName ?? state?.fileName ?? ''}…`} part={part} />
      </div>
    );
  }
  // Another sheet may have what this one has not.
  const found = problem === null ? state?.reading : null;
  return (
    <>
      <div className={classes.inner}>
        {!state && entities.length > 1 && (
          <SegmentedControl
            aria-label="Into which list"
            size="sm"
            data={entities.map((value) => ({ value, label: entityOf(value).plural }))}
            value={entity}
            onChange={(value) => setChosen(entities.find((each) => each === value) ?? null)}
          />
        )}
        {shown !== null && (
          <Alert color="red" title="This file cannot be imported" role="alert">
            {shown}
          </Alert>
        )}
        {state && found ? (
          <FoundFile state={state} reading={found} />
        ) : (
          <FileDrop again={shown !== null} onFile={(file) => void send(file)} />
        )}
      </div>
      {state && found && (
        <Group className={classes.footer}>
          <Button variant="default" onClick={() => void putAway()}>
            Choose another file
          </Button>
          <Button disabled={shown !== null || state.busy !== null || found.rows === 0} onClick={onNext}>
            Next: columns
          </Button>
        </Group>
      )}
    </>
  );
}

/** @param props.part how much is done, from 0 to 1 */
export function Waiting({ title, part }: { title: string; part: number }): ReactNode {
  return (
    <div className={classes.waiting} role="status">
      <Text size="sm">{title}</Text>
      <Progress value={part * 100} animated={part >= 1} aria-label={title} />
    </div>
  );
}
