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
  importPeople: async ({ book }, desk, random) => {
    const state = await desk.call('import.state', {});
    if (state) await desk.call('import.putAway', { id: state.id });
    const word = book.text();
    const rows = 2 + random.below(6);
    const { id } = await give(
      desk,
      random.of(['candidate', 'inquiry'] as const),
      'people.csv',
      peopleCsv(word, rows),
    );
    await judge(desk);
    const { added, leftOut, refused, stopped } = await desk.call('import.run', { id });
    if (added === rows && leftOut + refused === 0 && !stopped) book.saved(desk.data, word);
  },
};
