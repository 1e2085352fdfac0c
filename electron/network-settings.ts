import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { writeWholeFileNow } from '#shared/node/whole-file.ts';

/** Whether the own server of this PC answers the office's network, as chosen on this PC. */
const SETTINGS_FILE = 'network.json';

const schema = z.strictObject({
  open: z.boolean(),
  /** Kept when it is closed: PCs that joined come back to it. */
  port: z.int().min(1).max(65_535),
});

export type NetworkSettings = z.infer<typeof schema>;

/** As servers of offices have it. */
export const USUAL_PORT = 5_701;

/** @returns `damaged` where something was chosen that cannot be read: then nobody is let in. */
export function networkSettings(dataFolder: string): NetworkSettings | 'damaged' | null {
  const path = join(dataFolder, SETTINGS_FILE);
  if (!existsSync(path)) return null;
  try {
    return schema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return 'damaged';
  }
}

/** @throws Error with one sentence where it cannot be kept */
export function keepNetworkSettings(dataFolder: string, settings: NetworkSettings): void {
  try {
    writeWholeFileNow(join(dataFolder, SETTINGS_FILE), `${JSON.stringify(settings, null, 2)}\n`);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    throw new Error(
      `What was chosen cannot be kept on this PC (${code}), so nothing was changed. Look whether its disk is full, then try again.`,
      { cause: error },
    );
  }
}
