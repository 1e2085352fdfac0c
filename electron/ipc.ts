import { z } from 'zod';
import { versionSchema } from '#shared/protocol/updates.ts';
import { joinedOfficeSchema, type JoinedOffice } from '#shared/protocol/server-choice.ts';
import {
  DESKTOP_EVENTS,
  desktopStateSchema,
  MOST_SHOWN_REMINDERS,
  REMINDER_ACTIONS,
  shownReminderSchema,
  type DesktopState,
  type ShownReminder,
} from '#shared/window/desktop-settings.ts';

/**
 * What the main process and the desk's process say to each other. Page traffic does not pass here: each page has a
 * message port of its own to the desk.
 */

/** What only the main process can do, asked by the desk. */
export const hostRequestSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('openExternal'), url: z.string().max(8_192) }),
  z.strictObject({ kind: z.literal('seal'), text: z.string().max(65_536) }),
  z.strictObject({ kind: z.literal('open'), sealed: z.string().max(262_144) }),
  z.strictObject({ kind: z.literal('isFirstStart') }),
  z.strictObject({
    kind: z.literal('makeFirstAdmin'),
    name: z.string().max(200),
    email: z.string().max(200),
    password: z.string().max(200),
  }),
  z.strictObject({ kind: z.literal('openDemo') }),
  z.strictObject({ kind: z.literal('leaveDemo') }),
  /** The answer is an `ServerChoice` as JSON. */
  z.strictObject({ kind: z.literal('serverChoice') }),
  z.strictObject({ kind: z.literal('joinOffice'), office: joinedOfficeSchema }),
  z.strictObject({ kind: z.literal('leaveOffice') }),
  z.strictObject({ kind: z.literal('chooseSavePath'), fileName: z.string().min(1).max(200) }),
  /** A copy of a document, in a folder of its own within the folder of copies. */
  z.strictObject({
    kind: z.literal('openDocument'),
    folder: z.string().regex(/^[\da-f]{32}$/),
    fileName: z.string().regex(/^[^/\\:]{1,120}\.(?:pdf|docx|jpg|png)$/),
  }),
  /** The answer is a `NetworkStanding` as JSON; null where there is no server of its own, or demo data in it. */
  z.strictObject({ kind: z.literal('network') }),
  z.strictObject({
    kind: z.literal('openNetwork'),
    token: z.string().max(8_000),
    anotherPort: z.boolean(),
  }),
  z.strictObject({ kind: z.literal('closeNetwork'), token: z.string().max(8_000) }),
  z.strictObject({ kind: z.literal('newNetworkKey'), token: z.string().max(8_000) }),
  z.strictObject({ kind: z.literal('chooseMoveFolder') }),
  /** The answer is a `MovedData` as JSON. */
  z.strictObject({
    kind: z.literal('moveData'),
    token: z.string().max(8_000),
    folder: z.string().min(1).max(4_000),
  }),
  z.strictObject({ kind: z.literal('mayChooseBackupFolder') }),
  z.strictObject({ kind: z.literal('chooseBackupFolder') }),
  z.strictObject({ kind: z.literal('useBackupFolder'), folder: z.string().min(1).max(4_000) }),
  z.strictObject({ kind: z.literal('printPdf'), path: z.string().min(1).max(4_000) }),
  z.strictObject({ kind: z.literal('recentReports') }),
  /** The version that is fetched and checked; null where it is offered no more. */
  z.strictObject({ kind: z.literal('updateReady'), version: versionSchema.nullable() }),
  z.strictObject({ kind: z.literal('restartToUpdate') }),
  z.strictObject({ kind: z.literal('remind'), reminder: shownReminderSchema }),
  z.strictObject({
    kind: z.literal('takeBack'),
    keys: z.array(z.string().max(200)).max(MOST_SHOWN_REMINDERS),
  }),
  z.strictObject({ kind: z.literal('stand'), state: desktopStateSchema }),
  /** Answered with `on`, `off`, or null where it cannot be. */
  z.strictObject({ kind: z.literal('startAtLogin'), on: z.boolean().nullable() }),
]);

export type HostRequest = z.infer<typeof hostRequestSchema>;

/** The desk's process to main. */
export const deskToMainSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('ready') }),
  z.strictObject({ type: z.literal('failed'), message: z.string() }),
  z.strictObject({ type: z.literal('alive') }),
  /** `page`: the one whose call it is about, as main named it; null where no page asked. */
  z.strictObject({
    type: z.literal('ask'),
    id: z.int().min(0),
    page: z.int().min(0).nullable(),
    request: hostRequestSchema,
  }),
]);

export type DeskToMain = z.infer<typeof deskToMainSchema>;

/** Main to the desk's process. A `page` message carries the page's port. */
export const mainToDeskSchema = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('open'),
    dataFolder: z.string(),
    server: z.strictObject({
      id: z.string(),
      url: z.string(),
      others: z.array(z.string()).optional(),
      key: z.string().optional(),
      office: z.string().optional(),
    }),
    appVersion: z.string(),
    nativeBinding: z.string().optional(),
    /** This PC, where updates can be installed on it. */
    updates: z.strictObject({ platform: z.string(), arch: z.string() }).optional(),
  }),
  /** The application's own server answers there from now on. */
  z.strictObject({ type: z.literal('server-moved'), url: z.string(), key: z.string().optional() }),
  z.strictObject({ type: z.literal('page'), page: z.int().min(0) }),
  /** To be answered with `alive`: a process that hangs answers nothing. */
  z.strictObject({ type: z.literal('are-you-there') }),
  z.strictObject({ type: z.literal('happened'), event: z.enum(DESKTOP_EVENTS) }),
  z.strictObject({
    type: z.literal('reminded'),
    key: z.string(),
    action: z.enum(REMINDER_ACTIONS),
  }),
  z.strictObject({ type: z.literal('answer'), id: z.int().min(0), result: z.string().nullable() }),
  z.strictObject({ type: z.literal('refusal'), id: z.int().min(0), message: z.string() }),
  z.strictObject({ type: z.literal('shutdown') }),
]);

export type MainToDesk = z.infer<typeof mainToDeskSchema>;

/** What main does for the desk; each rejects with a sentence. */
export interface HostAbilities {
  openExternal(url: string): Promise<void>;
  seal(text: string): Promise<string>;
  open(sealed: string): Promise<string>;
  /** Whether the embedded server has no user yet; always false with a server elsewhere. */
  isFirstStart(): Promise<boolean>;
  /** Makes the first administrator of an embedded server without users. @returns why not; null where it is done. */
  makeFirstAdmin(admin: { name: string; email: string; password: string }): Promise<string | null>;
  /** Starts the application again with demo data, in a data folder of its own. */
  openDemo(): Promise<void>;
  leaveDemo(): Promise<void>;
  /** Which server this PC works with, as JSON of what `office.get` tells. */
  serverChoice(): Promise<string>;
  /** Keeps which server it is from now on, and starts the application again. */
  joinOffice(office: JoinedOffice): Promise<void>;
  leaveOffice(): Promise<void>;
  /** Asks the user where a file of that name is to be saved; null where the user decides against it. */
  chooseSavePath(fileName: string): Promise<string | null>;
  /** Writes what the window would print to a PDF file where the user has chosen. */
  printPdf(path: string): Promise<void>;
  /** What was reported last, one line each, without personal data. */
  recentReports(): Promise<string>;
  /** How its own server stands to the office's network, as JSON; null where it has none to open. */
  network(): Promise<string | null>;
  /** Lets other PCs in, and has what was chosen remembered. The token is that of a Super Admin's session here. */
  openNetwork(token: string, anotherPort: boolean): Promise<void>;
  closeNetwork(token: string): Promise<void>;
  newNetworkKey(token: string): Promise<void>;
  /** Asks the user for the folder to write all data to; null where the user decides against it. */
  chooseMoveFolder(): Promise<string | null>;
  /** Writes all data of its own server there; where that is, as JSON. */
  moveData(token: string, folder: string): Promise<string>;
  /** Whether the backups are those of the application's own server. */
  mayChooseBackupFolder(): Promise<boolean>;
  /** Asks the user for the folder of the backups; null where the user decides against it. */
  chooseBackupFolder(): Promise<string | null>;
  /** Has the server keep its backups there. */
  useBackupFolder(folder: string): Promise<void>;
  /** This version is to be installed when the application ends; null where none is. */
  updateReady(version: string | null): Promise<void>;
  /** Ends the application to install what is ready, and starts it again. */
  restartToUpdate(): Promise<void>;
  /** Shows a reminder; what is chosen in it comes back as `reminded`. */
  remind(reminder: ShownReminder): Promise<void>;
  /** Reminders of these keys are gone from the system's list. */
  takeBack(keys: readonly string[]): Promise<void>;
  /** Badge, tray and lock stand so from now on. */
  stand(state: DesktopState): Promise<void>;
  /** Whether the application starts at login; null where it cannot. Given a value, it is set first. */
  startAtLogin(on: boolean | null): Promise<boolean | null>;
  /** Opens a copy of a document in the system's own program for it. */
  openDocument(copy: { folder: string; fileName: string }): Promise<void>;
}

/**
 * Answers one message from the desk's process that asks main for something.
 * @returns the message to send back; undefined when the message asked for nothing or was malformed.
 */
export async function answerDesk(message: DeskToMain, host: HostAbilities): Promise<MainToDesk | undefined> {
  if (message.type !== 'ask') return undefined;
  const { id, request } = message;
  try {
    return { type: 'answer', id, result: await perform(request, host) };
  } catch (error) {
    return { type: 'refusal', id, message: error instanceof Error ? error.message : String(error) };
  }
}

/** null where there is nothing to answer. */
async function perform(request: HostRequest, host: HostAbilities): Promise<string | null> {
  if (request.kind === 'seal') return host.seal(request.text);
  if (request.kind === 'open') return host.open(request.sealed);
  if (request.kind === 'chooseSavePath') return host.chooseSavePath(request.fileName);
  if (request.kind === 'isFirstStart') return (await host.isFirstStart()) ? 'yes' : null;
  if (request.kind === 'recentReports') return host.recentReports();
  if (request.kind === 'mayChooseBackupFolder') return (await host.mayChooseBackupFolder()) ? 'yes' : null;
  if (request.kind === 'chooseBackupFolder') return host.chooseBackupFolder();
  if (request.kind === 'network') return host.network();
  if (request.kind === 'chooseMoveFolder') return host.chooseMoveFolder();
  if (request.kind === 'moveData') return host.moveData(request.token, request.folder);
  if (request.kind === 'makeFirstAdmin') return host.makeFirstAdmin(request);
  if (request.kind === 'serverChoice') return host.serverChoice();
  if (request.kind === 'startAtLogin') {
    const starts = await host.startAtLogin(request.on);
    return starts === null ? null : starts ? 'on' : 'off';
  }
  if (request.kind === 'openDemo') await host.openDemo();
  else if (request.kind === 'leaveDemo') await host.leaveDemo();
  else if (request.kind === 'openNetwork') await host.openNetwork(request.token, request.anotherPort);
  else if (request.kind === 'closeNetwork') await host.closeNetwork(request.token);
  else if (request.kind === 'newNetworkKey') await host.newNetworkKey(request.token);
  else if (request.kind === 'useBackupFolder') await host.useBackupFolder(request.folder);
  else if (request.kind === 'joinOffice') await host.joinOffice(request.office);
  else if (request.kind === 'updateReady') await host.updateReady(request.version);
  else if (request.kind === 'restartToUpdate') await host.restartToUpdate();
  else if (request.kind === 'leaveOffice') await host.leaveOffice();
  else if (request.kind === 'printPdf') await host.printPdf(request.path);
  else if (request.kind === 'openDocument') await host.openDocument(request);
  else if (request.kind === 'remind') await host.remind(request.reminder);
  else if (request.kind === 'takeBack') await host.takeBack(request.keys);
  else if (request.kind === 'stand') await host.stand(request.state);
  else await host.openExternal(request.url);
  return null;
}
