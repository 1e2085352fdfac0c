import type { Events, Params } from '#shared/protocol/bridge.ts';
import type { ExportResult } from '#shared/protocol/list-calls.ts';
import { create } from 'zustand';
import { bridge } from '../bridge/bridge.ts';

export interface RunningExport {
  id: string;
  /** What the desk has told; null while the user still chooses a name, and for an export that is done at once. */
  progress: Pick<Events['export'], 'done' | 'total'> | null;
}

/** The export that this page has under way; the desk writes one at a time. It goes on when another screen is opened. */
export const useExports = create<{ running: RunningExport | null }>(() => ({ running: null }));

/** What of which list is exported. */
export type Asked = Omit<Params<'export.start'>, 'id'>;

/** Writes what a list shows to a file. Rejects with the desk's sentence. */
export async function runExport(asked: Asked): Promise<ExportResult> {
  const id = crypto.randomUUID();
  const stopListening = bridge.on('export', ({ id: of, done, total }) => {
    if (of === id) useExports.setState({ running: { id, progress: { done, total } } });
  });
  useExports.setState({ running: { id, progress: null } });
  try {
    return await bridge.call('export.start', { id, ...asked });
  } finally {
    stopListening();
    useExports.setState({ running: null });
  }
}

/** Stops the export under way; it then comes to its end as cancelled. */
export function cancelExport(): void {
  const { running } = useExports.getState();
  // A desk that is lost has taken the export with it.
  if (running) bridge.call('export.cancel', { id: running.id }).catch(() => undefined);
}
