import { app, Menu } from 'electron';
import type { AppWindows } from './app-windows.ts';
import { menuTemplate } from './menu-template.ts';

/** Gives the windows their menu; what is chosen in it happens in the window that is in front. */
export function setAppMenu(windows: AppWindows): void {
  const template = menuTemplate(
    {
      press: (keys) => windows.tell(windows.current(), { kind: 'press', keys }),
      go: (address) => windows.showWith({ kind: 'screen', address }),
      // By the page itself: locked it goes nowhere.
      step: (by) => windows.tell(windows.current(), { kind: 'step', by }),
      zoom: (change) => windows.zoom(change),
      fullScreen: () => {
        const window = windows.current();
        window?.setFullScreen(!window.isFullScreen());
      },
      closeWindow: () => windows.current()?.close(),
      quit: () => app.quit(),
      about: () => windows.tell(windows.current(), { kind: 'about' }),
    },
    { isMac: process.platform === 'darwin', forDevelopers: !app.isPackaged },
  );
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
}
