import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** A screen that windows are drawn on. */
export interface Display {
  /** Its name, as in `DISPLAY`; undefined where windows go to the one that is there. */
  name: string | undefined;
  close(): Promise<void>;
}

/** Whether windows go to a screen that people look at, or that this process was started with. */
export function hasDisplay(): boolean {
  return process.platform !== 'linux' || Boolean(process.env['DISPLAY'] ?? process.env['WAYLAND_DISPLAY']);
}

/**
 * Opens a display of one's own, in memory, so that no other window takes the focus; none where there is a screen.
 * @throws Error with what Xvfb said, where it ends before it is ready.
 */
export async function openDisplay(): Promise<Display> {
  if (hasDisplay()) return { name: undefined, close: () => Promise.resolve() };
  // It takes the first free number and writes it to the fourth stream when it is ready.
  const args = ['-displayfd', '3', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp'];
  const server = spawn('Xvfb', args, { stdio: ['ignore', 'ignore', 'pipe', 'pipe'] });
  const ended = once(server, 'exit');
  const number = await new Promise<string>((resolve, reject) => {
    let said = '';
    server.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()));
    server.once('error', reject);
    server.once('exit', (code) => reject(new Error(`Xvfb ended with code ${code}. ${said}`)));
    server.stdio[3]?.once('data', (chunk: Buffer) => resolve(chunk.toString().trim()));
  });
  return {
    name: `:${number}`,
    async close() {
      server.kill();
      await ended;
    },
  };
}
