import { flushCompileCache } from 'node:module';
import { openDesk, type DeskOptions } from '../desk.ts';
import { portableKeychain } from './portable-keychain.ts';

/**
 * Opens a desk in a process of its own that is made to be killed. What Node made of its sources is kept at once: a process
 * that is killed keeps nothing at its end.
 */
export async function openDeskOfItsOwn(
  dataFolder: string,
  url: string,
  { savePlace = null, log = () => undefined }: { savePlace?: string | null; log?: DeskOptions['log'] } = {},
): ReturnType<typeof openDesk> {
  const desk = await openDesk({
    dataFolder,
    server: { id: 'embedded', url },
    host: {
      openExternal: () => Promise.resolve(),
      chooseSavePlace: () => Promise.resolve(savePlace === null ? null : { path: savePlace }),
      keychain: portableKeychain,
    },
    appVersion: '0.0.0',
    log,
  });
  flushCompileCache();
  return desk;
}
