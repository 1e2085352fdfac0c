import { app, dialog } from 'electron';
import { formatDateTime } from '#shared/format/dates.ts';
import type { Damage } from './embedded-server.ts';
import type { ServerProcess } from './server-process.ts';
import { runServerCommand } from './server-command.ts';

/** As many as fit into a box of the system. */
const MOST_AT_ONCE = 5;
const WAIT_FOR_THE_END = new Promise<never>(() => undefined);

/**
 * Tells the user that the data on this PC is damaged, and what can be done; does that and returns. Who quits ends the
 * application. What goes wrong is told, and asked again.
 * @param start starts the server's program with these arguments
 */
export function mendDamagedData(
  start: (args: string[]) => ServerProcess,
  dataFolder: string,
  report: (line: string) => void,
): (damage: Damage) => Promise<void> {
  const setAside = async (more: string[]): Promise<string | null> =>
    runServerCommand(() => start(['--embedded', '--set-aside', '--data', dataFolder, ...more])).ended;

  return async ({ backups }) => {
    let trouble: string | null = null;
    for (;;) {
      const chosen = backups.length > 0 ? await askWhich(backups, trouble) : await askWhetherAnew(trouble);
      if (chosen === 'quit') {
        app.quit();
        return WAIT_FOR_THE_END;
      }
      const why = await setAside(chosen === 'anew' ? [] : ['--restore', chosen]);
      if (why === null) return;
      report(why);
      trouble = why;
    }
  };
}

const MESSAGE = 'The data on this PC is damaged.';
const START_ANEW = 'Start with the damaged file aside';

/**
 * Where one could not be restored, the rest may not be either: then the way without a backup stands beside them.
 * @returns the folder of a backup, or `quit` or `anew`
 */
async function askWhich(backups: Damage['backups'], trouble: string | null): Promise<string> {
  for (let from = 0; ;) {
    const some = backups.slice(from, from + MOST_AT_ONCE);
    const shown = from === 0 ? some.slice(0, 1) : some;
    const isMore = backups.length > from + shown.length;
    const buttons = [
      ...shown.map((backup) => `Restore the backup of ${formatDateTime(backup.at)}`),
      ...(isMore ? ['Choose an older backup…'] : []),
      ...(trouble === null ? [] : [START_ANEW]),
      'Quit',
    ];
    const { response } = await dialog.showMessageBox({
      type: 'warning',
      message: MESSAGE,
      detail: `${trouble === null ? '' : `${trouble}\n\n`}The database could not be read, as after a power cut or with a failing disk. Restore a backup to go on: what was saved after it is offered again from this PC’s own copy. The damaged file is kept.`,
      buttons,
      defaultId: 0,
      cancelId: buttons.length - 1,
      noLink: true,
    });
    const backup = shown[response];
    if (backup) return backup.folder;
    if (buttons[response] === START_ANEW) return 'anew';
    if (!isMore || response !== shown.length) return 'quit';
    from += shown.length;
  }
}

async function askWhetherAnew(trouble: string | null): Promise<'anew' | 'quit'> {
  const { response } = await dialog.showMessageBox({
    type: 'warning',
    message: MESSAGE,
    detail: `${trouble === null ? '' : `${trouble}\n\n`}The database could not be read, as after a power cut or with a failing disk, and there is no backup that this PC made. If you have one elsewhere, quit and ask your administrator to restore it. Otherwise start anew: the damaged file is kept.`,
    buttons: ['Quit', START_ANEW],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  });
  return response === 1 ? 'anew' : 'quit';
}
