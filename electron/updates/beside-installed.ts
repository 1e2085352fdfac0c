import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { copyFile, open } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { BaseUpdater } from 'electron-updater';
import { isWhole } from '#shared/node/update-manifest.ts';
import { isNoRoom } from '#shared/node/start-trouble.ts';
import type { ReleaseFile } from '#shared/protocol/updates.ts';

const FOLDER = '.placement-desk-update';

/**
 * An AppImage's updater deletes the installed file and then moves the new one there. From another file system that is a
 * copy, which a full disk or a power cut leaves in its middle, and nothing starts any more: so the whole of it lies beside
 * the installed one first, and the move is a change of name.
 * @param image the installed file
 * @param copy the new one, where it was fetched to
 * @returns what is to be called once the updater has done its work, or failed at it: the new file takes the place of one
 * that was deleted and has none in its place, and what is left goes
 * @throws Error with one sentence; the installed file is as it was.
 */
export async function layBeside(
  updater: BaseUpdater,
  image: string,
  copy: string,
  file: ReleaseFile,
): Promise<() => void> {
  const folder = join(dirname(image), FOLDER);
  const beside = join(folder, basename(copy));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    await copyFile(copy, beside);
    const handle = await open(beside, 'r+');
    await handle.chmod(0o755);
    await handle.sync();
    await handle.close();
  } catch (error) {
    remove();
    throw new Error(
      isNoRoom(error)
        ? `There is no room for it in ${dirname(image)}. Make some there.`
        : `It could not be written to ${dirname(image)}.`,
      { cause: error },
    );
  }
  if (!(await isWhole(beside, file))) {
    remove();
    throw new Error('The file was changed; it is not run.');
  }
  // As the library asks itself which file it has fetched.
  Object.defineProperty(updater, 'installerPath', { value: beside });
  return () => {
    if (!existsSync(image) && existsSync(beside)) renameSync(beside, image);
    remove();
  };
}
