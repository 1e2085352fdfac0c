import { join } from 'node:path';
import { loadDemo } from '../../server/demo/load.ts';
import { PASSWORD } from '../../electron/desk/testing/test-desk.ts';
import { realFiles as fs } from './real-files.ts';
import { SimulatedDesk } from './simulated-desk.ts';
import { SimulatedServer } from './simulated-server.ts';
import { BEGIN, World } from './world.ts';

/** Whose desks there are, in this order: some have two computers. */
export const USERS = [
  'superadmin',
  'hr',
  'employee',
  'admin',
  'hr',
  'superadmin',
  'employee',
  'admin',
] as const;
const DAY_MS = 86_400_000;

/** Where everything of one process lies; a world always in the same place, since a desk knows the place of its folder. */
export interface Places {
  world: string;
  template: string;
}

/** Once in a process: a server with a few records, and desks that are signed in and in step; each world begins as a copy. */
export async function prepareTemplate({ world: folder, template }: Places): Promise<void> {
  fs.rmSync(folder, { recursive: true, force: true });
  fs.mkdirSync(folder, { recursive: true });
  const world = new World(folder, 0, BEGIN - DAY_MS, false);
  const server = new SimulatedServer(world, join(folder, 'server'));
  await world.done(
    server.start({
      prepare: async (database, passwords) => {
        await loadDemo(database, passwords, { candidates: 10, inquiries: 6, today: new Date(BEGIN) });
      },
    }),
  );
  for (const [at, name] of USERS.entries()) {
    const desk = new SimulatedDesk(world, `d${at}`, name, join(folder, `d${at}`), PASSWORD);
    await world.done(desk.open());
    await world.done(desk.signIn());
    await world.time.pass(5_000);
    const { state } = await world.done(desk.call('sync.status', {}));
    if (state !== 'live') throw new Error(`The desk of ${name} is ${state}.`);
    await world.done(desk.close());
  }
  await world.done(server.stop());
  fs.rmSync(template, { recursive: true, force: true });
  fs.renameSync(folder, template);
  await world.end();
}

/** Makes the folders of a world with so many desks. */
export function copyTemplate({ world, template }: Places, desks: number): void {
  fs.rmSync(world, { recursive: true, force: true });
  fs.mkdirSync(world, { recursive: true });
  for (const each of ['server', ...USERS.slice(0, desks).map((_, at) => `d${at}`)])
    fs.cpSync(join(template, each), join(world, each), { recursive: true });
}
