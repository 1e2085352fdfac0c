import { app, session, type WebContents } from 'electron';
import { APP_ORIGIN, isAppAddress } from './app-protocol.ts';
import { mayPage } from './page-permissions.ts';

/** Nothing can listen there: what Chromium would send past the rules for requests, such as calls of WebRTC, ends here. */
const NOWHERE = 'http://127.0.0.1:1';

/** Before Electron is ready: Chromium itself looks up no name. The desk and the server have Node's own network. */
export function lockDownNames(): void {
  app.commandLine.appendSwitch('host-resolver-rules', 'MAP * ~NOTFOUND');
}

/** Denies by default what a page could use to leave the application or to reach the machine; before any page is loaded. */
export async function lockDownWeb(): Promise<void> {
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
  // Exports are written by the desk, where the user said: a page itself has nothing to put on the disk.
  session.defaultSession.on('will-download', (event) => event.preventDefault());
  // Pages need nothing from the network: data comes through the bridge, files from the application itself.
  session.defaultSession.webRequest.onBeforeRequest((details, answer) => {
    const { protocol } = new URL(details.url);
    const own = isAppAddress(details.url) || ['blob:', 'data:', 'devtools:'].includes(protocol);
    answer({ cancel: !own });
  });
  await session.defaultSession.setProxy({
    mode: 'fixed_servers',
    proxyRules: NOWHERE,
    proxyBypassRules: '<-loopback>',
  });
}

function lockDownContents(contents: WebContents): void {
  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.on('will-navigate', (event) => {
    if (!isAppAddress(event.url)) event.preventDefault();
  });
  contents.on('will-redirect', (event) => {
    if (!isAppAddress(event.url)) event.preventDefault();
  });
  // Nobody is asked before about:blank: it is an empty window to the user.
  contents.on('did-navigate', (_event, url) => {
    if (url.startsWith('about:')) void contents.loadURL(`${APP_ORIGIN}/`);
  });
}
