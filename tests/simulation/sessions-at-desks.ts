import { wordsOf } from '../office/day-book.ts';
import type { Office } from './office.ts';
import type { Random } from './random.ts';
import type { SimulatedDesk } from './simulated-desk.ts';
import { lookInto, signInAs, type LEAVING } from './sitting-down.ts';
import { USERS } from './template.ts';

type SessionStep = (office: Office, desk: SimulatedDesk, random: Random) => Promise<void>;

/** How people come and go at a desk. */
export const SESSION_STEPS: Readonly<Record<string, SessionStep>> = {
  signOut: async (_office, desk, random) => {
    lookInto(desk);
    await desk.call('session.signOut', { evenIfWaiting: random.oneIn(2), wipe: random.oneIn(3) });
  },
  lock: async (_office, desk) => {
    lookInto(desk);
    await desk.call('session.lock', {});
  },
  /** A colleague uses the desk for a moment: sees nothing of what its user has not sent, and nothing is sent in the other's name. */
  visit: async (office, desk, random) => {
    const guest = random.of(USERS.filter((name) => name !== desk.name && !office.wasClosed.has(name)));
    if (guest === undefined) return;
    lookInto(desk);
    await desk.callAsAnybody('session.signOut', { evenIfWaiting: true });
    await signInAs(desk, guest);
    await desk.callAsAnybody('sync.now', {}).catch(() => undefined);
    const list = { entity: 'candidate', list: 'candidates', offset: 0, limit: 200 } as const;
    const { rows } = await desk.callAsAnybody('records.list', list);
    const shown = JSON.stringify(rows).match(/word\d+word/g) ?? [];
    const known = office.server.running ? await wordsOf((sql) => office.server.ask(sql)) : null;
    for (const word of new Set(shown))
      if (known && !known.has(word))
        office.failures.push(`${desk.id} of ${desk.name} shows ${guest} what is not sent: ${word}`);
    await desk.callAsAnybody('session.signOut', { evenIfWaiting: true, wipe: random.oneIn(2) });
    await signInAs(desk, desk.name);
  },
} satisfies Record<(typeof LEAVING)[number], SessionStep>;
