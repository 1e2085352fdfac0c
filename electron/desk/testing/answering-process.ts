import { PlainError } from '#shared/protocol/errors.ts';
import type { Said } from './desk-process.ts';
import { openDeskOfItsOwn } from './desk-of-its-own.ts';

/**
 * A desk in a process of its own that answers the calls that come over its channel, and closes with it. Arguments: data
 * folder, server, and the file that is chosen in dialogs. It is made to be killed (`DeskProcess`).
 */
const [dataFolder = '', url = '', path] = process.argv.slice(2);

const desk = await openDeskOfItsOwn(dataFolder, url, { savePlace: path ?? null });

const say = (said: Said): void => {
  if (process.connected) process.send?.(said);
};

process.on('message', ({ id, method, params }: { id: number; method: string; params: unknown }) => {
  desk.call(method, params).then(
    (result) => say({ id, result }),
    (error: unknown) => {
      const code = error instanceof PlainError ? error.code : null;
      say({ id, error: { code, message: error instanceof Error ? error.message : String(error) } });
    },
  );
});
process.on('disconnect', () => {
  void desk.close().then(() => process.exit(0));
});
