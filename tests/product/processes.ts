import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A program of ours or a peer, running in a process of its own. */
export interface Running {
  /** What it printed when it was ready: an address. */
  address: string;
  pid: number;
  /** Ends it, waits for its end and gives its exit code; null where a signal ended it. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Servers take this key for the password view and leave no file of their own in the home folder. */
export const PASSWORD_KEY = Buffer.alloc(32, 'test').toString('base64');
/** The server as it is built: there in half the time that it takes from its sources. */
export const SERVER_PROGRAM = join(root, 'out', 'main', 'server.js');

/** The same programs start a hundred times in a run: what Node made of their sources is kept. */
export const NODE_COMPILE_CACHE = join(root, 'node_modules', '.cache', 'node-compile');
const env = { ...process.env, PASSWORD_KEY, NODE_COMPILE_CACHE };

/**
 * Starts a script of the project and waits until it prints the pattern, whose first group is the address.
 * Throws with its error output where it ends before that, or is not ready in so many seconds.
 */
export async function start(
  script: string,
  args: readonly string[],
  ready: RegExp,
  engineFlags: readonly string[] = [],
  environment: NodeJS.ProcessEnv = {},
  patience = 60,
): Promise<Running> {
  const child = spawn(process.execPath, [...engineFlags, script, ...args], {
    cwd: root,
    env: { ...env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const address = await firstMatch(child, ready, script, patience);
  return {
    address,
    pid: child.pid ?? 0,
    stop: (signal = 'SIGTERM') => stopped(child, signal),
  };
}

async function firstMatch(
  child: ChildProcess,
  ready: RegExp,
  script: string,
  patience: number,
): Promise<string> {
  const { stdout, stderr } = child;
  if (!stdout || !stderr) throw new Error('The process has no output to read');
  let errors = '';
  stderr.on('data', (chunk: Buffer) => {
    errors = (errors + chunk.toString()).slice(-4_000);
  });
  return new Promise((resolve, reject) => {
    const late = setTimeout(
      () => reject(new Error(`${script} was not ready in ${patience} seconds. ${errors}`)),
      patience * 1_000,
    );
    child.once('exit', (code) => reject(new Error(`${script} ended with code ${code}. ${errors}`)));
    createInterface({ input: stdout }).on('line', (line) => {
      const found = ready.exec(line)?.[1];
      if (found) {
        clearTimeout(late);
        resolve(found);
      }
    });
  });
}

async function stopped(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  return new Promise((resolve) => {
    child.once('exit', (code) => resolve(code));
    child.kill(signal);
  });
}

/** Runs a script to its end and gives what it printed. */
export async function run(
  script: string,
  args: readonly string[],
  environment: NodeJS.ProcessEnv = {},
): Promise<string> {
  const child = spawn(process.execPath, [script, ...args], {
    cwd: root,
    env: { ...env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve));
  if (code !== 0) throw new Error(`${script} ended with code ${code}`);
  return output;
}

/** Resident memory of a process, in megabytes; null where the system does not tell. */
export function residentMemory(pid: number): { now: number; peak: number } | null {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const read = (name: string): number =>
      Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1] ?? 0) / 1024;
    return { now: Math.round(read('VmRSS')), peak: Math.round(read('VmHWM')) };
  } catch {
    return null;
  }
}

/** Processor time that a process has had, in seconds. */
export function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  const ticks = Number(fields[11] ?? 0) + Number(fields[12] ?? 0);
  return ticks / 100;
}
