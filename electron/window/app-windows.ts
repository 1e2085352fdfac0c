import { BrowserWindow, screen, type WebContents } from 'electron';
import type { WindowEvent } from '#shared/window/window-events.ts';
import { APP_ORIGIN, isAppAddress } from '../app-protocol.ts';
import { openMainWindow } from '../main-window.ts';
import { askBeforeUnload } from '../unsaved-changes.ts';
import { rescueWindow, type WindowRescue } from '../window-rescue.ts';
import {
  fitted,
  MOST_WINDOWS,
  readWindowStates,
  writeWindowStates,
  type Bounds,
  type StoredWindow,
  type WindowState,
} from '../window-state.ts';
import { offerContextMenu } from './offer-context-menu.ts';
import { zoomAfter, zoomKey, type ZoomChange, type ZoomStep } from './zoom-steps.ts';

export interface AppWindowsSettings {
  preload: string;
  /** Where the places of the windows are kept. */
  stateFile: () => string;
  onLoad: (window: BrowserWindow) => void;
  isQuitting: () => boolean;
  /** Whether the application has to end whatever the user typed. */
  mustGo: () => boolean;
  /** A window stays for what was not saved in it, although the application was to end. */
  onStay: () => void;
  report: (line: string) => void;
}

const SIGN_IN = '/login';

/** A new window stands so much lower and further right than the one that it came from, in pixels. */
const BESIDE = 32;

/** The windows of the application: one at first, more as the user opens them, the same ones at the next start. */
export class AppWindows {
  readonly #settings: AppWindowsSettings;
  /** As they were opened. */
  readonly #open = new Map<BrowserWindow, WindowRescue>();
  /** Windows that have gone since the application began to quit: they come back with the others. */
  readonly #goneByQuitting: StoredWindow[] = [];
  #quitBegun = false;
  #lastUsed: BrowserWindow | undefined;
  #zoom: ZoomStep = 100;

  constructor(settings: AppWindowsSettings) {
    this.#settings = settings;
  }

  /**
   * Opens the windows of the last time.
   * @param address what the first of them shows in place of what it showed.
   */
  openKept(address?: string): void {
    // They are back, or come back now.
    this.#goneByQuitting.length = 0;
    const { zoom, windows } = readWindowStates(this.#settings.stateFile(), workAreas());
    this.#zoom = zoom;
    const [first, ...others] = windows;
    // The last one opened has the focus.
    for (const state of others) this.#openOne(state);
    this.#openOne(address === undefined ? first : { ...first, address });
  }

  /** Brings the window that was used last to the front; opens those of the last time where there is none. */
  show(address?: string): void {
    const window = this.current();
    if (!window) {
      this.openKept(address);
      return;
    }
    if (window.isMinimized()) window.restore();
    window.show();
    window.focus();
    this.#open.get(window)?.revive();
    if (address !== undefined) this.tell(window, { kind: 'go', address });
  }

  /** Brings a window to the front and tells its page, once that is there. */
  showWith(event: WindowEvent): void {
    this.show();
    const window = this.current();
    if (window?.webContents.isLoading())
      window.webContents.once('did-finish-load', () => this.tell(window, event));
    else this.tell(window, event);
  }

  /** The window that was used last; undefined where none is open. */
  current(): BrowserWindow | undefined {
    const focused = BrowserWindow.getFocusedWindow();
    if (focused && this.#open.has(focused)) return focused;
    const isThere = (window: BrowserWindow | undefined): boolean => window?.isDestroyed() === false;
    // One that goes is told of as closed a moment after it is gone.
    return isThere(this.#lastUsed) ? this.#lastUsed : [...this.#open.keys()].findLast(isThere);
  }

  /** Tells the page of a window; by default of the one that was used last. */
  tell(window: BrowserWindow | undefined, event: WindowEvent): void {
    if (!window || window.isDestroyed() || !isAppAddress(window.webContents.mainFrame.url)) return;
    window.webContents.send('window-event', event);
  }

  /** Changes the zoom, which is one for all windows as for all tabs of a browser. */
  zoom(change: ZoomChange): void {
    this.#zoom = zoomAfter(this.#zoom, change);
    for (const window of this.#open.keys()) this.#applyZoom(window.webContents);
    this.#keep();
    this.tell(this.current(), { kind: 'zoom', percent: this.#zoom });
  }

  /** The session was locked or has ended: no window shows anything of it. */
  takeAway(): void {
    for (const rescue of this.#open.values()) rescue.takeAway();
  }

  /** The user quits: from now on windows that go are to come back. */
  quitBegun(): void {
    this.#quitBegun = true;
  }

  #openOne(state: WindowState): void {
    const { preload, onLoad, isQuitting, mustGo, report } = this.#settings;
    const window = openMainWindow(preload, state, this.#zoom, (loaded) => {
      this.#applyZoom(loaded.webContents);
      onLoad(loaded);
    });
    const { webContents: contents } = window;
    this.#open.set(window, rescueWindow(window, isQuitting, report));
    this.#lastUsed = window;
    askBeforeUnload(
      window,
      mustGo,
      () => this.#stayed(),
      () => this.tell(window, { kind: 'discard' }),
    );
    offerContextMenu(window);
    contents.on('before-input-event', (event, input) => {
      const change = zoomKey(input);
      if (!change) return;
      event.preventDefault();
      this.zoom(change);
    });
    contents.on('zoom-changed', (_event, direction) => this.zoom(direction));
    // Whoever signs out leaves no address behind that says what was looked for, nor a way back to it.
    contents.on('did-navigate-in-page', (_event, url) => {
      if (new URL(url).pathname !== SIGN_IN) return;
      this.#keep();
      contents.navigationHistory.clear();
    });
    contents.setWindowOpenHandler(({ url }) => {
      this.#openBeside(window, url);
      return { action: 'deny' };
    });
    window.on('focus', () => {
      this.#lastUsed = window;
    });
    let last = storedOf(window);
    window.on('close', () => {
      last = storedOf(window);
    });
    window.once('closed', () => this.#closed(window, last));
  }

  /** A page opens a window of the application beside its own, and nothing else. */
  #openBeside(opener: BrowserWindow, url: string): void {
    if (!isAppAddress(url) || !isAppAddress(opener.webContents.mainFrame.url)) return;
    if (this.#open.size >= MOST_WINDOWS) {
      this.tell(opener, { kind: 'too-many-windows', most: MOST_WINDOWS });
      return;
    }
    const { x, y, width, height } = opener.getNormalBounds();
    const bounds = { x: x + BESIDE, y: y + BESIDE, width, height };
    const { pathname, search } = new URL(url);
    this.#openOne(fitted({ bounds, maximized: false, address: `${pathname}${search}` }, workAreas()));
  }

  #applyZoom(contents: WebContents): void {
    contents.setZoomFactor(this.#zoom / 100);
  }

  /** Somebody keeps editing: the application goes on with the windows that are left. */
  #stayed(): void {
    this.#quitBegun = false;
    this.#goneByQuitting.length = 0;
    this.#settings.onStay();
  }

  #closed(window: BrowserWindow, last: StoredWindow): void {
    this.#open.delete(window);
    if (this.#lastUsed === window) this.#lastUsed = undefined;
    // The last window takes the application with it.
    if (this.#quitBegun || this.#open.size === 0) this.#goneByQuitting.push(last);
    this.#keep();
  }

  #keep(): void {
    const windows = [...this.#goneByQuitting, ...[...this.#open.keys()].map(storedOf)];
    writeWindowStates(this.#settings.stateFile(), { zoom: this.#zoom, windows });
  }
}

function workAreas(): Bounds[] {
  return screen.getAllDisplays().map((display) => display.workArea);
}

/** Only of our own pages the address is kept. */
function storedOf(window: BrowserWindow): StoredWindow {
  const address = window.webContents.getURL();
  const { pathname, search } = new URL(isAppAddress(address) ? address : APP_ORIGIN);
  return {
    bounds: window.getNormalBounds(),
    maximized: window.isMaximized(),
    ...(pathname.startsWith('/') && pathname !== SIGN_IN ? { address: `${pathname}${search}` } : {}),
  };
}
