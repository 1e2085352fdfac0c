import { newId } from '#shared/model/new-id.ts';
import { give, judge, peopleCsv } from '../../electron/desk/testing/import-steps.ts';
import { picture } from '../../electron/desk/testing/pictures.ts';
import type { Office } from './office.ts';
import type { Random } from './random.ts';
import type { SimulatedDesk } from './simulated-desk.ts';

type FileStep = (office: Office, desk: SimulatedDesk, random: Random) => Promise<void>;

/** What people do with files: they add documents to somebody, and import lists of people. */
export const FILE_STEPS: Readonly<Record<string, FileStep>> = {
  document: async ({ book, doings }, desk, random) => {
    const candidates = doings.records.flatMap(([entity, each]) => (entity === 'candidate' ? [each] : []));
    const [id, about, word] = [newId(), random.of(candidates) ?? '', book.text()];
    await desk.call('documents.add', {
      id,
      about: { entity: 'candidate', id: about },
      kind: random.of(['CV', 'Other'] as const),
      name: `${word}.png`,
      base64: picture(word, 'image/png').toString('base64'),
    });
    book.saved(desk.data, word, [[id, about]]);
  },
  importPeople: (office, desk, random) => importPeople(office, desk, random, 2 + random.below(6)),
  /** More than one part of a change set holds. */
  importMany: (office, desk, random) => importPeople(office, desk, random, 510 + random.below(60)),
  manyOfAll: async ({ book }, desk, random) => {
    const text = book.text();
    const given = {
      id: newId(),
      query: { entity: 'candidate', list: 'candidates' },
      picked: {},
    } as const;
    if (random.oneIn(3)) return void (await desk.call('records.deleteMany', given));
    const { done } = await desk.call('records.setMany', { ...given, changes: { city: text } });
    if (done > 0) book.saved(desk.data, text);
  },
};

async function importPeople(
  { book }: Office,
  desk: SimulatedDesk,
  random: Random,
  rows: number,
): Promise<void> {
  const state = await desk.call('import.state', {});
  if (state) await desk.call('import.putAway', { id: state.id });
  const word = book.text();
  const id = newId();
  const entity = random.of(['candidate', 'inquiry'] as const);
  const given = await give(desk, entity, 'people.csv', peopleCsv(word, rows), id);
  // Another window has put it away meanwhile, and given a file of its own.
  if (given.id !== id) return;
  await judge(desk);
  const { added, leftOut, refused, stopped } = await desk.call('import.run', { id });
  if (added === rows && leftOut + refused === 0 && !stopped) book.saved(desk.data, word);
}
