import type { ElectronApplication } from '@playwright/test';

/**
 * Ends every process of the application at the same moment, as a power cut does: main, window, desk, embedded server.
 * Resolves when main has ended.
 */
export async function killAllProcesses(app: ElectronApplication): Promise<void> {
  const pids = await app.evaluate(({ app: electron }) => electron.getAppMetrics().map(({ pid }) => pid));
  const main = app.process();
  const ended = new Promise<void>((resolve) => main.once('exit', () => resolve()));
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch (error) {
      // The others end by themselves once main is gone.
      if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
    }
  }
  await ended;
}
