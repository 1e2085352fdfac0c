import { writeXlsxStream } from 'hucre/xlsx';
import { newId } from '#shared/model/new-id.ts';
import { IMPORT_PIECE_BYTES, type ImportState } from '#shared/protocol/import.ts';
import { residentMemory } from '../tests/product/processes.ts';
import { asked } from './asked.ts';
import { summarise, type Summary } from './percentiles.ts';
import { setStage, signIn, syncedWhen, type Desk } from './stage.ts';

/** How an import of a workbook went; times in milliseconds, memory in megabytes. */
export interface ImportFigures {
  /** Until the file is with the desk and read. */
  read: number;
  /** Until every row is judged. */
  judged: number;
  /** Until every row is a record here, and until the server has all of them. */
  made: number;
  sent: number;
  /** A page of 100 rows, asked again and again of the desk until all is sent. */
  lists: Summary;
  memory: { before: number; peak: number };
}

const HEADINGS = [
  'Student Name',
  'Ph. No.',
  'Mail ID',
  'Course',
  'City',
  'State',
  'Remarks',
  'Source',
  'DOB',
  'Fee',
];
const CITIES = ['Pune', 'Nashik', 'Nagpur'];

/** A workbook of so many new candidates is brought in on a desk that is online. */
export async function measureImport(rows: number): Promise<ImportFigures> {
  const file = await workbook(rows);
  const stage = await setStage(100);
  try {
    const desk = await stage.openDesk('import');
    await signIn(desk, 'superadmin@demo.test');
    const { bridge, process } = desk;
    const before = residentMemory(process.pid)?.now ?? 0;
    const working = new AbortController();
    const query = { entity: 'candidate', list: 'candidates', offset: 0, limit: 100 } as const;
    const lists = asked(working.signal, () => bridge.call('records.list', query));
    const id = newId();
    const began = performance.now();
    await bridge.call('import.open', { id, entity: 'candidate', fileName: 'leads.xlsx', size: file.length });
    for (let at = 0; at < file.length; at += IMPORT_PIECE_BYTES) {
      const base64 = file.subarray(at, at + IMPORT_PIECE_BYTES).toString('base64');
      await bridge.call('import.bytes', { id, at, base64 });
    }
    const { columns } = await quiet(desk);
    const read = performance.now() - began;
    const fields = columns.map(({ field }) => field);
    await bridge.call('import.columns', { id, fields, fixed: {}, meanings: {} });
    const { counts } = await quiet(desk);
    const judged = performance.now() - began;
    if (counts?.new !== rows) throw new Error(`${counts?.new} of ${rows} rows are new`);
    const started = performance.now();
    const { added } = await bridge.call('import.run', { id });
    const made = performance.now() - started;
    if (added !== rows) throw new Error(`${added} of ${rows} rows came in`);
    await syncedWhen(desk, ({ waiting, state }) => waiting === 0 && state === 'live');
    const sent = performance.now() - started;
    working.abort();
    const peak = residentMemory(process.pid)?.peak ?? 0;
    return { read, judged, made, sent, lists: summarise(await lists), memory: { before, peak } };
  } finally {
    await stage.close();
  }
}

async function workbook(rows: number): Promise<Buffer> {
  function* people(): Generator<(string | number | Date)[]> {
    for (let at = 0; at < rows; at += 1)
      yield [
        `Person ${at} Kumar`,
        `9${String(100_000_000 + at * 7).slice(-9)}`,
        `person${at}@college.test`,
        'JAVA',
        CITIES[at % CITIES.length] ?? '',
        'Maharashtra',
        `Remarks on ${at}`,
        'College',
        new Date(Date.UTC(2000, at % 12, 1 + (at % 28))),
        30_000 + (at % 9),
      ];
  }
  const stream = writeXlsxStream(people(), {
    name: 'Leads',
    columns: HEADINGS.map((header) => ({ header })),
  });
  const pieces: Uint8Array[] = [];
  for await (const piece of stream) pieces.push(piece);
  return Buffer.concat(pieces);
}

/** When nothing goes on any more. */
function quiet({ bridge }: Desk): Promise<ImportState> {
  return new Promise((resolve, reject) => {
    const look = (): void => {
      bridge
        .call('import.state', {})
        .then((state) => {
          if (state?.busy !== null) return;
          stop();
          if (state.problem === null) resolve(state);
          else reject(new Error(state.problem));
        })
        .catch(reject);
    };
    const stop = bridge.on('import', look);
    look();
  });
}
