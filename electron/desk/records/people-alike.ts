import { isSlip, nameKey, nameWords, shortForms } from '#shared/model/like-names.ts';
import { SetsOfPeople } from './sets-of-people.ts';

/** What else is the same where names are alike, by its place in `Alike.same`. */
export const SAME = ['birth date', 'college', 'city'] as const;

/** People with like names of whom something else is the same. */
export interface Alike {
  people: number[];
  /** Which of `SAME`, as bits. */
  same: number;
}

/** A name of initials that fits more others tells nothing. */
const MOST_MEANT = 5;
/** Steps of work between two chances to give way. */
const PIECE = 64;

interface Edge {
  to: number;
  /** One of the two has initials alone where the other has words. */
  vague: boolean;
}

/**
 * Groups people by like names with the same birth date, college or city. Names are compared once however many people have
 * them, and by what they could also be written as: so it takes time by the number of people, not of pairs.
 */
export class PeopleAlike {
  /** Of each person, the name; -1 for none. */
  readonly #names: number[] = [];
  /** Of each person, which of each of `SAME` it has; 0 for none. */
  readonly #places: number[][] = SAME.map(() => []);
  readonly #known = new Map<string, number>();
  readonly #byKey = new Map<string, number>();
  readonly #spelled: { words: string[]; name: number }[] = [];
  readonly #placeIds = new Map<string, number>();

  /** Adds the next person. @param same values of `SAME` in that order, as they are compared; '' for none */
  add(fullName: string, same: readonly string[]): void {
    this.#names.push(this.#nameOf(fullName));
    for (const [kind, value] of same.entries())
      this.#places[kind]?.push(value === '' ? 0 : this.#placeOf(value));
  }

  #nameOf(fullName: string): number {
    let name = this.#known.get(fullName);
    if (name !== undefined) return name;
    const words = nameWords(fullName);
    const key = nameKey(words);
    name = key === '' ? -1 : this.#byKey.get(key);
    if (name === undefined) this.#byKey.set(key, (name = this.#byKey.size));
    this.#known.set(fullName, name);
    if (name >= 0) this.#spelled.push({ words, name });
    return name;
  }

  #placeOf(value: string): number {
    let place = this.#placeIds.get(value);
    if (place === undefined) this.#placeIds.set(value, (place = this.#placeIds.size + 1));
    return place;
  }

  /** Finds them, in steps between which others may have their turn. */
  *find(): Generator<void, Alike[]> {
    const edges = yield* this.#edges();
    const sets = new SetsOfPeople(this.#names.length);
    const joined: [person: number, bit: number][] = [];
    const vague: [short: number, long: number, bit: number][] = [];
    for (const kind of SAME.keys()) {
      const first = new Map<number, number>();
      const places = this.#places[kind] ?? [];
      const keyOf = (place: number, name: number): number => place * this.#byKey.size + name;
      for (let person = 0; person < places.length; person += 1) {
        if (person % PIECE === 0) yield;
        const [place = 0, name = -1] = [places[person], this.#names[person]];
        if (place === 0 || name < 0) continue;
        const key = keyOf(place, name);
        const before = first.get(key);
        if (before === undefined) first.set(key, person);
        else {
          sets.join(before, person);
          joined.push([person, 1 << kind]);
        }
      }
      let looked = 0;
      for (const person of first.values()) {
        looked += 1;
        if (looked % PIECE === 0) yield;
        const [place = 0, name = -1] = [places[person], this.#names[person]];
        for (const { to, vague: isVague } of edges[name] ?? []) {
          const other = first.get(keyOf(place, to));
          if (other === undefined) continue;
          if (isVague) vague.push([other, person, 1 << kind]);
          else {
            sets.join(person, other);
            joined.push([person, 1 << kind]);
          }
        }
      }
    }
    return yield* this.#gathered(sets, joined, vague);
  }

  /** Of each name, those that it may also be written as, or be a slip of; each pair stands with one of the two. */
  *#edges(): Generator<void, Edge[][]> {
    const edges: Edge[][] = Array.from(this.#byKey, () => []);
    const add = (from: number, key: string, vague: boolean): void => {
      const to = this.#byKey.get(key);
      if (to !== undefined && to !== from) edges[from]?.push({ to, vague });
    };
    const slips = yield* this.#slips();
    for (const [at, { words, name }] of this.#spelled.entries()) {
      if (at % PIECE === 0) yield;
      for (const form of shortForms(words)) add(name, nameKey(form.words), form.vague);
      for (const [place, word] of words.entries())
        for (const other of slips.get(word) ?? []) {
          const key = nameKey(words.with(place, other));
          // It stands with the other name too, the other way round.
          if (key > nameKey(words)) add(name, key, false);
        }
    }
    return edges;
  }

  *#words(): Generator<string> {
    for (const { words } of this.#spelled) yield* words;
  }

  /** Words of names that are one slip apart: such words have one in common that is left where a letter goes. */
  *#slips(): Generator<void, Map<string, string[]>> {
    const seen = new Set<string>();
    const left = new Map<string, string[]>();
    const slips = new Map<string, string[]>();
    let looked = 0;
    for (const word of this.#words()) {
      looked += 1;
      if (looked % PIECE === 0) yield;
      if (word.length < 3 || seen.has(word)) continue;
      seen.add(word);
      const near = new Set<string>();
      const pieces = new Set([word, ...Array.from(word, (_, at) => word.slice(0, at) + word.slice(at + 1))]);
      for (const piece of pieces) {
        const others = left.get(piece);
        if (!others) left.set(piece, [word]);
        else {
          for (const other of others) near.add(other);
          others.push(word);
        }
      }
      for (const other of near) {
        if (!isSlip(word, other)) continue;
        addTo(slips, word, other);
        addTo(slips, other, word);
      }
    }
    return slips;
  }

  /** The groups. An initial that fits one other belongs to it; one that fits several is a group with each. */
  *#gathered(
    sets: SetsOfPeople,
    joined: [person: number, bit: number][],
    vague: [short: number, long: number, bit: number][],
  ): Generator<void, Alike[]> {
    const meant = new Map<number, Set<number>>();
    for (const [at, [short, long]] of vague.entries()) {
      if (at % PIECE === 0) yield;
      const of = sets.of(short);
      const longs = meant.get(of) ?? new Set();
      meant.set(of, longs.add(sets.of(long)));
    }
    const several: [short: number, long: number, bit: number][] = [];
    for (const [short, longs] of meant) {
      const [only] = longs;
      if (longs.size === 1 && only !== undefined) sets.join(short, only);
    }
    for (const [at, [short, long, bit]] of vague.entries()) {
      if (at % PIECE === 0) yield;
      if (sets.of(short) === sets.of(long)) joined.push([short, bit]);
      else if ((meant.get(sets.of(short))?.size ?? 0) <= MOST_MEANT) several.push([short, long, bit]);
    }
    const same = new Map<number, number>();
    for (const [at, [person, bit]] of joined.entries()) {
      if (at % PIECE === 0) yield;
      same.set(sets.of(person), (same.get(sets.of(person)) ?? 0) | bit);
    }
    const people = new Map<number, number[]>();
    const wanted = new Set<number>();
    for (const [at, [short, long]] of several.entries()) {
      if (at % PIECE === 0) yield;
      wanted.add(sets.of(short)).add(sets.of(long));
    }
    for (let person = 0; person < this.#names.length; person += 1) {
      if (person % PIECE === 0) yield;
      const of = sets.of(person);
      if (!same.has(of) && !wanted.has(of)) continue;
      const together = people.get(of);
      if (together) together.push(person);
      else people.set(of, [person]);
    }
    const groups = [...same].map(([of, bits]) => ({ people: people.get(of) ?? [], same: bits }));
    const pairs = new Map<string, Alike>();
    for (const [at, [short, long, bit]] of several.entries()) {
      if (at % PIECE === 0) yield;
      const [a, b] = [sets.of(short), sets.of(long)];
      const known = pairs.get(`${a} ${b}`);
      if (known) known.same |= bit;
      else
        pairs.set(`${a} ${b}`, { people: [...(people.get(a) ?? []), ...(people.get(b) ?? [])], same: bit });
    }
    return [...groups, ...pairs.values()];
  }
}

function addTo(slips: Map<string, string[]>, word: string, other: string): void {
  const others = slips.get(word);
  if (others) others.push(other);
  else slips.set(word, [other]);
}
