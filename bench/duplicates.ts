import { asked } from './asked.ts';
import { summarise, type Summary } from './percentiles.ts';
import type { Desk } from './stage.ts';

const CONTACTS = 500;

/** How a look for duplicates went, and what others waited for meanwhile; times in milliseconds. */
export interface DuplicateFigures {
  /** From the question to the answer. */
  found: number;
  groups: number;
  /** A page of 100 rows, asked again and again of the desk that looks. */
  lists: Summary;
  /** The smallest question there is: how long the desk's process gives no answer. */
  pulse: Summary;
  /** A page of 50 groups. */
  page: number;
  /** Who has a phone number or an address. */
  contacts: Summary;
}

/** Looks for duplicates among all that the desk has, while somebody works on it. */
export async function measureDuplicates({ bridge }: Desk): Promise<DuplicateFigures> {
  const { rows } = await bridge.call('records.list', {
    entity: 'candidate',
    list: 'candidates',
    offset: 1000,
    limit: CONTACTS / 2,
  });
  const contacts: number[] = [];
  for (const row of rows) {
    for (const field of ['mobile', 'email']) {
      const value = String(row[field]);
      const started = performance.now();
      const known = await bridge.call('records.withContact', { entity: 'candidate', field, value, id: null });
      contacts.push(performance.now() - started);
      if (known.length === 0) throw new Error(`Nobody has the ${field} of a candidate`);
    }
  }
  const working = new AbortController();
  const lists = asked(working.signal, () =>
    bridge.call('records.list', { entity: 'candidate', list: 'candidates', offset: 0, limit: 100 }),
  );
  const pulse = asked(working.signal, () => bridge.call('sync.status', {}), 2);
  const started = performance.now();
  const { groups } = await bridge.call('duplicates.find', { again: true });
  const found = performance.now() - started;
  working.abort();
  const times = { lists: summarise(await lists), pulse: summarise(await pulse) };
  const opened = performance.now();
  await bridge.call('duplicates.groups', { offset: 0, limit: 50 });
  return { found, groups, ...times, page: performance.now() - opened, contacts: summarise(contacts) };
}
