import type { Params } from '#shared/protocol/bridge.ts';
import { PlainError, type ErrorCode } from '#shared/protocol/errors.ts';
import { runExport, useExports } from '../../stores/exports.ts';
import { sentenceOf, showError, showToast } from '../messages.tsx';
import { rowsText } from './export-wording.ts';

const FAILURE = 'Failed to export CSV';
/** Answers that stay the same however often one asks. */
const REFUSALS: readonly ErrorCode[] = ['bad-request', 'forbidden'];

/** Exports what a list shows and says what came of it; failures are shown with a Retry. */
export async function exportList(query: Params<'export.start'>['query']): Promise<void> {
  if (useExports.getState().running) return;
  try {
    const { outcome, fileName, rows, download } = await runExport(query);
    if (outcome === 'cancelled') return;
    if (download !== null) fetchDownload(download, fileName);
    showToast({ title: `Saved ${fileName}`, message: rowsText(rows) });
  } catch (error) {
    const refused = error instanceof PlainError && REFUSALS.includes(error.code);
    const lines = [FAILURE, sentenceOf(error, '')].filter((line) => line !== '');
    showError(lines.join('\n'), refused ? {} : { retry: () => void exportList(query) });
  }
}

/** Has the browser save the finished file as it saves any other. */
function fetchDownload(path: string, fileName: string): void {
  const link = document.createElement('a');
  link.href = path;
  link.download = fileName;
  link.click();
}
