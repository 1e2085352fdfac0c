import { AsyncLocalStorage } from 'node:async_hooks';
import { join } from 'node:path';
import type { MessagePortMain } from 'electron';
import type { z } from 'zod';
import { connectBridge } from './bridge-connection.ts';
import { openDesk, type Desk } from './desk/desk.ts';
import type { DeskHost } from './desk/desk-host.ts';
import { movedDataSchema, networkStandingSchema } from '#shared/protocol/network-calls.ts';
import { serverChoiceSchema } from '#shared/protocol/server-choice.ts';
import { startSentence } from '#shared/node/start-trouble.ts';
import { mainToDeskSchema, type DeskToMain, type HostRequest, type MainToDesk } from './ipc.ts';

/** The process in which the desk runs in the desktop application: main asks it to open, then hands it each page's port. */

const main = process.parentPort;
const say = (message: DeskToMain): void => main.postMessage(message);
const report = (fault: unknown): void => {
  process.stderr.write(`${fault instanceof Error ? (fault.stack ?? fault.message) : String(fault)}\n`);
};

const asked = new Map<number, { resolve: (result: string | null) => void; reject: (error: Error) => void }>();
let lastId = 0;
/** The page whose call is being answered: dialogs belong to its window. */
const asking = new AsyncLocalStorage<number>();

function ask(request: HostRequest): Promise<string | null> {
  return new Promise((resolve, reject) => {
    lastId += 1;
    asked.set(lastId, { resolve, reject });
    say({ type: 'ask', id: lastId, page: asking.getStore() ?? null, request });
  });
}

async function askForText(request: HostRequest): Promise<string> {
  const answer = await ask(request);
  if (answer === null) throw new Error(`The main process gave no answer to ${request.kind}.`);
  return answer;
}

function settle(message: Extract<MainToDesk, { id: number }>): void {
  const waiting = asked.get(message.id);
  asked.delete(message.id);
  if (message.type === 'answer') waiting?.resolve(message.result);
  else waiting?.reject(new Error(message.message));
}

let desk: Promise<Desk> | undefined;

async function open(options: Extract<MainToDesk, { type: 'open' }>): Promise<Desk> {
  const host: DeskHost = {
    openExternal: async (url) => {
      await ask({ kind: 'openExternal', url });
    },
    chooseSavePlace: async (fileName) => {
      const path = await ask({ kind: 'chooseSavePath', fileName });
      return path === null ? null : { path };
    },
    openDocument: async (copy) => {
      await ask({ kind: 'openDocument', ...copy });
    },
    printPdf: async (path) => void (await ask({ kind: 'printPdf', path })),
    recentReports: () => askForText({ kind: 'recentReports' }),
    firstStart: {
      isNeeded: async () => (await ask({ kind: 'isFirstStart' })) !== null,
      makeAdmin: (admin) => ask({ kind: 'makeFirstAdmin', ...admin }),
      openDemo: async () => void (await ask({ kind: 'openDemo' })),
    },
    office: {
      get: async () => serverChoiceSchema.parse(JSON.parse(await askForText({ kind: 'serverChoice' }))),
      join: async (office) => void (await ask({ kind: 'joinOffice', office })),
      leave: async () => void (await ask({ kind: 'leaveOffice' })),
      leaveDemo: async () => void (await ask({ kind: 'leaveDemo' })),
    },
    network: {
      standing: async () => {
        const answer = await ask({ kind: 'network' });
        return answer === null ? null : networkStandingSchema.parse(JSON.parse(answer));
      },
      open: async (token, anotherPort) => void (await ask({ kind: 'openNetwork', token, anotherPort })),
      close: async (token) => void (await ask({ kind: 'closeNetwork', token })),
      newKey: async (token) => void (await ask({ kind: 'newNetworkKey', token })),
      chooseFolder: () => ask({ kind: 'chooseMoveFolder' }),
      move: async (token, folder) =>
        movedDataSchema.parse(JSON.parse(await askForText({ kind: 'moveData', token, folder }))),
    },
    backups: {
      mayChooseFolder: async () => (await ask({ kind: 'mayChooseBackupFolder' })) !== null,
      chooseFolder: () => ask({ kind: 'chooseBackupFolder' }),
      useFolder: async (folder) => void (await ask({ kind: 'useBackupFolder', folder })),
    },
    ...(options.updates
      ? {
          updates: {
            ...options.updates,
            ready: async (version) => void (await ask({ kind: 'updateReady', version })),
            restart: async () => void (await ask({ kind: 'restartToUpdate' })),
          },
        }
      : {}),
    desktop: {
      remind: async (reminder) => void (await ask({ kind: 'remind', reminder })),
      takeBack: async (keys) => void (await ask({ kind: 'takeBack', keys: [...keys] })),
      stand: async (state) => void (await ask({ kind: 'stand', state })),
      startAtLogin: async (on) => {
        const answer = await ask({ kind: 'startAtLogin', on });
        return answer === null ? null : answer === 'on';
      },
    },
    keychain: {
      available: true,
      seal: (text) => askForText({ kind: 'seal', text }),
      open: (sealed) => askForText({ kind: 'open', sealed }),
    },
  };
  const { dataFolder, server, appVersion, nativeBinding } = options;
  // The bundle of this process has them beside it.
  const workers = {
    importReader: join(import.meta.dirname, 'import-reader.js'),
    documentReader: join(import.meta.dirname, 'document-reader.js'),
    snapshotReader: join(import.meta.dirname, 'snapshot-reader.js'),
  };
  const binding = nativeBinding ? { nativeBinding } : {};
  return openDesk({ dataFolder, server, host, appVersion, ...workers, ...binding });
}

function serve(page: number, port: MessagePortMain): void {
  // The port holds back messages until it is started, so nothing is lost while the desk opens.
  desk
    ?.then((opened) => {
      const ofPage = {
        call: (method: string, params: unknown, as?: string) =>
          asking.run(page, () => opened.call(method, params, as)),
        subscribe: (listener: Parameters<Desk['subscribe']>[0]) => opened.subscribe(listener),
      };
      const connection = connectBridge(ofPage, (message) => port.postMessage(message), report);
      port.on('message', (event) => connection.receive(event.data));
      port.on('close', () => connection.close());
      port.start();
    })
    .catch(() => port.close());
}

async function shutDown(): Promise<never> {
  try {
    await (await desk)?.close();
  } catch (error) {
    report(error);
  }
  process.exit(0);
}

main.on('message', (event: { data: unknown; ports: MessagePortMain[] }) => {
  const message: z.infer<typeof mainToDeskSchema> = mainToDeskSchema.parse(event.data);
  if (message.type === 'open') {
    desk = open(message);
    desk.then(
      () => say({ type: 'ready' }),
      (error: unknown) => {
        report(error);
        say({ type: 'failed', message: startSentence(error, message.dataFolder) });
      },
    );
  } else if (message.type === 'page') {
    const port = event.ports[0];
    if (port) serve(message.page, port);
  } else if (message.type === 'server-moved') {
    desk?.then((opened) => opened.moveServer(message)).catch(report);
  } else if (message.type === 'are-you-there') {
    say({ type: 'alive' });
  } else if (message.type === 'happened') {
    desk?.then((opened) => opened.hear(message.event)).catch(report);
  } else if (message.type === 'reminded') {
    desk?.then((opened) => opened.remind(message)).catch(report);
  } else if (message.type === 'shutdown') {
    void shutDown();
  } else {
    settle(message);
  }
});
