import { BrowserWindow, screen } from 'electron';
import { APP_ORIGIN } from './app-protocol.ts';
import { readWindowState, SMALLEST, writeWindowState } from './window-state.ts';

/**
 * Opens the application's window where it last stood.
 * @param stateFile where its place is kept.
 * @param onLoad called for each page load once the page is there, with its own frame's address checked by the caller.
 */
export function openMainWindow(
  preload: string,
  stateFile: string,
  onLoad: (window: BrowserWindow) => void,
): BrowserWindow {
  const state = readWindowState(
    stateFile,
    screen.getAllDisplays().map((display) => display.workArea),
  );
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
      // The spelling dictionaries would be downloaded from a foreign site.
      spellcheck: false,
      navigateOnDragDrop: false,
    },
  });
  if (state.maximized) window.maximize();
  window.once('ready-to-show', () => window.show());
  window.webContents.on('dom-ready', () => onLoad(window));
  window.on('close', () => writeWindowState(stateFile, window.getNormalBounds(), window.isMaximized()));
  void window.loadURL(`${APP_ORIGIN}/`);
  return window;
}
