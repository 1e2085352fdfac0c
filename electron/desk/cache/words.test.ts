import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { normaliseText } from '#shared/model/search-text.ts';
import { Cache } from './cache.ts';
import { SearchIndex } from './search-index.ts';
import { noteLeftovers } from './leftovers.ts';
import { temporaryFolder } from '../testing/test-desk.ts';
import { until } from '../testing/until.ts';

/** Documents are indexed by their words: what the index says is what their texts say. */

const ALL = Number.MAX_SAFE_INTEGER - 1;

let folder: ReturnType<typeof temporaryFolder>;
let cache: Cache;
let index: SearchIndex;

beforeEach(() => {
  folder = temporaryFolder();
  cache = Cache.open(join(folder.path, 'cache.db'), process.env['PLACEMENT_SQLITE_BINDING']);
  index = new SearchIndex(cache);
});

afterEach(() => {
  cache.close();
  folder.remove();
});

const write = (id: string, text: string): void => cache.rows('document').write(id, { text }, 1, false);

function indexAll(): void {
  while (index.indexSome('document') > 0);
}

async function wordsRead(): Promise<void> {
  await until('the words are read', () => index.byWords('document', ['x'], ALL) !== null);
}

/** What the index finds, with what it leaves to the texts; and what of that is sure. */
function found(terms: readonly string[]): { held: string[]; sure: string[] } {
  const rows = index.byWords('document', terms, ALL);
  if (!rows) throw new Error(`The index says nothing of ${terms.join(' ')}`);
  const named = cache.db.prepare('SELECT "_id" AS id, "_search" AS text FROM "document" WHERE rowid = ?');
  const read = (row: number) => named.get(row) as { id: string; text: string } | undefined;
  const sure = rows.sure.map((row) => read(row)?.id ?? 'gone');
  const unsure = rows.unsure.flatMap((row) => {
    const document = read(row);
    return document && terms.every((term) => document.text.includes(term)) ? [document.id] : [];
  });
  return { held: [...sure, ...unsure].toSorted(), sure: sure.toSorted() };
}

const ids = (held: readonly string[]) => ({ held, sure: held });

describe('an index of words', () => {
  it('finds a term in any part of a word, in any writing, and short ones', async () => {
    write('a', 'Kubernetes (C++, C#) at "Pune" — résumé of आशा; 100% \u{1F600}x');
    write('b', `asha.o'neil+cv@mail.example.com\nnode.js/React NOT * ^ -x`);
    indexAll();
    await wordsRead();
    for (const term of ['kubernetes', 'bernet', 'c++,', 'c#)', '"pune"', 'pune', 'resume', '—', '100%', '(c'])
      expect(found([term]), term).toEqual(ids(['a']));
    for (const sign of ['\u{1F600}', normaliseText('आशा')]) expect(found([sign])).toEqual(ids(['a']));
    for (const term of [`o'neil+cv@`, '@mail.example', '.js/', 'not', '*', '^', '-x', '/r'])
      expect(found([term]), term).toEqual(ids(['b']));
    expect(found(['e', 'c'])).toEqual(ids(['a', 'b']));
    expect(found(['c', 'react'])).toEqual(ids(['b']));
    expect(found(['kubernetes', 'react'])).toEqual(ids([]));
    expect(index.byWords('document', ['kubernetes pune'], ALL)).toBeNull();
  });

  it('follows what is changed, added and deleted, before it is indexed and after', async () => {
    write('a', 'archery');
    write('b', 'archery and chess');
    indexAll();
    await wordsRead();
    write('a', 'falconry');
    write('c', 'falconry');
    cache.rows('document').remove('b');
    expect(found(['falconry'])).toEqual({ held: ['a', 'c'], sure: [] });
    expect(found(['archery'])).toEqual(ids([]));
    indexAll();
    expect(found(['falconry'])).toEqual(ids(['a', 'c']));
    expect(found(['archery'])).toEqual(ids([]));
  });

  it('leaves to the texts what is in too many words or too long, and names none too few', async () => {
    const long = 'z'.repeat(900);
    for (let at = 0; at < 500; at += 1) write(`n${at}`, `worker${at} ${at % 2 ? 'odd' : 'even'}`);
    write('long', `${long}end odd`);
    indexAll();
    await wordsRead();
    expect(index.byWords('document', ['worker'], ALL)).toBeNull();
    expect(found(['worker', 'odd']).held).toHaveLength(250);
    expect(found(['worker', 'odd']).sure).toEqual([]);
    expect(found([`zzend`])).toEqual({ held: ['long'], sure: [] });
    expect(found(['worker499'])).toEqual(ids(['n499']));
    expect(index.byWords('document', ['odd'], 100)).toBeNull();
  });

  it('says the same as the texts, whatever is written', async () => {
    let state = 7;
    const random = (below: number): number => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return Math.floor((state / 2 ** 32) * below);
    };
    const signs = Array.from(`aab ceé.'"@-\u00A0\u200D\u0130ßक्ष\t\x01\x7F`);
    const made = (length: number): string =>
      Array.from({ length }, () => signs[random(signs.length)]).join('');
    const texts = new Map<string, string>();
    for (let round = 0; round < 6; round += 1) {
      for (let at = 0; at < 25; at += 1) {
        const id = `d${random(60)}`;
        if (random(5) > 0) {
          texts.set(id, made(random(40)));
          write(id, texts.get(id) ?? '');
        } else if (texts.delete(id)) cache.rows('document').remove(id);
      }
      if (round === 0) {
        indexAll();
        await wordsRead();
      }
      if (round % 2) indexAll();
      for (let at = 0; at < 60; at += 1) {
        const terms = normaliseText(made(1 + random(3)))
          .split(' ')
          .filter(Boolean);
        if (terms.length === 0 || !index.byWords('document', terms, ALL)) continue;
        const held = [...texts].flatMap(([id, text]) =>
          terms.every((term) => normaliseText(text).includes(term)) ? [id] : [],
        );
        expect(found(terms).held, JSON.stringify(terms)).toEqual(held.toSorted());
      }
    }
  });

  it('has no word any more of a document that was taken away', async () => {
    write('a', 'Quincunx');
    write('b', 'Chess');
    indexAll();
    noteLeftovers(cache, 'document');
    cache.rows('document').remove('a');
    index.catchUp();
    await until('the index is written anew', () => cache.state('leftovers-document') === undefined);
    cache.db.exec(`CREATE VIRTUAL TABLE temp.left USING fts5vocab(main, document_search, row)`);
    const words = cache.db.prepare('SELECT term FROM temp.left').pluck().all();
    expect(words).toEqual(['chess']);
  });
});
