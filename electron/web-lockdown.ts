import { app, session, type WebContents } from 'electron';
import { isAppAddress } from './app-protocol.ts';
import { mayPage } from './page-permissions.ts';

/** Denies by default what a page could use to leave the application or to reach the machine. */
export function lockDownWeb(): void {
  app.on('web-contents-created', (_event, contents) => lockDownContents(contents));
  session.defaultSession.setPermissionRequestHandler((_contents, permission, answer, details) => {
    const { requestingUrl: address, isMainFrame } = details;
    answer(mayPage(permission, { address, isMainFrame }, isAppAddress));
  });
  session.defaultSession.setPermissionCheckHandler((_contents, permission, origin, details) => {
    const { requestingUrl, isMainFrame } = details;
    return mayPage(permission, { address: requestingUrl ?? origin, isMainFrame }, isAppAddress);
  });
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
