import type { Office } from './office.ts';
import type { Random } from './random.ts';
import type { SimulatedDesk } from './simulated-desk.ts';
import { FAIR, type Weather } from './virtual-connection.ts';

type Fault = (office: Office, desk: SimulatedDesk, random: Random) => Promise<void> | void;

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** And that of the server, which somebody soon sets right. */
const SERVER_CLOCK_ERRORS = [
  0,
  0,
  10 * 60_000,
  -10 * 60_000,
  5 * HOUR,
  -5 * HOUR,
  3 * DAY,
  -3 * DAY,
] as const;
/** Longer than what the server keeps for desks that are away. */
const MONTHS = 200 * DAY;
/** By how much clocks of PCs are wrong. */
const CLOCK_ERRORS = [
  0,
  -20 * 60_000,
  HOUR,
  -2 * DAY,
  3 * DAY,
  40 * DAY,
  -400 * DAY,
  900 * DAY,
  3_650 * DAY,
] as const;

const weatherBy = (random: Random): Weather => {
  const rate = (): number => (random.oneIn(2) ? 0 : 2 + random.below(12));
  return {
    isCut: false,
    refuse: rate(),
    loseRequest: rate(),
    loseAnswer: rate(),
    cutAnswer: rate(),
    silent: random.oneIn(3) ? 6 + random.below(12) : 0,
    duplicate: rate(),
    slowest: random.of([2, 30, 800, 6_000]),
  };
};

/** Everything that can go wrong, by its name in a plan. */
export const FAULTS: Readonly<Record<string, Fault>> = {
  weather: ({ world }, desk, random) => world.network.setWeather(desk.id, weatherBy(random)),
  cut: ({ world }, desk) => world.network.setWeather(desk.id, { ...FAIR, isCut: true }),
  mend: ({ world }, desk) => world.network.setWeather(desk.id, FAIR),
  disturb: ({ world }, desk, random) => world.network.disturb(desk.id, random.oneIn(2)),
  reopen: async (office, desk) => {
    await office.close(desk);
    await office.open(desk);
  },
  crash: (_office, desk, random) => desk.crash(random.oneIn(2)),
  crashAt: (_office, desk, random) => {
    desk.actor.stepsLeft = 1 + random.below(random.of([6, 40, 300]));
  },
  restartServer: async (office) => {
    await office.stopServer();
    await office.startServer();
  },
  crashServer: async (office, _desk, random) => {
    office.server.crash();
    await office.world.time.pass(random.below(30_000));
    await office.startServer();
  },
  crashServerAt: (office, _desk, random) => {
    office.server.actor.stepsLeft = 1 + random.below(random.of([6, 40, 200]));
  },
  backUp: ({ kept }) => kept.backUp(),
  restoreBackup: ({ kept }) => kept.restore(),
  snapshot: ({ kept }) => kept.takeSnapshot(),
  putBack: ({ kept }) => kept.putBack(),
  clock: (_office, desk, random) => {
    desk.clockError = random.of(CLOCK_ERRORS);
    desk.actor.clockError = desk.clockError;
  },
  serverClock: ({ server }, _desk, random) => {
    server.clockError = random.of(SERVER_CLOCK_ERRORS);
    server.actor.clockError = server.clockError;
  },
  months: async (office) => {
    await office.startServer();
    if (!office.server.running) return;
    // What the server has may be forgotten by then; what waits at a desk may not.
    await office.world.done(office.book.longAgo((sql) => office.server.ask(sql)));
    office.monthsAway += MONTHS;
    await office.world.time.sleep(MONTHS);
    // Whatever falls due on a server after such a time.
    await office.world.time.pass(2 * 60_000);
  },
  fullDisk: (_office, desk) => {
    desk.actor.isDiskFull = true;
  },
  room: (office, desk) => {
    desk.actor.isDiskFull = false;
    office.server.actor.isDiskFull = false;
  },
  fullDiskOfServer: (office) => {
    office.server.actor.isDiskFull = true;
  },
};
