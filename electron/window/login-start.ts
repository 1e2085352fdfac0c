import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { app } from 'electron';

/**
 * Whether the system starts the application at login; where it cannot, as with one that is not installed or was started
 * with a data folder of its own, null.
 * @param wanted sets it first
 */
export function startAtLogin(wanted: boolean | null, hasOwnFolder: boolean): boolean | null {
  if (!app.isPackaged || hasOwnFolder) return null;
  if (process.platform === 'linux') return startByAutostart(wanted);
  if (wanted !== null) app.setLoginItemSettings({ openAtLogin: wanted });
  return app.getLoginItemSettings().openAtLogin;
}

/** On Linux a file says so, as the desktops agree on (XDG autostart). */
function startByAutostart(wanted: boolean | null): boolean {
  const file = join(app.getPath('appData'), 'autostart', 'placement-desk.desktop');
  if (wanted === true) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, autostartEntry(process.env['APPIMAGE'] ?? process.execPath));
  } else if (wanted === false) {
    rmSync(file, { force: true });
  }
  return existsSync(file);
}

/** The file's text; within quotes the format escapes `\`, `"`, `$` and the backtick, and `%` is doubled. */
export function autostartEntry(program: string): string {
  const quoted = program
    .replace(/[\\"$`]/g, String.raw`\$&`)
    // Once more, as in every text of such a file.
    .replaceAll('\\', '\\\\')
    .replaceAll('%', '%%');
  return [
    '[Desktop Entry]',
    'Type=Application',
    'Name=Employee Management System',
    `Exec="${quoted}"`,
    'Terminal=false',
    '',
  ].join('\n');
}
