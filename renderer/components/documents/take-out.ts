import { bridge } from '../../bridge/bridge.ts';
import { fetchDownload } from '../fetch-download.ts';
import { confirm, showFailure } from '../messages/messages.tsx';
import type { ViewedDocument } from './document-dialogs.ts';

/** Whether the screens run in a browser: there a document is saved, and nothing is opened by us. */
export const isInBrowser = (): boolean => window.bridgePort === undefined;

/** What taking it out of the application is called. */
export const takeOutLabel = (): string => (isInBrowser() ? 'Download' : 'Open in another program');

/** Opens the document in the system's own program once the user has heard what that means; in a browser, saves it. */
export async function takeOut(document: ViewedDocument): Promise<void> {
  if (!isInBrowser()) {
    const confirmed = await confirm({
      title: 'Open in another program?',
      message: `“${document.name}” came from outside and may hold something that the other program runs, so open it only if you know who sent it.`,
      confirmLabel: 'Open',
      cancelFirst: true,
    });
    if (!confirmed) return;
  }
  await open(document);
}

async function open(document: ViewedDocument): Promise<void> {
  try {
    const { download } = await bridge.call('documents.open', { id: document.id });
    if (download !== null) fetchDownload(download, document.name);
  } catch (error) {
    const failure = isInBrowser() ? 'Failed to download the document' : 'Failed to open the document';
    showFailure(failure, error, () => open(document));
  }
}
