import { app } from 'electron';

/** With what arguments the application starts again when it ends; null where it only ends. */
let wanted: readonly string[] | null = null;
let isSure = false;

/** Ends the application and starts it again with these arguments, once the answer to whoever asked for it has gone out. */
export function relaunch(args: readonly string[]): void {
  wanted = args;
  setImmediate(() => app.quit());
}

/** Somebody keeps editing: the application goes on, and will not start again when it ends later. */
export function stayedOpen(): void {
  wanted = null;
}

/** To be called once the end is certain: Electron takes this back no more. */
export function startAgainIfWanted(): void {
  if (wanted === null || isSure) return;
  isSure = true;
  // Within an AppImage the running file lies in a place that goes away with it.
  const image = process.env['APPIMAGE'];
  app.relaunch({ args: [...wanted], ...(image === undefined ? {} : { execPath: image }) });
}

/** Somebody starts the application while it ends: it starts again as soon as it has. */
export function startAgainAfterwards(args: readonly string[]): void {
  wanted ??= args;
  startAgainIfWanted();
}
