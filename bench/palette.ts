import type { ListRow } from '#shared/protocol/list-calls.ts';
import { phoneDigits } from '#shared/format/phone.ts';
import { summarise, type Summary } from './percentiles.ts';
import { searchIndexed, setStage, signIn, type Desk } from './stage.ts';

/** People who are looked for. */
const PEOPLE = 100;
/** What the palette asks for at each key. */
const LIMIT = 12;

/** Times through the bridge in milliseconds: of every key typed, and of the slowest of each kind of search. */
export interface PaletteFigures {
  keys: Summary;
  byKind: Record<string, Summary>;
}

/** Names, numbers and emails typed key by key into the search for people, from the second letter on. */
export async function measurePalette(candidates: number, inquiries: number): Promise<PaletteFigures> {
  const stage = await setStage(candidates, inquiries);
  try {
    const desk = await stage.openDesk('palette');
    await signIn(desk, 'superadmin@demo.test');
    await searchIndexed(desk);
    const people = [
      ...(await sample(desk, 'candidate', 'candidates')),
      ...(await sample(desk, 'inquiry', 'inquiries')),
    ];
    const kinds: Record<string, (row: ListRow) => string> = {
      'a name': (row) => text(row['fullName'] ?? row['Name']),
      'the end of a phone number': (row) => phoneDigits(text(row['mobile'])).slice(-8),
      'an email address': (row) => text(row['email']).split('@')[0] ?? '',
    };
    const all: number[] = [];
    const byKind: Record<string, Summary> = {};
    for (const [kind, written] of Object.entries(kinds)) {
      const times: number[] = [];
      for (const row of people) times.push(...(await typed(desk, written(row), row)));
      byKind[kind] = summarise(times);
      all.push(...times);
    }
    return { keys: summarise(all), byKind };
  } finally {
    await stage.close();
  }
}

async function sample(desk: Desk, entity: 'candidate' | 'inquiry', list: string): Promise<ListRow[]> {
  const { rows } = await desk.bridge.call('records.list', { entity, list, offset: 700, limit: PEOPLE / 2 });
  return rows;
}

/** Milliseconds of each key. @throws where the whole text does not find the person */
async function typed(desk: Desk, whole: string, { _id }: ListRow): Promise<number[]> {
  const times: number[] = [];
  let found = false;
  for (let length = 2; length <= whole.length; length += 1) {
    const started = performance.now();
    const people = await desk.bridge.call('people.find', { search: whole.slice(0, length), limit: LIMIT });
    times.push(performance.now() - started);
    found = people.length === LIMIT || people.some(({ id }) => id === _id);
  }
  if (whole.length >= 3 && !found) throw new Error('A listed person was not found');
  return times;
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
