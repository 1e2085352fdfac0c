import type { ImportState } from '#shared/protocol/import.ts';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { bridge } from '../../bridge/bridge.ts';
import { useBridgeEvent } from '../../bridge/use-bridge-event.ts';
import { useImports } from '../../stores/imports.ts';
import { showToast } from '../messages/messages.tsx';
import { mayLeaveForms } from '../record-form/unsaved-changes.ts';
import { ProgressNote } from '../progress-note/progress-note.tsx';
import { IMPORT_PATH } from './import-address.ts';
import { importTitle, reportTitle, reportText } from './import-wording.ts';
import { useImportNews, useImportState } from './use-import-state.ts';

/** Long enough to go to the report, in milliseconds. */
const REPORTED_MS = 10_000;

/**
 * Hears how an import goes, on whichever screen; while records are made it says how far it is everywhere but on the
 * import's own screen, and in the end what came of it.
 */
export function ImportHost({ path }: { path: string }): ReactNode {
  const { data: state } = useImportState();
  const { askAgain, known } = useImportNews();
  const navigate = useNavigate();
  const progress = useImports((imports) => imports.progress);
  const [stopping, setStopping] = useState(false);
  useBridgeEvent('import', (event) => {
    useImports.setState({ progress: event });
    const before = known();
    if (event.busy === null || before?.id !== event.id || before.busy !== event.busy) void askAgain();
  });

  const running = state?.busy === 'running';
  const ran = useRef(false);
  const isElsewhere = path !== IMPORT_PATH;
  useEffect(() => {
    if (ran.current && !running && state?.result && isElsewhere) {
      const show = async (): Promise<void> => {
        if (await mayLeaveForms('the form')) void navigate(IMPORT_PATH);
      };
      const { result } = state;
      showToast({
        title: reportTitle(result),
        message: reportText(state.entity, result),
        autoClose: REPORTED_MS,
        action: { label: 'Show report', run: () => void show() },
      });
    }
    ran.current = running;
  }, [running, state, isElsewhere, navigate]);

  if (!running || !isElsewhere) return null;
  return (
    <ProgressNote
      label="Import"
      title={importTitle(state)}
      {...figuresOf(state, progress)}
      stopping={stopping}
      onStop={() => {
        setStopping(true);
        bridge
          .call('import.stop', { id: state.id })
          .catch(() => undefined)
          .finally(() => setStopping(false));
      }}
    />
  );
}

function figuresOf(
  state: ImportState,
  progress: { id: string; done: number; total: number | null } | null,
): { done: number; total: number } {
  const told = progress?.id === state.id ? progress : null;
  return { done: told?.done ?? 0, total: told?.total ?? state.reading?.rows ?? 0 };
}
