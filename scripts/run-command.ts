import { spawn } from 'node:child_process';

export interface CommandResult {
  /** Exit code; null when the command was ended by a signal or by the time limit. */
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface CommandOptions {
  cwd?: string;
  env?: NodeJS.ProcessEnv;
  /** Milliseconds after which the command is ended. */
  timeout?: number;
  /** Show the command's output as it comes, as well as collecting it. */
  show?: boolean;
}

/** Runs a command to its end and collects its output. Never rejects because the command failed: look at `code`. */
export function runCommand(
  command: string,
  args: readonly string[],
  options: CommandOptions = {},
): Promise<CommandResult> {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: options.cwd,
      env: options.env ?? process.env,
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: options.timeout,
      // npm and npx are .cmd files on Windows, which only a shell can start.
      shell: process.platform === 'win32' && !command.endsWith('.exe'),
    });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
      if (options.show) process.stdout.write(text);
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
      if (options.show) process.stderr.write(text);
    });
    child.on('error', (error) => resolve({ code: null, stdout, stderr: `${stderr}${error.message}` }));
    child.on('close', (code) => resolve({ code, stdout, stderr }));
  });
}

/**
 * Runs a command that must succeed.
 * @throws Error with the last lines of its output when it does not.
 */
export async function mustRun(
  command: string,
  args: readonly string[],
  options: CommandOptions = {},
): Promise<CommandResult> {
  const result = await runCommand(command, args, options);
  if (result.code !== 0) {
    const tail = `${result.stdout}\n${result.stderr}`.trim().split('\n').slice(-15).join('\n');
    throw new Error(`${command} ${args.join(' ')} failed (${result.code ?? 'ended early'}):\n${tail}`);
  }
  return result;
}
