import { readFileSync } from 'node:fs';
import type Database from 'better-sqlite3';
import { normaliseText } from '#shared/model/search-text.ts';
import { summarise, type Summary } from './percentiles.ts';
import { searchIndexed, setStage, signIn } from './stage.ts';

/** Characters of a CV: two pages. */
const LENGTH = 4_000;
const WORDS = 6_000;
const PAGE = 50;
const ROUNDS = 40;

/** Times through the bridge in milliseconds. */
export interface DocumentFigures {
  /** A page of candidates whose CV holds what is searched for. */
  searches: Summary;
  /** The first of all, before the words of the CVs have been read. */
  first: number;
  byKind: Record<string, Summary>;
  /** The time of the desk's processor that a page takes, which others on the machine do not change. */
  processor: Summary;
  /** How many there are in all, where the page did not say. */
  counts: Summary;
  /** Where the CVs of a page say it. */
  places: Summary;
}

/** What is searched for: of how many CVs hold a word, by its rank. The lower the rank, the more. */
const KINDS: readonly [name: string, search: (step: number) => string][] = [
  ['a word of nearly every CV', (step) => word(step % 40)],
  ['a word of many', (step) => word(100 + step)],
  ['a word of some', (step) => word(800 + step * 3)],
  ['a rare word', (step) => word(WORDS - 10 - step * 7)],
  ['two words of many', (step) => `${word(60 + step)} ${word(200 + step)}`],
  [
    'three words, one of them rare',
    (step) => `${word(step)} ${word(300 + step)} ${word(WORDS - 10 - step * 5)}`,
  ],
  ['the beginning of a word', (step) => word(400 + step).slice(0, 4)],
  ['part of an address', (step) => `ate${step * 3}@`],
  ['what no CV holds', (step) => `${word(step)}${word(step + 1)}`],
];

const QUERY = { entity: 'candidate', list: 'candidates', inDocuments: true } as const;

/** Searches CVs of candidates, one each, in the desk of somebody who sees them all. */
export async function measureDocuments(cvs: number): Promise<DocumentFigures> {
  const stage = await setStage(cvs, 10, (database) => fill(database, cvs));
  try {
    const desk = await stage.openDesk('documents');
    await signIn(desk, 'superadmin@demo.test');
    await searchIndexed(desk, 'document');
    const page = { ...QUERY, search: word(1), offset: 0, limit: PAGE };
    const first = await timed(() => desk.bridge.call('records.list', page));
    await timed(() => desk.bridge.call('records.count', { ...QUERY, search: word(1) }));
    const all: number[] = [];
    const processor: number[] = [];
    const counts: number[] = [];
    const places: number[] = [];
    const byKind: DocumentFigures['byKind'] = {};
    for (const [name, searchOf] of KINDS) {
      const times: number[] = [];
      for (let step = 0; step < ROUNDS; step += 1) {
        const search = searchOf(step);
        const query = { ...QUERY, search };
        const used = processorTime(desk.process.pid);
        const started = performance.now();
        const { rows, total } = await desk.bridge.call('records.list', { ...query, offset: 0, limit: PAGE });
        times.push(performance.now() - started);
        processor.push(processorTime(desk.process.pid) - used);
        if (rows.length === 0 && !name.startsWith('what no')) throw new Error(`“${search}” found nothing`);
        if (total === null) counts.push(await timed(() => desk.bridge.call('records.count', query)));
        const ids = rows.map(({ _id }) => _id);
        places.push(
          await timed(() => desk.bridge.call('documents.places', { entity: 'candidate', ids, search })),
        );
      }
      all.push(...times);
      byKind[name] = summarise(times);
    }
    return {
      searches: summarise(all),
      first,
      byKind,
      processor: summarise(processor),
      counts: summarise(counts),
      places: summarise(places),
    };
  } finally {
    await stage.close();
  }
}

/** Milliseconds of a processor that a process's first thread has used. */
const processorTime = (pid: number): number =>
  Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** Numbers from 0 to 1 that are the same in each run. */
function* numbers(seed: number): Generator<number, never> {
  let state = seed;
  for (;;) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield state / 2 ** 32;
  }
}

const ONSETS =
  'b bl br c ch cl cr d dr f fl fr g gl gr h j k l m n p ph pl pr qu r s sc sh sk sp st str t th tr v w x y z';
const VOWELS = 'a e i o u ai ea ee io oo ou ie';
const CODAS = ['', ...'b ck ct d ft g l ld ll m mp n nd ng nt p r rd rm rt s ss st t x'.split(' ')];
const PARTS = [ONSETS.split(' '), VOWELS.split(' '), CODAS];

/** A word as languages have them, of one to three syllables; of each rank another one. */
function word(rank: number): string {
  // Neighbouring ranks do not begin alike.
  let left = Math.imul(rank + 1, 2_654_435_761) >>> 0;
  let made = '';
  for (let syllable = 0; syllable <= rank % 3; syllable += 1) {
    for (const parts of PARTS) {
      made += parts[left % parts.length] ?? '';
      left = Math.floor(left / parts.length);
    }
    left += rank * 7;
  }
  return made + (rank % 3 === 0 ? 'er' : '');
}

/** A CV for each candidate, in the server's own table: words as often as their rank has them in any language. */
function fill(database: Database.Database, cvs: number): void {
  const random = numbers(1);
  const ids = database.prepare('SELECT "_id" AS id FROM "candidate" LIMIT ?').all(cvs) as { id: string }[];
  const position = database.prepare('SELECT * FROM "log_position"').get() as { seq: number };
  const add = database.prepare(
    `INSERT INTO "document" ("_id", "candidate", "kind", "name", "type", "size", "text", "createdAt", "updatedAt",
       "name_key", "_search", "_seq", "_createdSeq") VALUES (?, ?, 'CV', ?, 'PDF', 90000, ?, ?, ?, ?, ?, ?, ?)`,
  );
  database.transaction(() => {
    let { seq } = position;
    for (const [at, { id }] of ids.entries()) {
      seq += 1;
      const name = `CV ${at}.pdf`;
      const text = textOf(random, at);
      const key = normaliseText(name);
      const day = new Date(Date.UTC(2026, 0, 1) + at * 60_000).toISOString();
      add.run(`cv-${at}`, id, name, text, day, day, key, `${key}\n${normaliseText(text)}`, seq, seq);
    }
    database.prepare('UPDATE "log_position" SET "seq" = ?').run(seq);
  })();
}

/** With what is in no other CV: a name, an address, numbers. */
function textOf(random: Generator<number, never>, at: number): string {
  const name = `${word(at * 7)}${at}`;
  const words = [
    name,
    `candidate${at}@mail.test`,
    String(9_810_000_000 + at * 37),
    `in/${name}`,
    `${at % 997}/997`,
  ];
  for (let length = words.join(' ').length; length < LENGTH;) {
    const next = word(Math.floor(WORDS ** random.next().value) - 1);
    words.push(next);
    length += next.length + 1;
    if (words.length % 12 === 0) words.push('\n');
  }
  return words.join(' ').slice(0, LENGTH);
}
