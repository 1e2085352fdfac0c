import type { Events, Params } from '#shared/protocol/bridge.ts';
import { IMPORT_PIECE_BYTES, type ImportableEntity, type ImportState } from '#shared/protocol/import.ts';
import { create } from 'zustand';
import { bridge } from '../bridge/bridge.ts';

interface Imports {
  /** What the desk has told last. */
  progress: Events['import'] | null;
  /** The file that this page sends to the desk. It goes on when another screen is opened. */
  sending: { id: string; fileName: string; sent: number; size: number } | null;
}

export const useImports = create<Imports>(() => ({ progress: null, sending: null }));

/**
 * Sends a file to the desk piece by piece, which then reads it.
 * @returns how the import stands after that. Rejects with the desk's sentence.
 */
export async function sendFile(file: File, entity: ImportableEntity): Promise<ImportState> {
  const id = crypto.randomUUID();
  const { name: fileName, size } = file;
  useImports.setState({ sending: { id, fileName, sent: 0, size } });
  try {
    let state = await bridge.call('import.open', { id, entity, fileName, size });
    for (let at = 0; at < size; at += IMPORT_PIECE_BYTES) {
      const piece = file.slice(at, at + IMPORT_PIECE_BYTES);
      state = await bridge.call('import.bytes', { id, at, base64: await base64Of(piece) });
      useImports.setState({ sending: { id, fileName, sent: at + piece.size, size } });
    }
    return state;
  } finally {
    useImports.setState({ sending: null });
  }
}

/**
 * Says what the columns are, and waits until all rows are judged by it.
 * @returns how the import stands then. Rejects with the desk's sentence.
 */
export async function judgeRows(columns: Params<'import.columns'>): Promise<ImportState | null> {
  let wake = (): void => undefined;
  const stops = [
    bridge.on('import', ({ busy }) => busy === null && wake()),
    // What was told while the desk was away is not told again.
    bridge.onConnection((connection) => connection === 'open' && wake()),
  ];
  try {
    let told = new Promise<void>((resolve) => (wake = resolve));
    let state: ImportState | null = await bridge.call('import.columns', columns);
    while (state?.busy === 'judging') {
      await told;
      told = new Promise<void>((resolve) => (wake = resolve));
      state = await bridge.call('import.state', {});
    }
    return state;
  } finally {
    for (const stop of stops) stop();
  }
}

/** Rejects where the file cannot be read any more, because it was moved or changed meanwhile. */
function base64Of(piece: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => {
      // A data address: what it is stands before the comma.
      const text = typeof reader.result === 'string' ? reader.result : '';
      resolve(text.slice(text.indexOf(',') + 1));
    };
    reader.onerror = () => reject(new Error(reader.error?.message));
    reader.readAsDataURL(piece);
  });
}
