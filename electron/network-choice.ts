import { app, dialog, type BrowserWindow, type OpenDialogOptions } from 'electron';
import { isWithin } from '#shared/node/within-folder.ts';
import type { HostAbilities } from './ipc.ts';
import type { OwnServer } from './own-server.ts';
import { writeForMove } from './move-data.ts';
import type { ServerProcess } from './server-process.ts';

export type NetworkAbilities = Pick<
  HostAbilities,
  'network' | 'openNetwork' | 'closeNetwork' | 'newNetworkKey' | 'chooseMoveFolder' | 'moveData'
>;

interface OwnData {
  /** undefined where the server is elsewhere, or holds demo data. */
  server: () => OwnServer | undefined;
  /** Starts the server's program with these arguments. */
  start: (args: string[]) => ServerProcess;
  /** Of the server. */
  folder: () => string;
}

const NOT_HERE = 'This PC has no server of its own that other PCs could use.';

/** What main does for the desk about the own server of this PC and the office's network (decision 45). */
export function networkAbilities(own: OwnData, window: BrowserWindow | undefined): NetworkAbilities {
  const here = (): OwnServer => {
    const server = own.server();
    if (!server) throw new Error(NOT_HERE);
    return server;
  };
  return {
    network: async () => {
      const server = own.server();
      return server ? JSON.stringify(await server.standing()) : null;
    },
    openNetwork: (token, anotherPort) => here().open(token, anotherPort),
    closeNetwork: (token) => here().close(token),
    newNetworkKey: (token) => here().newKey(token),
    chooseMoveFolder: async () => {
      here();
      return askForFolder(window);
    },
    moveData: async (token, folder) => {
      const server = here();
      if (isWithin(app.getPath('userData'), folder)) {
        throw new Error(`${folder} is in the data folder of the application. Choose one outside.`);
      }
      await server.permit('move', token);
      return JSON.stringify(await writeForMove(own, folder));
    },
  };
}

async function askForFolder(window: BrowserWindow | undefined): Promise<string | null> {
  const asked: OpenDialogOptions = {
    title: 'Folder for the data, such as a USB stick',
    buttonLabel: 'Write the data here',
    properties: ['openDirectory', 'createDirectory'],
  };
  const { canceled, filePaths } = window
    ? await dialog.showOpenDialog(window, asked)
    : await dialog.showOpenDialog(asked);
  const [chosen] = filePaths;
  return canceled ? null : (chosen ?? null);
}
