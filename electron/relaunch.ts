import { app } from 'electron';

/** Starts the application again with these arguments, once the answer to whoever asked for it has gone out. */
export function relaunch(args: readonly string[]): void {
  // Within an AppImage the running file lies in a place that goes away with it.
  const image = process.env['APPIMAGE'];
  app.relaunch({ args: [...args], ...(image === undefined ? {} : { execPath: image }) });
  setImmediate(() => app.quit());
}
