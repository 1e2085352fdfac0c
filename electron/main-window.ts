import { BrowserWindow } from 'electron';
import { APP_ORIGIN } from './app-protocol.ts';
import { SMALLEST, type WindowState } from './window-state.ts';

/**
 * Opens a window of the application.
 * @param zoom of its page, in percent.
 * @param onLoad called for each page load once the page is there, with its own frame's address checked by the caller.
 */
export function openMainWindow(
  preload: string,
  state: WindowState,
  zoom: number,
  onLoad: (window: BrowserWindow) => void,
): BrowserWindow {
  const window = new BrowserWindow({
    width: state.width,
    height: state.height,
    ...state.bounds,
    minWidth: SMALLEST.width,
    minHeight: SMALLEST.height,
    title: 'Employee Management System',
    show: false,
    autoHideMenuBar: true,
    backgroundColor: '#ffffff',
    webPreferences: {
      preload,
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      webviewTag: false,
      // From dictionaries that ship (window/spelling.ts), in the fields where the page wants it.
      spellcheck: true,
      navigateOnDragDrop: false,
      zoomFactor: zoom / 100,
    },
  });
  if (state.maximized) window.maximize();
  window.once('ready-to-show', () => window.show());
  window.webContents.on('dom-ready', () => onLoad(window));
  void window.loadURL(`${APP_ORIGIN}${state.address ?? '/'}`);
  return window;
}
