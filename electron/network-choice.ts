import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { app, dialog, type BrowserWindow, type OpenDialogOptions } from 'electron';
import { takeInCommand, type MovedData } from '#shared/protocol/network-calls.ts';
import { isWithin } from '#shared/node/within-folder.ts';
import type { HostAbilities } from './ipc.ts';
import type { OwnServer } from './own-server.ts';
import { runBackupCommand } from './server-command.ts';
import type { ServerProcess } from './server-process.ts';

export type NetworkAbilities = Pick<
  HostAbilities,
  'network' | 'openNetwork' | 'closeNetwork' | 'chooseMoveFolder' | 'moveData'
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

/** A folder of its own, so that nothing of it is taken for one of the daily backups; what fails leaves none. */
async function writeForMove({ start, folder }: OwnData, chosen: string): Promise<MovedData> {
  const time = new Date().toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-');
  const name = `for-office-server-${time}`;
  const into = join(chosen, name);
  await mkdir(into, { mode: 0o700 }).catch((error: unknown) => {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    throw new Error(`Nothing can be written in ${chosen} (${code}). Choose another folder.`, {
      cause: error,
    });
  });
  try {
    const why = await runBackupCommand(start, into, folder(), ['--for-move']).ended;
    if (why !== null) throw new Error(why);
    const made = (await readdir(into)).find((each) => each.startsWith('backup-')) ?? '';
    const backup = `${name}/${made}`;
    await writeFile(join(into, 'READ ME.txt'), readMe(backup), { mode: 0o600 });
    return { folder: into, backup };
  } catch (error) {
    await rm(into, { recursive: true, force: true });
    throw error;
  }
}

const readMe = (backup: string): string =>
  [
    'All data of one PC, for an office server: records, accounts, pictures, documents, history and keys.',
    'Whoever has this folder has the data. Delete it once the office server has taken it in.',
    '',
    'On the office server, with an empty data folder, and with the place of this folder for /PLACE (docs/operations.md, "From one PC to an office"):',
    '',
    `  ${takeInCommand(backup)}`,
    '',
    'Then start the server, make a join code there, and join it from this PC and the others.',
    '',
  ].join('\r\n');
