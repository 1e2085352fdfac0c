import { url } from 'node:inspector';
import { app } from 'electron';

const SWITCHES = ['remote-debugging-port', 'remote-debugging-pipe', 'remote-debugging-address'];

/**
 * Opens no port for a debugger of the page, whatever the command line says: every user of the computer could read and
 * write through it as the one who is signed in. Before Electron is ready. Where a debugger holds the main process, as
 * the release's fuses never let one, it may hold the page too: so do the tests.
 */
export function openNoDebuggingPort(): void {
  if (url() !== undefined) return;
  for (const name of SWITCHES) app.commandLine.removeSwitch(name);
}
