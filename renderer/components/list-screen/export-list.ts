import { PlainError } from '#shared/protocol/errors.ts';
import type { ExportResult } from '#shared/protocol/list-calls.ts';
import { runExport, useExports, type Asked } from '../../stores/exports.ts';
import { sentenceOf, showError, showFailure, showToast } from '../messages/messages.tsx';
import { rowsText } from './export-wording.ts';

const FAILURES = { csv: 'Failed to export CSV', xlsx: 'Failed to export the workbook' };

/** Exports what a list shows and says what came of it; failures are shown, with a Retry where that can help. */
export async function exportList(asked: Asked): Promise<void> {
  if (useExports.getState().running) return;
  const failure = FAILURES[asked.format ?? 'csv'];
  try {
    tellSaved(await runExport(asked));
  } catch (error) {
    const retry = (): Promise<void> => exportList(asked);
    // The export that was in the way ends by itself.
    if (error instanceof PlainError && error.code === 'conflict')
      showError(`${failure}\n${sentenceOf(error, '')}`, { retry });
    else showFailure(failure, error, retry);
  }
}

/** Says that a file was saved, once a browser has it; nothing where the user decided against it. */
export function tellSaved({ outcome, fileName, rows, download }: ExportResult): void {
  if (outcome === 'cancelled') return;
  if (download !== null) fetchDownload(download, fileName);
  showToast({ title: `Saved ${fileName}`, message: rowsText(rows) });
}

/** Has the browser save the finished file as it saves any other. */
export function fetchDownload(path: string, fileName: string): void {
  const link = document.createElement('a');
  link.href = path;
  link.download = fileName;
  link.click();
}
