import { expect, type ElectronApplication } from '@playwright/test';

/**
 * Takes down with what arguments the application starts again, instead of doing so, and holds it at its very end.
 * @returns waits for the end and gives them; null where it does not start again
 */
export async function catchRelaunch(app: ElectronApplication): Promise<() => Promise<string[] | null>> {
  await app.evaluate(({ app: electron }) => {
    Reflect.set(electron, 'relaunch', (options: unknown) => Reflect.set(globalThis, 'relaunched', options));
    const exit: unknown = Reflect.get(electron, 'exit');
    Reflect.set(electron, 'exit', () => {
      Reflect.set(globalThis, 'ended', true);
      Reflect.set(electron, 'exit', exit);
    });
  });
  return async () => {
    await expect.poll(() => app.evaluate(() => Reflect.get(globalThis, 'ended') ?? false)).toBe(true);
    const args: unknown = await app.evaluate(() => {
      const options: unknown = Reflect.get(globalThis, 'relaunched');
      return typeof options === 'object' && options !== null ? Reflect.get(options, 'args') : null;
    });
    const closed = app.waitForEvent('close');
    // Its answer may go with it.
    await app.evaluate(({ app: electron }) => electron.exit()).catch(() => undefined);
    await closed;
    return Array.isArray(args) ? args.map(String) : null;
  };
}

/**
 * The same of an application that is about to start again: its window stays until it is waited for.
 * @returns waits for the end and gives the arguments
 */
export async function noteRelaunch(app: ElectronApplication): Promise<() => Promise<string[]>> {
  const ended = await catchRelaunch(app);
  await app.evaluate(({ app: electron }) => {
    const quit: unknown = Reflect.get(electron, 'quit');
    Reflect.set(electron, 'quit', () => {
      Reflect.set(globalThis, 'quitted', true);
      Reflect.set(electron, 'quit', quit);
    });
  });
  return async () => {
    await expect.poll(() => app.evaluate(() => Reflect.get(globalThis, 'quitted') ?? false)).toBe(true);
    await app.evaluate(({ app: electron }) => electron.quit());
    return (await ended()) ?? [];
  };
}
