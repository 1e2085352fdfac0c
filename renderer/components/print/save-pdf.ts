import { bridge } from '../../bridge/bridge.ts';
import { showFailure, showToast } from '../messages/messages.tsx';
import { print } from './printing.ts';

/** What the names of files may not hold, on any system. */
const NOT_IN_NAMES = /[\\/:*?"<>|\p{Cc}\p{Cf}]+/gu;
const LONGEST_NAME = 120;

/** Has the desktop application write the page that is ready for print to a PDF file, and says what came of it. */
export async function savePdf(title: string): Promise<void> {
  const name = title.replaceAll(NOT_IN_NAMES, ' ').trim().slice(0, LONGEST_NAME);
  try {
    const { fileName } = await bridge.call('system.savePdf', { fileName: `${name}.pdf` });
    if (fileName !== null) showToast({ title: `Saved ${fileName}` });
  } catch (error) {
    showFailure('Failed to save the PDF', error, () => print('pdf'));
  }
}
