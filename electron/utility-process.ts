import { utilityProcess, type UtilityProcess } from 'electron';
import { SERVER_ENGINE_FLAGS } from './engine-flags.ts';
import type { ServerProcess } from './server-process.ts';

const PATIENCE_AT_END_MS = 5_000;

/** Runs the built server in a process of Electron's: the packaged application has no Node of its own. */
export function forkServer(module: string, args: string[]): ServerProcess {
  const child = utilityProcess.fork(module, args, {
    serviceName: 'Sync server',
    stdio: 'pipe',
    execArgv: [...SERVER_ENGINE_FLAGS],
  });
  return {
    onOutput: (listener) => readOutput(child, listener),
    onExit: (listener) => void child.once('exit', listener),
    end: () => child.postMessage({ type: 'shutdown' }),
    kill: () => {
      // One that has only just been started has no id yet.
      if (child.pid === undefined) child.once('spawn', () => endAtOnce(child.pid));
      else endAtOnce(child.pid);
    },
    post: (message) => child.postMessage(message),
    onMessage: (listener) => void child.on('message', listener),
  };
}

export function readOutput(child: UtilityProcess, listener: (text: string) => void): void {
  const pass = (chunk: Buffer): void => listener(chunk.toString('utf8'));
  child.stdout?.on('data', pass);
  child.stderr?.on('data', pass);
}

/** Asks a process to end, and ends it when it does not. */
export function endGently(child: UtilityProcess): Promise<void> {
  return new Promise((resolve) => {
    const force = setTimeout(() => {
      endAtOnce(child.pid);
      resolve();
    }, PATIENCE_AT_END_MS);
    child.once('exit', () => {
      clearTimeout(force);
      resolve();
    });
    child.postMessage({ type: 'shutdown' });
  });
}

/** Electron's own kill is a request to end, which a process that hangs does not hear. */
export function endAtOnce(pid: number | undefined): void {
  if (pid === undefined || pid === 0) return;
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    return;
  }
}
