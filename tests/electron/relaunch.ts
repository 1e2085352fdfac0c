import { expect, type ElectronApplication } from '@playwright/test';

/**
 * Takes down with what arguments the application starts again, instead of doing so.
 * @returns waits for it and gives them
 */
export async function noteRelaunch(app: ElectronApplication): Promise<() => Promise<string[]>> {
  await app.evaluate(({ app: electron }) => {
    Reflect.set(electron, 'relaunch', (options: unknown) => Reflect.set(globalThis, 'relaunched', options));
    const quit: unknown = Reflect.get(electron, 'quit');
    Reflect.set(electron, 'quit', () => {
      Reflect.set(globalThis, 'quitted', true);
      Reflect.set(electron, 'quit', quit);
    });
  });
  return async () => {
    await expect.poll(() => app.evaluate(() => Reflect.get(globalThis, 'quitted') ?? false)).toBe(true);
    const args: unknown = await app.evaluate(() => {
      const options: unknown = Reflect.get(globalThis, 'relaunched');
      return typeof options === 'object' && options !== null ? Reflect.get(options, 'args') : null;
    });
    return Array.isArray(args) ? args.map(String) : [];
  };
}
