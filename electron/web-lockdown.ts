import { app, session, type WebContents } from 'electron';
import { isAppAddress } from './app-protocol.ts';

/** Denies by default what a page could use to leave the application or to reach the machine. */
export function lockDownWeb(): void {
  app.on('web-contents-created', (_event, contents) => lockDownContents(contents));
  session.defaultSession.setPermissionRequestHandler((_contents, _permission, answer) => answer(false));
  session.defaultSession.setPermissionCheckHandler(() => false);
  session.defaultSession.setDevicePermissionHandler(() => false);
  // Pages need nothing from the network: data comes through the bridge, files from the application itself.
  session.defaultSession.webRequest.onBeforeRequest((details, answer) => {
    const { protocol } = new URL(details.url);
    const own = isAppAddress(details.url) || ['blob:', 'data:', 'devtools:'].includes(protocol);
    answer({ cancel: !own });
  });
}

function lockDownContents(contents: WebContents): void {
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.on('will-navigate', (event) => {
    if (!isAppAddress(event.url)) event.preventDefault();
  });
  contents.on('will-redirect', (event) => {
    if (!isAppAddress(event.url)) event.preventDefault();
  });
}
